import { expect, test } from 'vitest';
import { placeBug } from '#contract/bugs/board.ts';
import { insertBugs } from '#server/seed/bulk-bugs.ts';
import { newId } from '#server/engine/id.ts';
import { testApp } from '#server/test/harness.ts';

const app = await testApp();
const admin = await app.user({ role: 'admin' });
const total = 5_000;
/** The gap between the ranks of two cards, in which few others find a place. */
const gap = 8;

const at = new Date().toISOString();
const bugs = Array.from({ length: total }, (_, i) => ({
  id: newId(),
  number: i + 1,
  title: 'Packed',
  title_fold: 'packed',
  description: 'Without room',
  description_fold: 'without room',
  status: 0,
  priority: 0,
  assigned_to: null,
  created_by: admin._id,
  created_at: at,
  updated_at: at,
  version: 1,
}));
const ids = bugs.map(({ id }) => id);
await app.store.write(async (tx) => {
  await insertBugs(tx, bugs);
  for (let first = 0; first < total; first += 500)
    await tx
      .insertInto('card_positions')
      .values(ids.slice(first, first + 500).map((id, i) => ({ bug_id: id, rank: gap * (first + i + 1) })))
      .execute();
});

async function ranks(): Promise<ReadonlyMap<string, number>> {
  const rows = await app.store.db.selectFrom('card_positions').select(['bug_id', 'rank']).execute();
  return new Map(rows.map(({ bug_id: id, rank }) => [id, Number(rank)]));
}

test('a move among cards without gaps gives new ranks to only a part of them', async () => {
  const middle = total / 2;
  const anchor = ids[middle] as string;
  const expected = [...ids];
  const counts: number[] = [];
  for (const [index, id] of ids.slice(0, 6).entries()) {
    const before = await ranks();
    await admin.call(placeBug, { params: { id }, body: { after: anchor } });
    const after = await ranks();
    counts.push([...after].filter(([each, rank]) => before.get(each) !== rank).length);
    expected.splice(expected.indexOf(id), 1);
    expected.splice(expected.indexOf(anchor), 0, id);
    expect([index, new Set(after.values()).size]).toEqual([index, total]);
    expect([...after].toSorted(([, one], [, other]) => one - other).map(([each]) => each)).toEqual(expected);
  }
  expect(Math.max(...counts)).toBeGreaterThan(1_000);
  expect(Math.max(...counts)).toBeLessThanOrEqual(4_098);
});
