import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { statuses } from '#contract/bugs/bug-fields.ts';
import { deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import { type Week, getWeeklyStats, weekCount } from '#contract/bugs/stats.ts';
import { insertBugs } from '#server/seed/bulk-bugs.ts';
import { newId } from '#server/engine/id.ts';
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

/** The chart, and the same counted one by one. */
async function bothCounts() {
  const { db } = app.store;
  const bugs = await db.selectFrom('bugs').select(['id', 'status', 'created_at']).execute();
  const resolutions = await db.selectFrom('resolutions').selectAll().execute();
  const resolved = bugs.filter(({ status }) => statuses[status] === 'resolved').map(({ id }) => id);
  expect(resolutions.map(({ bug_id }) => bug_id).toSorted()).toEqual(resolved.toSorted());
  const countIn = (monday: string, moments: readonly string[]) => {
    const times = moments.map((moment) => Date.parse(moment) - Date.parse(monday));
    return times.filter((sinceMonday) => sinceMonday >= 0 && sinceMonday < 7 * day).length;
  };
  const chart = await weeks();
  const counted = chart.map(({ monday }) => ({
    monday,
    opened: countIn(
      monday,
      bugs.map(({ created_at }) => created_at),
    ),
    resolved: countIn(
      monday,
      resolutions.map(({ at }) => at),
    ),
  }));
  return { chart, counted };
}

beforeEach(() => {
  time += 200 * day;
});

test('there are twelve weeks, each named by its Monday in UTC, the current one last', async () => {
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

test('the chart equals a count of all bugs after any changes', { tags: ['slow'] }, async () => {
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
      const { chart, counted } = await bothCounts();
      expect(chart).toEqual(counted);
    }),
    { numRuns: 15, seed: 20_261_121 },
  );
  expect(ids.length).toBeGreaterThan(30);
});

test('the chart equals a count of all bugs after concurrent changes', async () => {
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
  const { chart, counted } = await bothCounts();
  expect(chart).toEqual(counted);
});

test('with many bugs, the chart is counted once a minute', { tags: ['slow'] }, async () => {
  time = Date.parse('2050-01-05T12:00:30.000Z');
  const user = await someone();
  const bug = await app.bug(user, { status: 'resolved' });
  await app.store.write(async (tx) => {
    const rows = tx.selectFrom('bugs').selectAll().where('id', '=', bug._id);
    const { component_id: _component, triaged: _triaged, ...row } = await rows.executeTakeFirstOrThrow();
    const copies = Array.from({ length: 10_000 }, (_, i) => ({
      ...row,
      number: bug.number + 1 + i,
      id: newId(),
    }));
    await insertBugs(tx, copies);
  });
  const latest = async () => (await eventful()).at(-1);
  expect(await latest()).toEqual(['2050-01-03', 10_001, 10_001]);
  await (await someone()).call(deleteBug, { params: { id: bug._id } });
  time += 29_999;
  expect(await latest()).toEqual(['2050-01-03', 10_001, 10_001]);
  time += 1;
  expect(await latest()).toEqual(['2050-01-03', 10_000, 10_000]);
});

test('401 without a session', async () => {
  expect((await app.anonymous.call(getWeeklyStats, {})).status).toBe(401);
});
