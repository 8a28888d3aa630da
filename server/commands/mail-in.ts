import type { Readable } from 'node:stream';
import type { Store } from '#server/db/store.ts';
import { backlogLimits, fullBacklog, maxMailBytes, takeOver } from '#server/features/mail-in/incoming.ts';
import { StartError } from '#server/start-error.ts';
import { type CommandCall, onDatabase } from './command.ts';

/** An exit code that mail servers understand (sysexits.h): the message is bad and need not be sent again. */
const badMessage = 65;

/**
 * Takes one message from the standard input into the database. It is stored durably before this returns; the server, which may not be
 * running, handles it later.
 * @throws StartError, and any other error, where the mail server should try again
 */
export async function mailIn(
  { databaseUrl }: CommandCall,
  input: Readable = process.stdin,
  limits: typeof backlogLimits = backlogLimits,
): Promise<void> {
  const raw = await readAll(input);
  if (raw === undefined || raw.byteLength === 0) {
    const why = raw ? 'There is no message on the standard input.' : 'The message is too large.';
    throw new StartError(why, { exitCode: badMessage });
  }
  const take = async (store: Store) => {
    const full = await fullBacklog(store.db, raw, limits);
    if (full === 'all') throw new StartError('Too many messages are waiting.');
    if (full !== undefined) throw new StartError(`Too many messages of this ${full} are waiting.`);
    await store.write((tx) => takeOver(tx, raw, new Date()));
  };
  await onDatabase(databaseUrl, take, { existing: true });
}

/** Undefined if it is too large; it is read to the end in any case, as the mail server writes all of it. */
async function readAll(input: Readable): Promise<Uint8Array | undefined> {
  let [chunks, size]: [Uint8Array[], number] = [[], 0];
  for await (const chunk of input) {
    size += (chunk as Uint8Array).byteLength;
    if (size > maxMailBytes) chunks = [];
    else chunks.push(chunk as Uint8Array);
  }
  return size > maxMailBytes ? undefined : Buffer.concat(chunks);
}
