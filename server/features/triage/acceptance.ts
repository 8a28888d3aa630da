import type { Output } from '#contract/endpoint.ts';
import * as contract from '#contract/bugs/triage.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Call } from '#server/http/request-context.ts';
import * as queries from './queries.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'bugs accepted': object;
  }
}

/** Counting ends here. */
const mostCounted = 1_000;

/** How many bugs wait for the triage of a user, and the newest of all that wait. */
export async function waitingFor(
  db: Db,
  { _id: userId }: { readonly _id: string },
  now: Date,
): Promise<Output<typeof contract.getTriage>> {
  const limit = mostCounted + 1;
  const { count, newest } = await queries.countWaiting(db, { userId, now: now.toISOString(), limit });
  return { total: count > mostCounted ? `${mostCounted}+` : String(count), newest };
}

/** Accepts a batch of the bugs that wait: their versions stay, and only the audit trail records who accepted them. */
export async function acceptWaiting(
  tx: Tx,
  { caller, body: { upTo }, emit }: Call<typeof contract.acceptWaiting>,
): Promise<Output<typeof contract.acceptWaiting>> {
  const accepted = await queries.acceptWaiting(tx, upTo, contract.maxAccepted);
  if (accepted > 0)
    emit(tx, {
      type: 'bugs accepted',
      changes: [{ kind: 'triage', id: caller._id, version: null }],
      audit: { action: 'bugs accepted', details: `${accepted}, up to #${upTo}` },
    });
  return { accepted, hasMore: accepted === contract.maxAccepted };
}
