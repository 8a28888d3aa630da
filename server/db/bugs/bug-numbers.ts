import { compiledWrite } from '#server/db/compiled.ts';
import { type NewNumber, engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';

const takeNumber = compiledWrite<{ now: string }, NewNumber>((tx, value) =>
  engineOf(tx).nextBug(tx, value('now')),
);

/**
 * Takes the next bug's number. Its time is the later of `now` and the time of the number before it, as the clock may have
 * been set back.
 */
export async function nextBug(tx: Tx, now: Date): Promise<NewNumber> {
  const [taken] = await takeNumber(tx, { now: now.toISOString() });
  if (!taken) throw new Error('The counter of bugs is gone');
  return taken;
}
