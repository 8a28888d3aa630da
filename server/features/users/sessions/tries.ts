import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { userRefusals } from '#contract/accounts/users.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { tooManyRequests } from '#server/http/errors.ts';
import { networkOf } from '#server/http/network.ts';
import { returnToken, takeToken } from '#server/http/rate-limit.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import type { Caller } from '#server/http/session/session.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { deleteBatch } from '#server/jobs/job.ts';
import type { RateLimit } from '#server/settings.ts';
import { addressesOfSessions, emailKey } from '#server/features/users/queries.ts';

const period = 15 * 60_000;

/** How many tries may fail in a period. */
const limits = {
  /** Wrong current passwords in one session. */
  password: 10,
  /** Changes of one's e-mail address, each of which reveals whether an address is taken. */
  email: 10,
};

/** Links that confirm an address, to one address and for one account. */
const confirmationLimit: RateLimit = { burst: 5, perMinute: 0.1 };

/** Addresses that one admin invites. */
const invitationLimit: RateLimit = { burst: 300, perMinute: 10 };

/** Invitations that are mailed to one address. */
const invitationMailLimit: RateLimit = { burst: 3, perMinute: 0.05 };

/** The limits of sign-ins. */
const signIns = {
  /** For one account from one network, in a period. */
  pair: { kind: 'sign-in', most: 10 },
  /** From one network for all accounts, in a period. */
  network: { kind: 'network', most: 100 },
  /**
   * For one account from all networks. It slows down attempts but never locks the account: tokens refill, and networks from
   * which the account has a session are not counted.
   */
  account: { kind: 'account', burst: 100, perMinute: 6 },
};

/** The limits of requests for reset links. */
export const resets: typeof signIns = {
  pair: { kind: 'reset', most: 3 },
  network: { kind: 'reset network', most: 30 },
  // So that no mailbox is flooded.
  account: { kind: 'reset account', burst: 10, perMinute: 0.2 },
};

/** The account and the network address of a try. */
interface Try {
  email: string;
  address: string;
}

/** The keys of the counters. They do not depend on whether an account has this e-mail address. */
function keysOf({ pair, network, account }: typeof signIns, { email, address }: Try) {
  const [ofAccount, ofNetwork] = [emailKey(email), networkOf(address)];
  return {
    pair: keyOf(pair.kind, `${ofAccount} ${ofNetwork}`),
    network: keyOf(network.kind, ofNetwork),
    account: keyOf(account.kind, ofAccount),
  };
}

function keyOf(kind: string, whom: string): string {
  return `${kind}:${createHash('sha256').update(whom).digest('hex').slice(0, 32)}`;
}

/**
 * Counts a try for the account from its network, for the network and, unless the network `isKnown`, for the account.
 * @returns the milliseconds until the next one is allowed, if this one is too many
 */
export async function countTry(
  tx: Tx,
  of: typeof signIns,
  tried: Try,
  at: Date,
  isKnown: () => Promise<boolean> = async () => false,
): Promise<number> {
  const { pair, network, account } = keysOf(of, tried);
  const waits = [
    await count(tx, { key: pair, most: of.pair.most }, at),
    await count(tx, { key: network, most: of.network.most }, at),
  ];
  const longest = Math.max(...waits);
  // A try that is already refused takes no token of the account.
  if (longest > 0 || (await isKnown())) return longest;
  return takeToken(tx, account, of.account, at);
}

/**
 * Counts a sign-in before its outcome is known, so that concurrent ones are counted, too.
 * @throws AppError 429 if there have been too many
 */
export async function countSignIn({ write, now, address }: RequestContext, email: string): Promise<void> {
  const at = now();
  const wait = await write((tx) =>
    countTry(tx, signIns, { email, address }, at, () => isKnownNetwork(tx, { email, address })),
  );
  if (wait > 0) throw tooManyRequests(userRefusals.tooManySignIns, wait);
}

async function isKnownNetwork(db: Db, { email, address }: Try): Promise<boolean> {
  const known = await addressesOfSessions(db, email);
  return known.some((other) => networkOf(other) === networkOf(address));
}

/** Uncounts a successful sign-in, and resets the failures for this account from this network. */
export async function forgetSignIn(
  tx: Tx,
  { address, now }: Pick<RequestContext, 'address' | 'now'>,
  email: string,
): Promise<void> {
  const { network, account } = keysOf(signIns, { email, address });
  await forgetFailedSignIns(tx, email, address);
  await tx
    .updateTable('sign_in_tries')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('key', '=', network)
    .execute();
  await returnToken(tx, account, signIns.account, now());
}

/** Resets the failed sign-ins to an account from this network, so that a new password can be used at once. */
export async function forgetFailedSignIns(tx: Tx, email: string, address: string): Promise<void> {
  const { pair } = keysOf(signIns, { email, address });
  await tx.deleteFrom('sign_in_tries').where('key', '=', pair).execute();
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
 * Counts the addresses that an admin invites.
 * @throws AppError 429
 */
export async function countInvitations(
  tx: Tx,
  { userId, addresses }: { userId: string; addresses: number },
  at: Date,
): Promise<void> {
  const wait = await takeToken(tx, keyOf('invite by', userId), { ...invitationLimit, count: addresses }, at);
  if (wait > 0) throw tooManyRequests(userRefusals.tooManyInvitations, wait);
}

/** Counts a link that invites an address; returns whether it may be mailed. */
export async function mayMailInvitation(tx: Tx, email: string, at: Date): Promise<boolean> {
  return (await takeToken(tx, keyOf('invite', emailKey(email)), invitationMailLimit, at)) === 0;
}

/**
 * Counts a registration, even a refused one, because it reveals whether an address is taken.
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

/** Adds one to a counter. Returns the same as `countTry`. */
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
  return deleteBatch(tx, 'sign_in_tries', 'key', sql<boolean>`since < ${periodBefore(now)}`);
}

function periodBefore(at: Date): string {
  return new Date(at.getTime() - period).toISOString();
}
