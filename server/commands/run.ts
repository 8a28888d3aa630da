import { parseArgs } from 'node:util';
import { readConfig } from '#server/config.ts';
import { StartError } from '#server/start-error.ts';
import { backup } from './backup.ts';
import type { Command } from './command.ts';
import { copy } from './copy.ts';
import { jobs } from './jobs.ts';
import { mail } from './mail.ts';
import { restore } from './restore.ts';
import { seed } from './seed.ts';
import { admin, invite, user } from './users.ts';

const commands: Record<string, Command> = { admin, user, invite, seed, backup, restore, copy, jobs, mail };

const help = `Usage: npm run katydid -- <command>
${Object.values(commands)
  .map((command) => command.help)
  .join('')}
  help                   show this

Works on the database that DATABASE_URL names; admin, user, invite, seed, backup, jobs and mail also while the server runs.
`;

/**
 * Runs `npm run katydid -- <args>` with these environment variables; `say` writes a line of its result.
 * @throws StartError with one line of instruction, and the error of `parseArgs` for unknown options
 */
export async function runCommand(
  args: string[],
  { environment, say }: { environment: NodeJS.ProcessEnv; say: (line: string) => void },
): Promise<void> {
  const [name = 'help', ...rest] = args;
  if (['help', '--help', '-h'].includes(name) || rest.includes('--help')) return say(help);
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
  const { databaseUrl, settings } = readConfig(environment);
  const given = Object.entries(values);
  await command.run({
    words: positionals,
    options: { ...command.options, ...Object.fromEntries(given.filter(isText)) },
    flags: new Set(given.filter(([, value]) => value === true).map(([key]) => key)),
    databaseUrl,
    settings,
    environment,
    say,
  });
}

function isText(entry: [string, unknown]): entry is [string, string] {
  return typeof entry[1] === 'string';
}
