import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { userRefusals } from '#contract/accounts/user-refusals.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { tooManyRequests } from '#server/http/errors.ts';
import { networkOf } from '#server/http/network.ts';
import { returnToken, takeToken } from '#server/http/rate-limit.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { Caller } from '#server/http/session/session.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { batchSize } from '#server/jobs/job.ts';
import type { RateLimit } from '#server/settings.ts';
import { addressesOfSessions, emailKey } from '#server/features/users/queries.ts';

const period = 15 * 60_000;
/** How many tries may fail in a period. */
const limits = {
  /** Sign-ins for one account from one network. */
  signIn: 10,
  /** Sign-ins from one network, for all accounts. */
  network: 100,
  /** Wrong current passwords in one session. */
  password: 10,
  /** Changes of one's e-mail address, each of which reveals whether an address is taken. */
  email: 10,
  /** Requests for reset links to one address from one network. */
  reset: 3,
  /** The same from one network, for all addresses. */
  resetNetwork: 30,
};
/**
 * Sign-ins for one account from all networks together. It slows down attempts but never locks the account: tokens refill,
 * and networks from which the account has a session are not counted.
 */
const accountLimit: RateLimit = { burst: 100, perMinute: 6 };

/** Requests for reset links to one address from all networks together, so that no mailbox is flooded. */
const resetLimit: RateLimit = { burst: 10, perMinute: 0.2 };

/** Links that confirm an address, to one address and for one account. */
const confirmationLimit: RateLimit = { burst: 5, perMinute: 0.1 };

/** The account and the network for which a sign-in is counted. */
export interface Tries {
  email: string;
  address: string;
  /** The keys of the counters, which do not depend on whether an account has this e-mail address. */
  pair: string;
  network: string;
  account: string;
}

export function triesOf(email: string, address: string): Tries {
  const [account, network] = [emailKey(email), networkOf(address)];
  return {
    email,
    address,
    pair: keyOf('sign-in', `${account} ${network}`),
    network: keyOf('network', network),
    account: keyOf('account', account),
  };
}

function keyOf(kind: string, whom: string): string {
  return `${kind}:${createHash('sha256').update(whom).digest('hex').slice(0, 32)}`;
}

/**
 * Counts a sign-in before its outcome is known, so that concurrent ones are counted, too.
 * @throws AppError 429 when there have been too many
 */
export async function countSignIn({ write, now }: RequestContext, tries: Tries): Promise<void> {
  const at = now();
  const wait = await write(async (tx) => {
    const waits = [
      await count(tx, { key: tries.pair, most: limits.signIn }, at),
      await count(tx, { key: tries.network, most: limits.network }, at),
    ];
    const longest = Math.max(...waits);
    // A try that is already refused takes no token of the account.
    if (longest > 0 || (await isKnownNetwork(tx, tries))) return longest;
    return takeToken(tx, tries.account, accountLimit, at);
  });
  if (wait > 0) throw tooManyRequests(userRefusals.tooManySignIns, wait);
}

async function isKnownNetwork(db: Db, { email, address }: Tries): Promise<boolean> {
  const known = await addressesOfSessions(db, email);
  return known.some((other) => networkOf(other) === networkOf(address));
}

/** Uncounts a successful sign-in, and resets the failures for this account from this network. */
export async function forgetSignIn(tx: Tx, tries: Tries, at: Date): Promise<void> {
  await tx.deleteFrom('sign_in_tries').where('key', '=', tries.pair).execute();
  await tx
    .updateTable('sign_in_tries')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('key', '=', tries.network)
    .execute();
  await returnToken(tx, tries.account, accountLimit, at);
}

/**
 * Counts a request for a reset link.
 * @returns milliseconds until the next one is allowed, if this one is too many
 */
export async function countResetRequest(tx: Tx, email: string, address: string, at: Date): Promise<number> {
  const [account, network] = [emailKey(email), networkOf(address)];
  const pair = { key: keyOf('reset', `${account} ${network}`), most: limits.reset };
  const waits = [
    await count(tx, pair, at),
    await count(tx, { key: keyOf('reset network', network), most: limits.resetNetwork }, at),
  ];
  const longest = Math.max(...waits);
  return longest > 0 ? longest : takeToken(tx, keyOf('reset account', account), resetLimit, at);
}

