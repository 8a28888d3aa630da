import { hash } from 'node:crypto';
import { serverMessages } from '#contract/server-messages.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { CommitStore } from '#server/engine/transaction.ts';
import { batchSize, inBatches, recurring } from '#server/jobs/job.ts';
import { Answer, jsonType } from './answer.ts';
import { AppError } from './errors.ts';
import type { Handler, RequestContext } from './request-context.ts';

const hour = 60 * 60 * 1000;
const day = 24 * hour;

/** The Idempotency-Key of a request. */
export interface IdempotencyKey {
  /** Its id in the database: a hash of the sender, the endpoint and the key. */
  readonly id: string;
  /** A hash of the sender, the endpoint, the key and the body. */
  readonly fingerprint: string;
  readonly at: Date;
}

/** How an endpoint answers requests that are repeated with the same key. */
export interface Repetition<C extends { body: unknown }, R> {
  /** Repeats the answer, with the created object's current state. @throws AppError 404 if it was deleted */
  again(call: C, id: string): Promise<R>;
  /** Runs before every attempt, repetitions included. A repetition is then detected before the handler runs. */
  before?(call: C): Promise<void>;
  /** The part of the body that must be equal in repetitions. Its hash is stored, so it contains no password. */
  identity?(body: C['body']): unknown;
}

/**
 * Makes a handler carry out requests with the same Idempotency-Key only once, on an endpoint that supports the key
 * (https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/). The key is stored in the transaction
 * of the change with the created object's id, so that both are committed or neither is. For that, `next` writes in one
 * transaction, whose result has the id. A repetition is answered with the object's current state, or with its id if it
 * was deleted.
 *
 * The handler throws an AppError 400 for an invalid key, and 422 if the key was used with another body before.
 */
export function idempotent(
  endpoint: Endpoint,
  next: Handler,
  repetition: Repetition<RequestContext, unknown> | undefined,
): Handler {
  if (endpoint.idempotent === undefined) return next;
  if (!repetition) throw new Error(`${endpoint.path} does not say how it answers a repeated request`);
  const { again, before, identity = (body) => body } = repetition;
  return async (call) => {
    const key = keyOf(endpoint, call, identity(call.body));
    await before?.(call);
    if (!key) return next(call);
    // Most requests are sent only once: unless there is costly work to save, a repetition is detected when its key is
    // stored.
    const known = before && (await findResult(call.db, key));
    if (known !== undefined) return repeated(again, call, known);
    call.idempotencyKey = key;
    try {
      return await next(call);
    } catch (error) {
      call.idempotencyKey = undefined;
      // A concurrent repetition may have won, which can make this attempt fail in several ways. The winner's
      // transaction may still be open; a write transaction waits for its commit.
      const winner = await call.write((tx) => findResult(tx, key));
      if (winner !== undefined) return repeated(again, call, winner);
      throw error;
    }
  };
}

async function repeated(
  again: Repetition<RequestContext, unknown>['again'],
  call: RequestContext,
  id: string,
): Promise<Answer<unknown>> {
  const result = await again(call, id).catch((error: unknown) => {
    if (!(error instanceof AppError && error.code === 'not_found')) throw error;
    return new Answer(JSON.stringify({ _id: id }), { 'content-type': jsonType });
  });
  const { body, headers } = asAnswer(result);
  return new Answer(body, { ...headers, 'idempotency-replayed': 'true' });
}

function asAnswer(result: unknown): Answer<unknown> {
  return result instanceof Answer ? (result as Answer<unknown>) : new Answer(result);
}

/** @throws AppError 400 for an invalid key */
function keyOf(
  { idempotent: scope, method, path }: Endpoint,
  { headers, params, caller, now }: RequestContext,
  body: unknown,
): IdempotencyKey | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !/^[\x21-\x7e][\x20-\x7e]{0,254}$/.test(key)) {
    throw new AppError('invalid_input', serverMessages.badIdempotencyKey());
  }
  // A key may be easy to guess; a token is not.
  const secret = scope === 'in session' ? [caller?.token] : [];
  const resource = params === undefined ? [] : [params];
  const request = JSON.stringify([method, path, ...resource, caller?._id ?? null, key, ...secret]);
  return {
    id: hash('sha256', request, 'base64url'),
    fingerprint: hash('sha256', `${request}\n${JSON.stringify(body)}`, 'base64url'),
    at: now(),
  };
}

/**
 * The id of the object that an earlier request with the key created.
 * @throws AppError 422 if that request had another body
 */
async function findResult(db: Db, { id, fingerprint, at }: IdempotencyKey): Promise<string | undefined> {
  const row = await db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'result'])
    .where('request', '=', id)
    .where('answered_at', '>', dayBefore(at))
    .executeTakeFirst();
  if (row && row.fingerprint !== fingerprint) throw mismatch();
  return row?.result;
}

/** The keys of requests that a transaction carries out, with the results of its work. */
export const idempotencyKeys: CommitStore<{ key: IdempotencyKey; result: unknown }> = {
  name: 'idempotency keys',
  async write(tx, given) {
    for (const { key, result } of given) await store(tx, key, result);
  },
};

async function store(tx: Tx, { id, fingerprint, at }: IdempotencyKey, result: unknown): Promise<void> {
  const { _id: made } = asAnswer(result).body as { _id: string };
  const row = { answered_at: at.toISOString(), fingerprint, result: made };
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('idempotency_keys')
    .values({ request: id, ...row })
    // A key that has expired but is not deleted yet.
    .onConflict((conflict) =>
      conflict.column('request').doUpdateSet(row).where('idempotency_keys.answered_at', '<=', dayBefore(at)),
    )
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows !== 1n) throw new Error('The same request has been carried out');
}

/** Deletes keys that have expired. */
export const cleanUpIdempotencyKeys = recurring({
  kind: 'clean up responses',
  every: () => hour,
  async run({ write, now }, { signal }) {
    const oldest = dayBefore(now());
    const remove = (tx: Tx) =>
      tx
        .deleteFrom('idempotency_keys')
        .where('request', 'in', ({ selectFrom }) =>
          selectFrom('idempotency_keys')
            .select('request')
            .where('answered_at', '<=', oldest)
            .limit(batchSize),
        )
        .where('answered_at', '<=', oldest)
        .executeTakeFirst();
    await inBatches(async () => (await write(remove)).numDeletedRows, signal);
  },
});

/** The error for a key that was used with another request before. */
export function mismatch(): AppError {
  return new AppError('idempotency_mismatch', serverMessages.idempotencyMismatch());
}

function dayBefore(at: Date): string {
  return new Date(at.getTime() - day).toISOString();
}
