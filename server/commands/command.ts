import { migrate } from '#server/db/migrate.ts';
import { type Store, openDatabase } from '#server/db/open.ts';
import { type Emit, emitter } from '#server/events.ts';
import { features } from '#server/features.ts';

/** One of the things that `npm run katydid -- …` does. */
export interface Command {
  /** Its lines in the help: how it is written, and what it does. */
  readonly help: string;
  /** The options it takes, each with a value, and what that is where none is given. */
  readonly options?: Record<string, string | undefined>;
  /** @throws StartError with one line that says what to do */
  run(call: CommandCall): Promise<void>;
}

export interface CommandCall {
  /** What follows the command's name. */
  words: string[];
  options: Record<string, string | undefined>;
  /** The database that DATABASE_URL names. */
  databaseUrl: string;
  /** The address that people use, for links. */
  publicUrl: string;
  /** Writes a line of the command's result. */
  say(line: string): void;
}

/** Works on the database, also beside a server, after bringing it to this version's schema. */
export async function onDatabase(url: string, work: (store: Store) => Promise<void>): Promise<void> {
  const store = await openDatabase(url, { exclusive: false });
  try {
    await migrate(store);
    await work(store);
  } finally {
    await store.close();
  }
}

/** Tells the features what an operator did; the trail shows it as done on the command line, by nobody who was signed in. */
export const tellListeners: Emit = (tx, happening) => {
  const origin = { actorId: undefined, address: 'command line', requestId: 'command line', at: new Date() };
  return emitter(
    features.flatMap((feature) => feature.listeners ?? []),
    origin,
  )(tx, happening);
};
