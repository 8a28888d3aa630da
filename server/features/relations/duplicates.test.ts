import { describe, expect, test } from 'vitest';
import { setBugField } from '#contract/bugs/bug-work.ts';
import { type Bug, deleteBug, getBug } from '#contract/bugs/bugs.ts';
import {
  createComment,
  addBugReaction,
  getBugReactions,
  removeBugReaction,
} from '#contract/conversation/comments.ts';
import {
  markDuplicate,
  unmarkDuplicate,
  addRelation,
  getRelations,
  maxDuplicates,
} from '#contract/bugs/relations.ts';
import { listLikelyDuplicates } from '#contract/bugs/likely-duplicates.ts';
import { getWatchers, unwatchBug, watchBug } from '#contract/conversation/watching.ts';
import { lastChange } from '#server/engine/changes.ts';
import { insertBugs } from '#server/seed/bulk-bugs.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { newId } from '#server/engine/id.ts';
import type { Tx } from '#server/engine/schema.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';
import { edgeOf } from './edges.ts';
import { insertRelation } from './queries.ts';

const app = await testApp();
const [ann, bob, cid, dan, root] = await Promise.all([
  app.user({ name: 'Ann' }),
  app.user({ name: 'Bob' }),
  app.user({ name: 'Cid' }),
  app.user({ name: 'Dan' }),
  app.user({ name: 'Root', role: 'admin' }),
]);

type Id = Pick<Bug, '_id'>;

const mark = (bug: Id, of: Id, by = ann) =>
  by.call(markDuplicate, { params: { id: bug._id }, body: { bug: of._id } });
const unmark = (bug: Id, by = ann) => by.call(unmarkDuplicate, { params: { id: bug._id } });
const stored = async ({ _id: id }: Bug) => (await bob.call(getBug, { params: { id } })).body;
const watch = ({ _id: id }: Bug, by: TestUser) => by.call(watchBug, { params: { id }, query: {} });
const unwatch = ({ _id: id }: Bug, by: TestUser) => by.call(unwatchBug, { params: { id }, query: {} });
const react = ({ _id: id }: Bug, name: 'heart' | '+1', by: TestUser) =>
  by.call(addBugReaction, { params: { id, name } });
const finalOf = async ({ _id: id }: Bug) =>
  (await bob.call(getRelations, { params: { id } })).body.final?.number;

const watchersOf = async ({ _id: id }: Bug) =>
  (await root.call(getWatchers, { params: { id } })).body.watchers.map(({ name }) => name);
const reactionsTo = async ({ _id: id }: Bug) =>
  (await bob.call(getBugReactions, { params: { id } })).body.map(
    ({ name, users }) => `${name} ${users.map((user) => user.name).join(' ')}`,
  );
const shown = async (bug: Bug) => [await watchersOf(bug), await reactionsTo(bug)];

const changesUpToNow = async () => {
  await app.store.numberChanges();
  return lastChange(app.store.db);
};

const at = new Date().toISOString();
const plain = { by: ann._id, at };
const stateBefore = '{"status":"open","resolution":null}';

/** Bugs of Ann, added at once. */
async function manyBugs(count: number) {
  return app.store.write(async (tx) => {
    const numbers = await engineOf(tx).nextNumbers(tx, count);
    const made = numbers.map((number) => ({ _id: newId(), number }));
    const texts = { title: 'Many', title_fold: 'many', description: 'Many', description_fold: 'many' };
    await insertBugs(
      tx,
      made.map(({ _id: id, number }) => ({
        ...texts,
        id,
        number,
        status: 0,
        priority: 0,
        assigned_to: null,
        created_by: ann._id,
        created_at: at,
        updated_at: at,
        version: 1,
      })),
    );
    return made;
  });
}

/** Relates duplicates to others, many in a statement. */
async function insertDuplicates(tx: Tx, pairs: readonly (readonly [Id, Id])[]): Promise<void> {
  const rows = pairs.map(([one, other]) => {
    const { from, kind, to } = edgeOf(one._id, 'duplicate-of', other._id);
    return { from_id: from, kind, to_id: to, created_by: ann._id, at, state_before: stateBefore };
  });
  for (let begin = 0; begin < rows.length; begin += 500)
    await tx
      .insertInto('bug_relations')
      .values(rows.slice(begin, begin + 500))
      .execute();
}

