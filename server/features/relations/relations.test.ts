import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getActivity } from '#contract/bugs/history.ts';
import { setBugField } from '#contract/bugs/bug-work.ts';
import { type Bug, deleteBug, getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import {
  type AddedKind,
  addRelation,
  addedKinds,
  getRelations,
  otherSide,
  removeRelation,
} from '#contract/bugs/relations.ts';
import { testApp } from '#server/test/harness.ts';
import { LiveReader } from '#server/test/live-reader.ts';

const app = await testApp();
const [ann, bob, root] = await Promise.all([
  app.user({ name: 'Ann' }),
  app.user({ name: 'Bob' }),
  app.user({ name: 'Root', role: 'admin' }),
]);

const add = (bug: Bug, kind: AddedKind, other: Bug, by = ann) =>
  by.call(addRelation, { params: { id: bug._id }, body: { kind, bug: other._id } });
const remove = (bug: Bug, kind: AddedKind, other: Bug, by = ann) =>
  by.call(removeRelation, { params: { id: bug._id, kind, other: other._id } });
const resolve = ({ _id: id }: Bug, status: Bug['status'] = 'resolved') =>
  ann.call(setBugField.status, { params: { id }, body: { status } });
const stored = async ({ _id: id }: Bug) => (await bob.call(getBug, { params: { id } })).body;

async function relationsOf({ _id: id }: Bug) {
  const { body } = await bob.call(getRelations, { params: { id } });
  return body.relations.map(({ kind, bug }) => `${kind} #${bug.number}`);
}

async function bugs(count: number): Promise<Bug[]> {
  const made = [];
  for (let i = 0; i < count; i += 1) made.push(await app.bug(ann, { title: `Bug ${i}` }));
  return made;
}

describe('relations', () => {
  test.each(addedKinds)('%s is stored once, and seen from both sides', async (kind) => {
    const [one, other] = (await bugs(2)) as [Bug, Bug];
    const added = await add(one, kind, other);
    expect(added.status).toBe(200);
    const { createdAt } = added.body.relations[0]!;
    const reference = { _id: other._id, number: other.number, title: 'Bug 1', status: 'open' };
    const by = { _id: ann._id, name: 'Ann' };
    expect(added.body).toEqual({
      relations: [{ kind, bug: reference, createdBy: by, createdAt }],
      final: null,
    });
    const seen = [[`${kind} #${other.number}`], [`${otherSide[kind]} #${one.number}`]];
    // The same again, from either side, changes nothing.
    expect((await add(one, kind, other)).body).toEqual(added.body);
    expect((await add(other, otherSide[kind], one)).status).toBe(200);
    expect([await relationsOf(one), await relationsOf(other)]).toEqual(seen);
    expect((await remove(other, otherSide[kind], one)).body.relations).toEqual([]);
    expect([await relationsOf(one), await relationsOf(other)]).toEqual([[], []]);
    expect((await remove(one, kind, other)).status).toBe(200);
    // Neither bug has a new version.
    expect([await stored(one), await stored(other)]).toEqual([one, other]);
  });

  test('are in the timelines of both, and stay there when the other bug is deleted', async () => {
    const [one, other] = (await bugs(2)) as [Bug, Bug];
    await add(one, 'blocks', other);
    await remove(one, 'blocks', other);
    const entries = async ({ _id: id }: Bug) => {
      const { body } = await bob.call(getActivity, { params: { id }, query: {} });
      return body.entries.flatMap((entry) => (entry.kind === 'relation' ? entry.relation : []));
    };
    const reference = { _id: other._id, number: other.number, title: 'Bug 1', status: 'open' };
    expect(await entries(one)).toMatchObject([
      { kind: 'blocks', isAdded: true, number: other.number, bug: reference, by: { name: 'Ann' } },
      { kind: 'blocks', isAdded: false, number: other.number },
    ]);
    expect(await entries(other)).toMatchObject([
      { kind: 'blocked-by', isAdded: true, number: one.number },
      { kind: 'blocked-by', isAdded: false, number: one.number },
    ]);
    await ann.call(deleteBug, { params: { id: other._id } });
    expect(await entries(one)).toMatchObject([{ number: other.number, bug: null }, { bug: null }]);
  });

  test('can be changed by users who work on one of the two bugs', async () => {
    const [one, other] = (await bugs(2)) as [Bug, Bug];
    const assigned = await app.bug(root, { assignedTo: bob._id });
    expect((await add(one, 'blocks', other, bob)).status).toBe(403);
    expect((await add(one, 'blocks', assigned, bob)).status).toBe(200);
    expect((await add(one, 'related', assigned)).status).toBe(200);
    expect((await remove(one, 'related', assigned, root)).status).toBe(200);
  });

  test.each([
    ['blocks', 403, 200],
    ['parent-of', 403, 200],
    ['blocked-by', 200, 403],
    ['child-of', 200, 403],
    ['causes', 200, 200],
    ['caused-by', 200, 200],
    ['related', 200, 200],
  ] as const)('%s needs the right to work on a bug that it constrains', async (kind, byOwn, byOther) => {
    const [own, other] = [await app.bug(ann), await app.bug(bob)];
    expect((await add(own, kind, other)).status).toBe(byOwn);
    // The same from the other bug.
    expect((await add(other, otherSide[kind], own)).status).toBe(byOwn);
    expect((await add(own, kind, await app.bug(bob), bob)).status).toBe(byOther);
  });

  test('of a bug with many relations are sent as a limited number of changes', async () => {
    const [one, ...others] = await bugs(61);
    for (const other of others) await add(one!, 'blocks', other);
    const sent = async () => {
      await app.store.numberChanges();
      const rows = await app.store.db
        .selectFrom('changes')
        .select(['seq', 'id'])
        .where('kind', '=', 'relations')
        .execute();
      return new Map(rows.map(({ seq, id }) => [seq, id]));
    };
    const sentDuring = async (work: () => Promise<unknown>) => {
      const before = await sent();
      await work();
      return [...(await sent())].filter(([seq]) => !before.has(seq)).map(([, id]) => id);
    };
    const { _id: id } = one!;
    expect(await sentDuring(() => ann.call(updateBug, { params: { id }, body: { title: 'Other' } }))).toEqual(
      [],
    );
    expect((await sentDuring(() => resolve(one!))).length).toBe(50);
    expect((await sentDuring(() => ann.call(deleteBug, { params: { id } }))).length).toBe(50);
  });

  test.each([
    ['itself', (one: Bug) => one, 400, 'A bug cannot be related to itself'],
    [
      'an unknown bug',
      (one: Bug) => ({ ...one, _id: '01900000-0000-7000-8000-000000000000' }),
      400,
      'There is no such bug',
    ],
  ])('with %s is refused', async (_, otherOf, status, message) => {
    const [one] = (await bugs(1)) as [Bug];
    const refused = await add(one, 'blocks', otherOf(one));
    expect([refused.status, refused.error.fields]).toEqual([status, { bug: message }]);
  });

  test('in a circle are refused, and the path is named', async () => {
    const [a, b, c] = (await bugs(3)) as [Bug, Bug, Bug];
    await add(a, 'blocks', b);
    await add(c, 'blocked-by', b);
    const refused = await add(c, 'blocks', a);
    expect([refused.status, refused.error.message]).toEqual([
      400,
      `This would be a circle: #${c.number} blocks #${a.number}, which blocks #${b.number}, which blocks #${c.number}`,
    ]);
    expect((await add(a, 'blocked-by', b)).status).toBe(400);
    // With another kind of relation, or in the other direction, there is no circle.
    expect((await add(c, 'parent-of', a)).status).toBe(200);
    expect((await add(a, 'blocks', c)).status).toBe(200);
    expect((await add(a, 'related', c)).status).toBe(200);
  });

  test('a bug has one parent', async () => {
    const [child, parent, other] = (await bugs(3)) as [Bug, Bug, Bug];
    await add(child, 'child-of', parent);
    const refused = await add(other, 'parent-of', child);
    expect([refused.status, refused.error.message]).toEqual([
      400,
      `#${child.number} has a parent already: #${parent.number}`,
    ]);
  });

  test('never form a circle, as compared with a complete search', async () => {
    const kinds = ['blocks', 'parent-of', 'causes'] as const;
    const place = fc.integer({ min: 0, max: 5 });
    const step = fc.tuple(fc.constantFrom(...kinds), place, place, fc.boolean());
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        const made = await bugs(6);
        const known: Record<string, Set<string>> = {
          blocks: new Set(),
          'parent-of': new Set(),
          causes: new Set(),
        };
        for (const [kind, from, to, isRemoved] of steps) {
          const edges = known[kind]!;
          const [one, other] = [made[from]!, made[to]!];
          if (isRemoved) {
            await remove(one, kind, other);
            edges.delete(`${from} ${to}`);
            continue;
          }
          const after = new Set(edges).add(`${from} ${to}`);
          const parents = [...after].filter((edge) => edge.endsWith(` ${to}`));
          const isFine = !hasCircle(after, 6) && (kind !== 'parent-of' || parents.length === 1);
          const { status } = await add(one, kind, other);
          expect([kind, from, to, status]).toEqual([kind, from, to, isFine ? 200 : 400]);
          if (isFine) edges.add(`${from} ${to}`);
        }
      }),
      { numRuns: 8 },
    );
  });

  test('that are added at once and together make a circle are not both stored', async () => {
    const made = await bugs(12);
    for (let i = 0; i < 12; i += 2) {
      const [one, other] = [made[i]!, made[i + 1]!];
      const both = await Promise.all([add(one, 'blocks', other), add(other, 'blocks', one)]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    }
    const parents = await Promise.all([1, 2, 3].map((i) => add(made[0]!, 'child-of', made[i]!)));
    expect(parents.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400, 400]);
  });
});