/**
 * Counts a link that is sent to confirm an address.
 * @throws AppError 429
 */
export async function countConfirmation(
  tx: Tx,
  { userId, email }: { userId: string; email: string },
  at: Date,
): Promise<void> {
  const keys = [keyOf('confirm for', userId), keyOf('confirm', emailKey(email))];
  for (const key of keys) {
    const wait = await takeToken(tx, key, confirmationLimit, at);
    if (wait > 0) throw tooManyRequests(userRefusals.tooManyConfirmations, wait);
  }
}

export function tooManyResetRequests(wait: number) {
  return tooManyRequests(userRefusals.tooManyResetRequests, wait);
}

/** Resets the failed sign-ins to an account from this network, so that a new password can be used at once. */
export async function forgetFailedSignIns(tx: Tx, email: string, address: string): Promise<void> {
  await tx.deleteFrom('sign_in_tries').where('key', '=', triesOf(email, address).pair).execute();
}

/**
 * Counts a try of the current password before it is checked. The counter is the session's own: an intruder in one session
 * cannot prevent the owner from changing the password in another.
 * @returns a function that uncounts it, for a correct password
 * @throws AppError 429
 */
export async function countPassword(
  { write, now }: RequestContext,
  { token }: Caller,
): Promise<(tx: Tx) => Promise<unknown>> {
  const key = keyOf('password', tokenHash(token));
  const wait = await write((tx) => count(tx, { key, most: limits.password }, now()));
  if (wait > 0) throw tooManyRequests(userRefusals.tooManyPasswords, wait);
  return (tx) => tx.deleteFrom('sign_in_tries').where('key', '=', key).execute();
}

/** @throws AppError 429 */
export async function countEmailChange({ write, now }: RequestContext, userId: string): Promise<void> {
  const tried = { key: keyOf('email', userId), most: limits.email };
  const wait = await write((tx) => count(tx, tried, now()));
  if (wait > 0) throw tooManyRequests(userRefusals.tooManyEmailChanges, wait);
}

/**
 * Counts a registration, also a refused one, which reveals whether an address is taken.
 * @throws AppError 429
 */
export async function countRegistration({ write, now, settings, address }: RequestContext): Promise<void> {
  const at = now();
  const { registrations } = settings;
  const wait = await write(async (tx) => {
    const key = keyOf('register', networkOf(address));
    const own = await takeToken(tx, key, registrations.perNetwork, at);
    return own > 0 ? own : takeToken(tx, 'register', registrations.inAll, at);
  });
  if (wait > 0) throw tooManyRequests(userRefusals.tooManyRegistrations, wait);
}

/** Counts a try; returns the milliseconds until the next one is allowed, if this one is too many. */
async function count(tx: Tx, { key, most }: { key: string; most: number }, at: Date): Promise<number> {
  const isPast = sql`sign_in_tries.since < ${periodBefore(at)}`;
  const { tries, since } = await tx
    .insertInto('sign_in_tries')
    .values({ key, tries: 1, since: at.toISOString() })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        tries: sql`case when ${isPast} then 1 else sign_in_tries.tries + 1 end`,
        since: sql`case when ${isPast} then excluded.since else sign_in_tries.since end`,
      }),
    )
    .returning(['tries', 'since'])
    .executeTakeFirstOrThrow();
  return tries > most ? Math.max(1, Date.parse(since) + period - at.getTime()) : 0;
}

/** Deletes a batch of counts of periods that are over. Returns how many. */
export async function deletePastTries(tx: Tx, now: Date): Promise<bigint> {
  const oldest = periodBefore(now);
  const { numDeletedRows } = await tx
    .deleteFrom('sign_in_tries')
    .where('key', 'in', ({ selectFrom }) =>
      selectFrom('sign_in_tries').select('key').where('since', '<', oldest).limit(batchSize),
    )
    // The condition again, as a new period may have begun since.
    .where('since', '<', oldest)
    .executeTakeFirst();
  return numDeletedRows;
}

function periodBefore(at: Date): string {
  return new Date(at.getTime() - period).toISOString();
}
