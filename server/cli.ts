import { parseArgs } from 'node:util';
import { admin } from './commands/admin.ts';
import { backup } from './commands/backup.ts';
import type { Command } from './commands/command.ts';
import { copy } from './commands/copy.ts';
import { invite } from './commands/invite.ts';
import { restore } from './commands/restore.ts';
import { seed } from './commands/seed.ts';
import { readConfig } from './config.ts';
import { StartError } from './start-error.ts';

const commands: Record<string, Command> = { admin, invite, seed, backup, restore, copy };

const help = `Usage: npm run katydid -- <command>
${Object.values(commands)
  .map((command) => command.help)
  .join('')}
  help                   show this

Works on the database that DATABASE_URL names; admin, invite, seed and backup also while the server runs.
`;

async function run(args: string[]): Promise<void> {
  const [name = 'help', ...rest] = args;
  if (['help', '--help', '-h'].includes(name) || rest.includes('--help')) return console.log(help);
  const command = new Map(Object.entries(commands)).get(name);
  if (!command) throw new StartError(`Unknown command: ${args.join(' ')}. Try: npm run katydid -- help`);
  const { values, positionals } = parseArgs({
    args: rest,
    allowPositionals: true,
    options: {
      ...Object.fromEntries(Object.keys(command.options ?? {}).map((key) => [key, { type: 'string' }])),
      ...Object.fromEntries((command.flags ?? []).map((key) => [key, { type: 'boolean' }])),
    },
  });
  const { databaseUrl, backups, settings } = readConfig(process.env);
  const given = Object.entries(values);
  await command.run({
    words: positionals,
    options: { ...command.options, ...Object.fromEntries(given.filter(isText)) },
    flags: new Set(given.filter(([, value]) => value === true).map(([key]) => key)),
    databaseUrl,
    backups,
    environment: process.env,
    publicUrl: settings.publicUrl,
    say: (line) => console.log(line),
  });
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}

// What is half done is removed at the exit, which a signal alone would not bring about.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => process.exit(1));

try {
  await run(process.argv.slice(2));
} catch (error) {
  const isUsage =
    error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (!isUsage && !(error instanceof StartError)) throw error;
  process.stderr.write(`katydid: ${error.message}\n`);
  process.exitCode = 1;
}
