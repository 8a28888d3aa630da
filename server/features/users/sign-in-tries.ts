import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#server/db/schema.ts';
import { tryLater } from '#server/http/errors.ts';
import { networkOf } from '#server/http/network.ts';
import type { Work } from '#server/http/route.ts';

const minute = 60_000;
const period = 15 * minute;
/** How many sign-ins may fail in a period for one account, and from one network address. */
const limits = { account: 10, address: 100 };

/** Against whom a try is held. */
export interface Tries {
  account: string;
  address: string;
}

/** The keys of a try; whether an account with this e-mail address exists makes no difference. */
export function triesOf(email: string, address: string): Tries {
  const hash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32);
  return {
    account: `account:${hash(email.normalize('NFKC').toLowerCase())}`,
    address: `address:${hash(networkOf(address))}`,
  };
}

/**
 * Counts a try before its outcome is known, so that many at once are counted as well.
 * @throws AppError 429 when there have been too many
 */
export async function countTry({ write, now }: Work, tries: Tries): Promise<void> {
  const at = now();
  const oldest = new Date(at.getTime() - period).toISOString();
  const left = await write(async (tx) => {
    await tx.deleteFrom('sign_in_tries').where('since', '<', oldest).execute();
    const account = await add(tx, tries.account, at);
    const address = await add(tx, tries.address, at);
    const over = [
      ...(account.tries > limits.account ? [account] : []),
      ...(address.tries > limits.address ? [address] : []),
    ];
    return Math.max(0, ...over.map(({ since }) => Date.parse(since) + period - at.getTime()));
  });
  if (left === 0) return;
  throw tryLater(`Too many failed sign-ins. Try again in ${Math.ceil(left / minute)} minutes.`, {
    code: 'too_many_requests',
    seconds: Math.ceil(left / 1000),
  });
}

async function add(tx: Tx, key: string, at: Date) {
  return tx
    .insertInto('sign_in_tries')
    .values({ key, tries: 1, since: at.toISOString() })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ tries: sql`sign_in_tries.tries + 1` }))
    .returning(['tries', 'since'])
    .executeTakeFirstOrThrow();
}

/** Takes a try back that succeeded, and forgets what failed before it for this account. */
export async function forgetTry(tx: Tx, tries: Tries): Promise<void> {
  await tx.deleteFrom('sign_in_tries').where('key', '=', tries.account).execute();
  await tx
    .updateTable('sign_in_tries')
    .set((eb) => ({ tries: eb('tries', '-', 1) }))
    .where('key', '=', tries.address)
    .execute();
}