/** Whether a path leads from a bug back to itself: the transitive closure. */
function hasCircle(edges: ReadonlySet<string>, size: number): boolean {
  const all = Array.from({ length: size }, (_, i) => i);
  const leads = all.map((from) => all.map((to) => edges.has(`${from} ${to}`)));
  for (const via of all)
    for (const from of all) for (const to of all) leads[from]![to] ||= leads[from]![via]! && leads[via]![to]!;
  return all.some((i) => leads[i]![i]);
}

describe('blocked bugs', () => {
  test('count their unresolved blockers, and queries find them', async () => {
    const [one, other, blocked] = (await bugs(3)) as [Bug, Bug, Bug];
    await add(one, 'blocks', blocked);
    await add(blocked, 'blocked-by', other);
    const counts = async () => (await stored(blocked)).blockedBy;
    const found = async (query: string) => {
      const { body, headers } = await bob.call(listBugs, { query: { query, limit: '500' } });
      expect(headers.get('x-total-count')).toBe(String(body.length));
      return body.some(({ _id }) => _id === blocked._id);
    };
    expect([await counts(), await found('blocked:yes'), await found('blocked:no')]).toEqual([2, true, false]);
    await resolve(one);
    expect(await counts()).toBe(1);
    await resolve(other);
    expect([await counts(), await found('blocked:yes'), await found('-blocked:yes')]).toEqual([
      0,
      false,
      true,
    ]);
    await resolve(other, 'in-progress');
    expect([await counts(), await found('blocked:yes,no'), await found('NOT blocked:no')]).toEqual([
      1,
      true,
      true,
    ]);
    await ann.call(deleteBug, { params: { id: other._id } });
    expect(await counts()).toBe(0);
  });

  test.each([
    ['another status', async (bug: Bug) => resolve(bug)],
    ['its deletion', async ({ _id: id }: Bug) => ann.call(deleteBug, { params: { id } })],
    ['a relation more', async (bug: Bug, other: Bug) => add(bug, 'related', other)],
    ['a relation less', async (bug: Bug, other: Bug) => remove(bug, 'blocks', other)],
  ])('are sent live after a change of the blocker: %s', async (_, change) => {
    const [blocker, blocked] = (await bugs(2)) as [Bug, Bug];
    await add(blocker, 'blocks', blocked);
    const live = await LiveReader.open(app.url, bob.token);
    expect((await change(blocker, blocked)).status).toBeLessThan(300);
    for (;;) {
      const event = await live.next();
      if (event?.data['type'] === 'relations' && event.data['_id'] === blocked._id) break;
    }
    live.close();
  });
});
