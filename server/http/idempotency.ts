import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Store } from '#server/db/store.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import { Answer } from './answer.ts';
import { AppError } from './errors.ts';
import type { Caller } from './session.ts';

const day = 24 * 60 * 60 * 1000;
const cipher = 'aes-256-gcm';
const lengths = { nonce: 12, tag: 16 };

/** A request that is carried out once, however often it is sent. */
interface OnceOnly {
  /** What the request is known by in the database: a hash of who sent it where, and its Idempotency-Key. */
  id: string;
  /** What its answer is sealed with, made of the key and the body. */
  secret: Buffer;
  at: Date;
}

/** How an endpoint answers a request that comes again, where the answer is a secret or made by one that people choose. */
export interface Replay<C extends { body: unknown }> {
  /** What of the body tells whether it is the same request; never a password, which a hash would give away. */
  identity(body: C['body']): unknown;
  /** Answers anew. Nothing of the first answer is stored. */
  answer(call: C): Promise<unknown>;
}

/**
 * What makes the request the same one when it comes again: its Idempotency-Key, on an endpoint that heeds one
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/).
 * @throws AppError 400 for a key that is none
 */
export function onceOnly(
  { idempotent, method, path }: Endpoint,
  {
    key,
    caller,
    body,
    at,
  }: { key: string | string[] | undefined; caller: Caller | undefined; body: unknown; at: Date },
): OnceOnly | undefined {
  if (idempotent === undefined || key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    throw new AppError('invalid_input', 'Idempotency-Key must be 1 to 255 printable ASCII characters');
  }
  // A key may be easy to guess; a token is not.
  const secret = idempotent === 'in session' ? [caller?.token] : [];
  const request = JSON.stringify([method, path, caller?._id ?? null, key, ...secret]);
  const sha256 = (text: string) => createHash('sha256').update(text).digest();
  return {
    id: sha256(request).toString('base64url'),
    secret: sha256(`${request}\n${JSON.stringify(body)}`),
    at,
  };
}

/**
 * Carries the request out, or answers as it was answered before. The answer is kept in the transaction of what it tells of:
 * both are there afterwards, or neither. For that, `handle` writes in one transaction, whose result is the answer.
 * @throws AppError 422 where the key came with another body before; and whatever `handle` throws
 */
export async function once(
  { db, write }: { db: Db; write: Store['write'] },
  request: OnceOnly,
  handle: (write: Store['write']) => Promise<unknown>,
  replay?: () => Promise<unknown>,
): Promise<unknown> {
  const again = async (earlier: Answer<unknown>) =>
    replay ? new Answer(await replay(), earlier.headers) : earlier;
  const earlier = await findAnswer(db, request);
  if (earlier) return again(earlier);
  try {
    return await handle((work) =>
      write(async (tx) => {
        const answer = await work(tx);
        await keepAnswer(tx, request, replay ? undefined : answer);
        return answer;
      }),
    );
  } catch (error) {
    // The same request, sent at the same time, may have been quicker, which can fail this one in more than one way. It may
    // not be committed yet: looked for in a turn of its own, it is when it has been found.
    const quicker = await write((tx) => findAnswer(tx, request));
    if (quicker) return again(quicker);
    throw error;
  }
}

async function findAnswer(db: Db, { id, secret, at }: OnceOnly): Promise<Answer<unknown> | undefined> {
  const kept = await db
    .selectFrom('kept_answers')
    .select('sealed')
    .where('request', '=', id)
    .where('answered_at', '>', dayBefore(at))
    .executeTakeFirst();
  if (!kept) return undefined;
  const { body, headers } = unseal(kept.sealed, secret);
  return new Answer(body, { ...headers, 'idempotency-replayed': 'true' });
}

async function keepAnswer(tx: Tx, { id, secret, at }: OnceOnly, answer: unknown): Promise<void> {
  const { body, headers } = (answer instanceof Answer ? answer : { body: answer, headers: {} }) as Kept;
  await tx.deleteFrom('kept_answers').where('answered_at', '<=', dayBefore(at)).execute();
  await tx
    .insertInto('kept_answers')
    .values({ request: id, answered_at: at.toISOString(), sealed: seal({ body, headers }, secret) })
    .execute();
}

interface Kept {
  body: unknown;
  headers: Record<string, string>;
}

/** A copy of the database does not open an answer: that takes the request, key and body included. */
function seal(answer: Kept, secret: Buffer): string {
  const nonce = randomBytes(lengths.nonce);
  const sealing = createCipheriv(cipher, secret, nonce);
  const text = Buffer.concat([sealing.update(JSON.stringify(answer), 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), text]).toString('base64');
}

function unseal(sealed: string, secret: Buffer): Kept {
  const bytes = Buffer.from(sealed, 'base64');
  const start = lengths.nonce + lengths.tag;
  const opening = createDecipheriv(cipher, secret, bytes.subarray(0, lengths.nonce));
  opening.setAuthTag(bytes.subarray(lengths.nonce, start));
  try {
    const text = Buffer.concat([opening.update(bytes.subarray(start)), opening.final()]);
    return JSON.parse(text.toString('utf8')) as Kept;
  } catch {
    throw mismatch();
  }
}

/** Another request was carried out under the same key. */
export function mismatch(): AppError {
  return new AppError(
    'idempotency_mismatch',
    'This was sent before with other contents, and carried out as it was then. Look at the result before you send it again.',
  );
}

function dayBefore(at: Date): string {
  return new Date(at.getTime() - day).toISOString();
}
