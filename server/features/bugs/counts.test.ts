import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { deleteBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { aBug, testApp } from '#server/test/harness.ts';

const app = await testApp();
const users = [await app.user(), await app.user()] as const;
const [ann] = users;

/** The stored counts, and those of the stored bugs. */
async function counts() {
  const stored = await app.store.db
    .selectFrom('bug_counts')
    .select((eb) => ['of', 'status', 'priority', eb.fn.sum<number | string>('bugs').as('bugs')])
    .groupBy(['of', 'status', 'priority'])
    .having((eb) => eb.fn.sum('bugs'), '<>', 0)
    .execute();
  const groups = [
    sql`'all'`,
    sql`'by:' || created_by`,
    sql`'to:' || coalesce(cast(assigned_to as text), 'none')`,
  ];
  const each = groups.map(
    (group) => sql`select ${group} as "of", status, priority, count(*) as bugs from bugs group by 1, 2, 3`,
  );
  const { rows } = await sql<(typeof stored)[number]>`${sql.join(each, sql` union all `)}`.execute(
    app.store.db,
  );
  const ordered = (all: typeof stored) =>
    all.map((row) => `${row.of} ${row.status} ${row.priority}: ${Number(row.bugs)}`).toSorted();
  return { stored: ordered(stored), counted: ordered(rows) };
}

const fields = fc.record({
  status: fc.constantFrom(...statuses),
  priority: fc.constantFrom(...priorities),
  assignedTo: fc.constantFrom(null, ...users.map(({ _id }) => _id)),
});

test('the stored counts equal the counted ones after every kind of change', async () => {
  const ids: string[] = [];
  const step = fc.record({
    what: fc.constantFrom('file', 'edit', 'edit', 'delete'),
    fields,
    by: fc.nat(1),
    which: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
      for (const { what, fields: given, by, which } of steps) {
        const [user, id = ''] = [users[by] ?? ann, ids[which % Math.max(1, ids.length)]];
        if (what === 'file') ids.push((await app.bug(user, given))._id);
        if (what === 'edit') await user.call(updateBug, { params: { id }, body: given });
        if (what === 'delete') await user.call(deleteBug, { params: { id } });
      }
      const { stored, counted } = await counts();
      expect(stored).toEqual(counted);
    }),
    { numRuns: 15, seed: 20_261_121 },
  );
  expect(ids.length).toBeGreaterThan(30);
});

test('the stored counts equal the counted ones after concurrent changes', async () => {
  const bugs = await Promise.all(Array.from({ length: 20 }, () => app.bug(ann)));
  await Promise.all(
    bugs.flatMap(({ _id: id }, i) => [
      ann.call(updateBug, {
        params: { id },
        body: { status: statuses[i % 3] ?? 'open', assignedTo: users[i % 2]?._id ?? '' },
      }),
      ann.call(updateBug, { params: { id }, body: { priority: priorities[i % 3] ?? 'low' } }),
      ...(i % 4 === 0 ? [ann.call(deleteBug, { params: { id } })] : []),
    ]),
  );
  const { stored, counted } = await counts();
  expect(stored).toEqual(counted);
});

test('the total of a page is the length of the whole list', async () => {
  for (const query of [
    {},
    { status: 'open' },
    { priority: 'low' },
    { status: 'resolved', priority: 'high' },
    { assignedTo: 'none' },
    { assignedTo: 'me', status: 'open' },
    { createdBy: 'me', priority: 'medium' },
    { createdBy: 'me', assignedTo: 'me' },
    { createdBy: 'me', assignedTo: 'none', status: 'in-progress' },
    { q: aBug.title.slice(0, 2), createdBy: 'me' },
    { q: aBug.title.slice(0, 1) },
    { q: 'zz', status: 'open' },
  ] as const) {
    const whole = await ann.call(listBugs, { query });
    const page = await ann.call(listBugs, { query: { ...query, limit: '1' } });
    expect([query, page.headers.get('x-total-count')]).toEqual([query, String(whole.body.length)]);
  }
});
