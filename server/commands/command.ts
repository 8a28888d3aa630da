import { readConfig } from '#server/config.ts';
import { postgres } from '#server/engine/postgres/engine.ts';
import { sqlite } from '#server/engine/sqlite/engine.ts';
import { migrateEmpty } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Store } from '#server/engine/store.ts';
import { events } from '#server/features.ts';
import type { Settings } from '#server/settings.ts';
import { StartError } from '#server/start-error.ts';

/** A command of `npm run katydid -- …`. */
export interface Command {
  /** The lines about the command in the help: its usage and a description. */
  readonly help: string;
  /** The options with a value, and their defaults. */
  readonly options?: Record<string, string | undefined>;
  /** The options without a value. */
  readonly flags?: readonly string[];
  /** @throws StartError with one line of instruction */
  run(call: CommandCall): Promise<void>;
}

export interface CommandCall {
  /** The words after the command's name. */
  words: string[];
  options: Record<string, string | undefined>;
  /** The flags that were given. */
  flags: ReadonlySet<string>;
  /** The database that DATABASE_URL names. */
  databaseUrl: string;
  settings: Settings;
  environment: NodeJS.ProcessEnv;
  /** Writes a line of the command's result. */
  say(line: string): void;
}

/** Writes a warning. */
export function warn(line: string): void {
  process.stderr.write(`katydid: ${line}\n`);
}

/** The file settings of a server that uses another database and the same variables. */
export function filesOf({ environment }: CommandCall, databaseUrl: string): Settings['files'] {
  return readConfig({ ...environment, DATABASE_URL: databaseUrl }).settings.files;
}

/**
 * Works on the database, also while a server runs. An empty database first gets this version's schema. With `existing`,
 * a missing database is not created.
 */
export async function onDatabase(
  url: string,
  work: (store: Store) => Promise<void>,
  { existing = false }: { existing?: boolean } = {},
): Promise<void> {
  const store = await openDatabase(url, { exclusive: false, existing });
  try {
    await migrateEmpty(store);
    await work(store);
  } finally {
    await store.close();
  }
}

/** Adds an event to those of a `commandWrite`. */
export const { emit } = events;

/** Writes in one transaction; the audit trail shows emitted events as done on the command line, without a user. */
export function commandWrite(store: Store): Store['write'] {
  const [address, requestId] = ['command line', 'command line'];
  const origin = () => ({ actorId: undefined, address, requestId, at: new Date() });
  return (work) => store.write((tx) => events.run(tx, origin, work));
}

/** The last line of `restore` and `copy`. */
export const jobsAreHeld =
  'Background jobs, backups included, are held until you release them: npm run katydid -- jobs release';

/** Turns a database or disk error during atomic work into one line. */
export function explainBreak(what: string): (error: unknown) => never {
  return (error) => {
    const isOutside = [sqlite, postgres].some((engine) => engine.failure(error) !== undefined);
    if (!isOutside) throw error;
    throw new StartError(`The ${what} broke off: ${(error as Error).message}. Nothing of it was stored.`, {
      cause: error,
    });
  };
}