describe('a duplicate', () => {
  test('is resolved as a duplicate, and leads to the bug at the end of the chain', async () => {
    const [one, two, three] = [await app.bug(ann), await app.bug(ann), await app.bug(ann)];
    const { status, body } = await mark(one, two);
    expect([status, body]).toEqual([
      200,
      { ...one, status: 'resolved', resolution: 'duplicate', version: 2, updatedAt: body.updatedAt },
    ]);
    expect(await stored(one)).toEqual(body);
    // The same again changes nothing.
    expect((await mark(one, two)).body).toEqual(body);
    await mark(two, three);
    expect([await finalOf(one), await finalOf(two), await finalOf(three)]).toEqual([
      three.number,
      three.number,
      undefined,
    ]);
    const circle = await mark(three, one);
    expect([circle.status, circle.error.message]).toEqual([
      400,
      `This would be a circle: #${three.number} is a duplicate of #${one.number}, which is a duplicate of #${two.number}, which is a duplicate of #${three.number}`,
    ]);
    expect((await mark(three, three)).status).toBe(400);
    expect((await mark(three, { ...one, _id: root._id })).status).toBe(400);
    expect(await stored(three)).toEqual(three);
    await ann.call(deleteBug, { params: { id: two._id } });
    expect([await finalOf(one), (await stored(one)).resolution]).toEqual([undefined, 'duplicate']);
  });

  test.each([
    ['open', null],
    ['in-progress', null],
    ['resolved', 'wont-fix'],
  ] as const)('that was %s (%s) gets its former state back', async (status, resolution) => {
    const [bug, other] = [await app.bug(ann, { status, resolution }), await app.bug(ann)];
    await mark(bug, other);
    // Marked again, as a duplicate of another bug, it still has its former state.
    await mark(bug, await app.bug(ann));
    const { body } = await unmark(bug);
    expect(body).toMatchObject({ status, resolution });
    expect([await stored(bug), await finalOf(bug)]).toEqual([body, undefined]);
    expect((await unmark(bug)).body).toEqual(body);
  });

  test('is no longer one after an edit that ends the resolution', async () => {
    const [bug, other] = [await app.bug(ann), await app.bug(bob)];
    await mark(bug, other);
    expect(await watchersOf(other)).toEqual(['Ann', 'Bob']);
    await ann.call(setBugField.status, { params: { id: bug._id }, body: { status: 'in-progress' } });
    expect([await finalOf(bug), await watchersOf(other)]).toEqual([undefined, ['Bob']]);
    await mark(bug, other);
    await ann.call(setBugField.resolution, { params: { id: bug._id }, body: { resolution: 'fixed' } });
    expect([await finalOf(bug), await watchersOf(other)]).toEqual([undefined, ['Bob']]);
  });

  test('can be marked only by users who work on it', async () => {
    const [bug, other] = [await app.bug(ann, { assignedTo: cid._id }), await app.bug(bob)];
    expect([(await mark(bug, other, bob)).status, (await unmark(bug, bob)).status]).toEqual([403, 403]);
    expect([(await mark(bug, other, cid)).status, (await unmark(bug, root)).status]).toEqual([200, 200]);
  });

  test('is only one of two bugs that are marked as duplicates of each other at once', async () => {
    for (let i = 0; i < 3; i += 1) {
      const [one, other] = [await app.bug(ann), await app.bug(ann)];
      const both = await Promise.all([mark(one, other), mark(other, one)]);
      expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400]);
    }
  });

  test('that is marked while it is reopened ends in a consistent state', async () => {
    for (let i = 0; i < 3; i += 1) {
      const [bug, other] = [await app.bug(ann), await app.bug(bob)];
      await mark(bug, other);
      const reopened = ann.call(setBugField.status, { params: { id: bug._id }, body: { status: 'open' } });
      await Promise.all([reopened, mark(bug, await app.bug(bob))]);
      const { resolution } = await stored(bug);
      expect((await finalOf(bug)) !== undefined).toBe(resolution === 'duplicate');
      expect(await watchersOf(other)).toEqual(['Bob']);
    }
  });

  test('among the likely duplicates leads to the final bug', async () => {
    const title = 'Quokka enclosure overflows the marmalade';
    const [bug, middle, last] = [
      await app.bug(ann, { title }),
      await app.bug(ann, { title: 'Middle' }),
      await app.bug(ann, { title: 'Last' }),
    ];
    await mark(bug, middle);
    await mark(middle, last);
    const { body } = await bob.call(listLikelyDuplicates, { query: { title } });
    expect(body[0]).toMatchObject({
      number: bug.number,
      duplicateOf: { number: last.number, title: 'Last' },
    });
  });
});

