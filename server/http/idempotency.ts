import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { serverMessages } from '#contract/server-messages.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { type CommitStore, atCommit } from '#server/engine/transaction.ts';
import { batchSize, inBatches } from '#server/jobs/batches.ts';
import { recurring } from '#server/jobs/job.ts';
import { Answer } from './answer.ts';
import { AppError } from './errors.ts';
import type { Handler, RequestContext } from './request-context.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;
const cipher = 'aes-256-gcm';
const lengths = { nonce: 12, tag: 16 };

/** A request with an Idempotency-Key. */
interface KeyedRequest {
  /** Its identity in the database: a hash of the sender, the endpoint and the key. */
  id: string;
  /** The key with which its response is encrypted, derived from the Idempotency-Key and the body. */
  secret: Buffer;
  at: Date;
}

/** How an endpoint answers repeated requests if its response must not be stored because it contains a secret. */
export interface IdempotencyOptions<C extends { body: unknown }> {
  /** Runs before every attempt, repetitions included. */
  before(call: C): Promise<void>;
  /** The part of the body by which two requests are the same. It contains no password, as its hash is stored. */
  identity(body: C['body']): unknown;
  /** Responds to a repetition. */
  replay(call: C): Promise<unknown>;
}

/**
 * Carries out requests that have the same Idempotency-Key once, on an endpoint that supports it
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/). The response is stored in the transaction
 * of the change, so that both are committed or neither; for that, `next` writes in one transaction, whose result is the
 * response. A repetition gets the stored response.
 *
 * The handler throws an AppError 400 for an invalid key, and 422 where the key came with another body before.
 */
export function idempotent(
  endpoint: Endpoint,
  next: Handler,
  options?: IdempotencyOptions<RequestContext>,
): Handler {
  if (endpoint.idempotent === undefined) return next;
  return async (call) => {
    const request = keyedRequest(endpoint, call, options ? options.identity(call.body) : call.body);
    await options?.before(call);
    if (!request) return next(call);
    const repeat = async (stored: Answer<unknown>) =>
      options ? new Answer(await options.replay(call), stored.headers) : stored;
    // Most requests are sent once: unless there is costly work to save, a repetition is detected when its response is
    // stored.
    const stored = options && (await findResponse(call.db, request));
    if (stored) return repeat(stored);
    const { write } = call;
    call.write = (work) =>
      write(async (tx) => {
        const response = await work(tx);
        atCommit(tx, responses, { request, response: options ? undefined : response });
        return response;
      });
    try {
      return await next(call);
    } catch (error) {
      call.write = write;
      // A concurrent repetition may have won, which can make this attempt fail in several ways. Its transaction may still
      // be open; a write transaction waits for its commit.
      const winner = await write((tx) => findResponse(tx, request));
      if (winner) return repeat(winner);
      throw error;
    }
  };
}

/** @throws AppError 400 for an invalid key */
function keyedRequest(
  { idempotent: scope, method, path }: Endpoint,
  { headers, params, caller, now }: RequestContext,
  body: unknown,
): KeyedRequest | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    throw new AppError('invalid_input', serverMessages.badIdempotencyKey());
  }
  // A key may be easy to guess; a token is not.
  const secret = scope === 'in session' ? [caller?.token] : [];
  const resource = params === undefined ? [] : [params];
  const request = JSON.stringify([method, path, ...resource, caller?._id ?? null, key, ...secret]);
  const sha256 = (text: string) => createHash('sha256').update(text).digest();
  return {
    id: sha256(request).toString('base64url'),
    secret: sha256(`${request}\n${JSON.stringify(body)}`),
    at: now(),
  };
}

async function findResponse(db: Db, { id, secret, at }: KeyedRequest): Promise<Answer<unknown> | undefined> {
  const row = await db
    .selectFrom('kept_answers')
    .select('sealed')
    .where('request', '=', id)
    .where('answered_at', '>', dayBefore(at))
    .executeTakeFirst();
  if (!row) return undefined;
  const { body, headers } = unseal(row.sealed, secret);
  return new Answer(body, { ...headers, 'idempotency-replayed': 'true' });
}

const responses: CommitStore<{ request: KeyedRequest; response: unknown }> = {
  name: 'responses',
  async write(tx, given) {
    for (const { request, response } of given) await storeResponse(tx, request, response);
  },
};

async function storeResponse(tx: Tx, { id, secret, at }: KeyedRequest, response: unknown): Promise<void> {
  const { body, headers } = (
    response instanceof Answer ? response : { body: response, headers: {} }
  ) as StoredResponse;
  const row = { answered_at: at.toISOString(), sealed: seal({ body, headers }, secret) };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('kept_answers')
    .values({ request: id, ...row })
    // A response that has expired but is not deleted yet.
    .onConflict((conflict) =>
      conflict.column('request').doUpdateSet(row).where('kept_answers.answered_at', '<=', dayBefore(at)),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new Error('The same request was carried out meanwhile');
}

/** Deletes responses that have expired. */
export const cleanUpResponses = recurring({
  kind: 'clean up responses',
  every: () => hour,
  async run({ write, now }, { signal }) {
    const oldest = dayBefore(now());
    const remove = (tx: Tx) =>
      tx
        .deleteFrom('kept_answers')
        .where('request', 'in', ({ selectFrom }) =>
          selectFrom('kept_answers').select('request').where('answered_at', '<=', oldest).limit(batchSize),
        )
        .where('answered_at', '<=', oldest)
        .executeTakeFirst();
    await inBatches(async () => (await write(remove)).numDeletedRows, signal);
  },
});

interface StoredResponse {
  body: unknown;
  headers: Record<string, string>;
}

/** Encrypts a response. A copy of the database cannot decrypt it: that takes the request, with its key and body. */
function seal(response: StoredResponse, secret: Buffer): string {
  const nonce = randomBytes(lengths.nonce);
  const sealing = createCipheriv(cipher, secret, nonce);
  const text = Buffer.concat([sealing.update(JSON.stringify(response), 'utf8'), sealing.final()]);
  return Buffer.concat([nonce, sealing.getAuthTag(), text]).toString('base64');
}

function unseal(sealed: string, secret: Buffer): StoredResponse {
  const bytes = Buffer.from(sealed, 'base64');
  const start = lengths.nonce + lengths.tag;
  const opening = createDecipheriv(cipher, secret, bytes.subarray(0, lengths.nonce));
  opening.setAuthTag(bytes.subarray(lengths.nonce, start));
  try {
    const text = Buffer.concat([opening.update(bytes.subarray(start)), opening.final()]);
    return JSON.parse(text.toString('utf8')) as StoredResponse;
  } catch {
    throw mismatch();
  }
}

/** The error for a key that came with another request before. */
export function mismatch(): AppError {
  return new AppError('idempotency_mismatch', serverMessages.idempotencyMismatch());
}

function dayBefore(at: Date): string {
  return new Date(at.getTime() - day).toISOString();
}
