import { runCommand } from './commands/run.ts';
import { StartError } from './start-error.ts';

// What is half done is removed at the exit, which a signal alone would not bring about.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

try {
  await runCommand(process.argv.slice(2), {
    environment: process.env,
    say: (line) => console.log(line),
  });
} catch (error) {
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof StartError)) throw error;
  process.stderr.write(`katydid: ${error.message}\n`);
  process.exitCode = 1;
}