describe('what a duplicate carries over', () => {
  test('is its watchers and reactions, and unmarking undoes all of it', async () => {
    const [bug, other] = [await app.bug(ann), await app.bug(bob)];
    await watch(bug, cid);
    await react(bug, 'heart', cid);
    await react(bug, '+1', bob);
    await react(other, '+1', bob);
    const before = await shown(other);
    await mark(bug, other);
    expect(await shown(other)).toEqual([
      ['Ann', 'Bob', 'Cid'],
      ['+1 Bob', 'heart Cid'],
    ]);
    await unmark(bug);
    expect(await shown(other)).toEqual(before);
    expect(await shown(bug)).toEqual([
      ['Ann', 'Cid'],
      ['+1 Bob', 'heart Cid'],
    ]);
  });

  test('stays if users have chosen it in the meantime', async () => {
    const [bug, other] = [await app.bug(ann), await app.bug(bob)];
    for (const user of [cid, dan, root]) await watch(bug, user);
    for (const user of [cid, dan]) await react(bug, 'heart', user);
    // The admin has stopped watching the other bug.
    await unwatch(other, root);
    await mark(bug, other);
    expect(await watchersOf(other)).toEqual(['Ann', 'Bob', 'Cid', 'Dan']);
    await watch(other, cid);
    await ann.call(createComment, { params: { id: other._id }, body: { body: 'Here, too' } });
    await unwatch(other, dan);
    await react(other, 'heart', cid);
    await dan.call(removeBugReaction, { params: { id: other._id, name: 'heart' } });
    await unmark(bug);
    expect(await shown(other)).toEqual([['Ann', 'Bob', 'Cid'], ['heart Cid']]);
  });

  test('through a chain is only at the final bug, attributed to its source, in any order', async () => {
    const [one, two, last] = [await app.bug(ann), await app.bug(cid), await app.bug(bob)];
    await react(one, '+1', dan);
    await mark(one, two, root);
    expect(await shown(two)).toEqual([['Ann', 'Cid'], ['+1 Dan']]);
    await mark(two, last, root);
    expect([await shown(two), await shown(last)]).toEqual([
      [['Cid'], []],
      [['Ann', 'Bob', 'Cid'], ['+1 Dan']],
    ]);
    // A second duplicate through which the same user watches.
    const third = await app.bug(ann);
    await mark(third, last, root);
    await unmark(one, root);
    expect(await shown(last)).toEqual([['Ann', 'Bob', 'Cid'], []]);
    await unmark(third, root);
    expect(await watchersOf(last)).toEqual(['Bob', 'Cid']);
    await mark(one, two, root);
    expect([await watchersOf(two), await watchersOf(last)]).toEqual([['Cid'], ['Ann', 'Bob', 'Cid']]);
    await unmark(two, root);
    expect([await watchersOf(two), await watchersOf(last)]).toEqual([['Ann', 'Cid'], ['Bob']]);
  });

  test('is a row for each of at most a thousand duplicates, however they are chained', async () => {
    const made = await manyBugs(maxDuplicates + 2);
    const [first, last] = [made[0]!, made.at(-2)!];
    // A chain of 500; the others are duplicates of its first bug.
    const edges = made.slice(0, -2).map((bug, i) => [bug, i < 500 ? made[500]! : made[i + 1]!] as const);
    await app.store.write((tx) => insertDuplicates(tx, edges));
    const rows = async () =>
      (await app.store.db.selectFrom('carried_watches').select('target_id').execute()).length;
    const before = await rows();
    const refused = await mark(made.at(-1)!, last);
    expect([refused.status, refused.error.fields]).toEqual([
      400,
      { bug: `#${last.number} would have more than 1,000 duplicates, directly and through others` },
    ]);
    expect((await mark(last, made.at(-1)!)).status).toBe(400);
    expect(await rows()).toBe(before);
    // Unmarks one in the middle of the chain, and marks it as a duplicate of the last one.
    const middle = made[700]!;
    const changes = await changesUpToNow();
    expect((await unmark(middle)).status).toBe(200);
    expect(await rows()).toBe(before + 700);
    expect((await mark(middle, last)).status).toBe(200);
    expect(await rows()).toBe(before + 701);
    expect((await changesUpToNow()) - changes).toBeLessThan(30);
    expect((await unmark(first)).status).toBe(200);
    expect(await rows()).toBe(before + 700);
  });

  test('does not count towards the limit of relations', async () => {
    const [final, other, ...made] = await manyBugs(maxDuplicates);
    await app.store.write(async (tx) => {
      await insertDuplicates(
        tx,
        made.map((bug) => [bug, final!]),
      );
      for (const bug of made.slice(0, 10))
        await insertRelation(tx, edgeOf(bug._id, 'related', final!._id), plain);
    });
    const body = { kind: 'related', bug: other!._id } as const;
    expect((await ann.call(addRelation, { params: { id: final!._id }, body })).status).toBe(200);
  });
});
