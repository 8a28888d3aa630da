import { runCommand } from './commands/run.ts';
import { StartError } from './start-error.ts';

/**
 * The exit code for "try again later" (sysexits.h), so that a mail server does not lose the message after a failure
 * here.
 */
const tryAgain = 75;
const isMail = process.argv[2] === 'mail' && process.argv[3] === 'in';
const failure = isMail ? tryAgain : 1;

// The `exit` handler removes temporary files, and a signal alone does not run it.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => process.exit(failure));

try {
  await runCommand(process.argv.slice(2), {
    environment: process.env,
    say: (line) => console.log(line),
  });
} catch (error) {
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof StartError) && !isMail) throw error;
  process.stderr.write(`katydid: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = error instanceof StartError && error.exitCode > 1 ? error.exitCode : failure;
}
