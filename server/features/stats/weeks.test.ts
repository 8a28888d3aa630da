import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { statuses } from '#contract/bugs/bug-fields.ts';
import { deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import { type Week, getWeeklyStats, weekCount } from '#contract/bugs/stats.ts';
import { testApp } from '#server/test/harness.ts';

const day = 86_400_000;
const first = Date.parse('2026-02-02T00:00:00.000Z');
let time = first;
const app = await testApp({ time: () => time });

/** An admin whose session is not too old for the time. */
const someone = () => app.user({ role: 'admin', email: `${crypto.randomUUID()}@example.com` });

async function weeks(): Promise<Week[]> {
  const { status, body } = await (await someone()).call(getWeeklyStats, {});
  expect(status).toBe(200);
  return body;
}

const eventful = async () =>
  (await weeks())
    .filter(({ opened, resolved }) => opened > 0 || resolved > 0)
    .map(({ monday, opened, resolved }) => [monday, opened, resolved]);

/** The stored counts, and those that counting finds. */
async function days() {
  const { db } = app.store;
  const kept = await db
    .selectFrom('bug_days')
    .select((eb) => ['day', eb.fn.sum('opened').as('opened'), eb.fn.sum('resolved').as('resolved')])
    .groupBy('day')
    .execute();
  const bugs = await db.selectFrom('bugs').select(['id', 'status', 'created_at']).execute();
  const resolutions = await db.selectFrom('resolutions').selectAll().execute();
  const resolved = bugs.filter(({ status }) => statuses[status] === 'resolved').map(({ id }) => id);
  expect(resolutions.map(({ bug_id }) => bug_id).toSorted()).toEqual(resolved.toSorted());
  const counted = new Map<string, number>();
  for (const moment of [
    ...bugs.map(({ created_at }) => `opened ${created_at}`),
    ...resolutions.map(({ at }) => `resolved ${at}`),
  ]) {
    const key = moment.replace(/T.*/, '');
    counted.set(key, (counted.get(key) ?? 0) + 1);
  }
  return {
    kept: kept
      .flatMap((row) => [`opened ${row.day}: ${row.opened}`, `resolved ${row.day}: ${row.resolved}`])
      .filter((line) => !line.endsWith(': 0'))
      .toSorted(),
    counted: [...counted].map(([key, times]) => `${key}: ${times}`).toSorted(),
  };
}

beforeEach(() => {
  time += 200 * day;
});

test('twelve weeks, each named by its Monday in UTC, the present one last', async () => {
  time = Date.parse('2026-11-22T23:59:59.999Z');
  const mondays = (await weeks()).map(({ monday }) => monday);
  expect(mondays).toHaveLength(weekCount);
  expect([mondays[0], mondays.at(-1)]).toEqual(['2026-08-31', '2026-11-16']);
  time += 1;
  expect((await weeks()).at(-1)?.monday).toBe('2026-11-23');
});

test('a bug counts in the weeks in which it was filed and last resolved', async () => {
  time = Date.parse('2027-01-03T23:59:59.999Z');
  const bug = await app.bug(await someone());
  time += 1;
  await app.bug(await someone());
  await app.bug(await someone(), { status: 'resolved' });
  expect(await eventful()).toEqual([
    ['2026-12-28', 1, 0],
    ['2027-01-04', 2, 1],
  ]);
  time += 9 * day;
  const change = async (body: { status: (typeof statuses)[number] }) =>
    (await someone()).call(updateBug, { params: { id: bug._id }, body });
  await change({ status: 'in-progress' });
  await change({ status: 'resolved' });
  expect(await eventful()).toEqual([
    ['2026-12-28', 1, 0],
    ['2027-01-04', 2, 1],
    ['2027-01-11', 0, 1],
  ]);
  // Reopened, it no longer counts as resolved; resolved again, it counts at the later time.
  time += 7 * day;
  await change({ status: 'open' });
  expect((await eventful()).at(-1)).toEqual(['2027-01-04', 2, 1]);
  await change({ status: 'resolved' });
  expect((await eventful()).at(-1)).toEqual(['2027-01-18', 0, 1]);
  await (await someone()).call(deleteBug, { params: { id: bug._id } });
  expect(await eventful()).toEqual([['2027-01-04', 2, 1]]);
});

test('weeks before the last twelve are left out', async () => {
  time = Date.parse('2028-01-03T00:00:00.000Z');
  await app.bug(await someone());
  time += 12 * 7 * day - 1;
  expect((await weeks())[0]).toEqual({ monday: '2028-01-03', opened: 1, resolved: 0 });
  time += 1;
  expect(await eventful()).toEqual([]);
});

test('the stored counts equal a count of all bugs after any changes', { tags: ['slow'] }, async () => {
  const ids: string[] = [];
  const step = fc.record({
    what: fc.constantFrom('file', 'file', 'edit', 'edit', 'delete'),
    status: fc.constantFrom(...statuses),
    later: fc.nat(3 * day),
    which: fc.nat(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 20 }), async (steps) => {
      const user = await someone();
      for (const { what, status, later, which } of steps) {
        const id = ids[which % Math.max(1, ids.length)] ?? '';
        if (what === 'file') ids.push((await app.bug(user, { status }))._id);
        if (what === 'edit') await user.call(updateBug, { params: { id }, body: { status } });
        if (what === 'delete') await user.call(deleteBug, { params: { id } });
        time += later / steps.length;
      }
      const { kept, counted } = await days();
      expect(kept).toEqual(counted);
    }),
    { numRuns: 15, seed: 20_261_121 },
  );
  expect(ids.length).toBeGreaterThan(30);
});

test('at the same time, too', async () => {
  const user = await someone();
  const bugs = await Promise.all(Array.from({ length: 20 }, () => app.bug(user)));
  time += day;
  await Promise.all(
    bugs.flatMap(({ _id: id }, i) => [
      user.call(updateBug, { params: { id }, body: { status: statuses[i % 3] ?? 'open' } }),
      user.call(updateBug, { params: { id }, body: { status: 'resolved' } }),
      ...(i % 4 === 0 ? [user.call(deleteBug, { params: { id } })] : []),
    ]),
  );
  const { kept, counted } = await days();
  expect(kept).toEqual(counted);
});

test('401 without a session', async () => {
  expect((await app.anonymous.call(getWeeklyStats, {})).status).toBe(401);
});
