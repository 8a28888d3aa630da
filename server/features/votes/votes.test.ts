import { describe, expect, test } from 'vitest';
import { type Bug, deleteBug, getBug, listBugs } from '#contract/bugs/bugs.ts';
import { markDuplicate, unmarkDuplicate } from '#contract/bugs/relations.ts';
import { addVote, getVotes, listedVotes, maxEnvironment, removeVote } from '#contract/bugs/votes.ts';
import { getWatchers } from '#contract/conversation/watching.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';

const app = await testApp();
const [ann, bob, cid, root] = await Promise.all([
  app.user({ name: 'Ann' }),
  app.user({ name: 'Bob' }),
  app.user({ name: 'Cid' }),
  app.user({ name: 'Root', role: 'admin' }),
]);

const vote = ({ _id: id }: Bug, by: TestUser, environment?: string) =>
  by.call(addVote, { params: { id }, body: environment === undefined ? {} : { environment } });
const unvote = ({ _id: id }: Bug, by: TestUser) => by.call(removeVote, { params: { id } });
const votesOn = async ({ _id: id }: Bug, by = root, limit?: number) =>
  (await by.call(getVotes, { params: { id }, query: { ...(limit && { limit: String(limit) }) } })).body;
const stored = async ({ _id: id }: Bug) => (await bob.call(getBug, { params: { id } })).body;
const mark = (bug: Bug, of: Bug) =>
  ann.call(markDuplicate, { params: { id: bug._id }, body: { bug: of._id } });
const unmark = (bug: Bug) => ann.call(unmarkDuplicate, { params: { id: bug._id } });
/** How many votes are counted, in the bug and in the list of votes, and whose they are. */
const shown = async (bug: Bug) => {
  const { total, votes } = await votesOn(bug);
  const said = votes.map(({ user, environment }) => `${user.name} ${environment}`.trim());
  expect([(await stored(bug)).votes, said.length]).toEqual([total, total]);
  return said.toSorted();
};

/** The bugs of the changes of votes so far. On PostgreSQL, changes are numbered after the commit. */
async function changesUpToNow(): Promise<Map<number, string>> {
  const waiting = async () => app.store.db.selectFrom('outbox').select('position').execute();
  await expect.poll(waiting).toEqual([]);
  const changes = app.store.db.selectFrom('changes').select(['seq', 'id']).where('kind', '=', 'votes');
  return new Map((await changes.execute()).map(({ seq, id }) => [seq, id]));
}

/** The bugs that are named in the changes that `work` leads to. */
async function announced(work: () => Promise<unknown>): Promise<string[]> {
  const before = await changesUpToNow();
  await work();
  const after = [...(await changesUpToNow())].filter(([seq]) => !before.has(seq));
  return after.map(([, id]) => id).toSorted();
}

describe('a vote', () => {
  test('is listed with its environment, newest first, and makes no version of the bug', async () => {
    const bug = await app.bug(ann);
    const first = await vote(bug, bob, '  Firefox 151\nDebian 13 ');
    expect([first.status, first.body]).toEqual([
      200,
      { total: 1, mine: first.body.votes[0], votes: [first.body.votes[0]] },
    ]);
    expect(first.body.mine).toEqual({
      user: { _id: bob._id, name: 'Bob' },
      environment: 'Firefox 151\nDebian 13',
      at: first.body.mine?.at,
    });
    app.clock.offset += 60_000;
    const { body } = await vote(bug, cid);
    expect(body).toEqual({ total: 2, mine: body.votes[0], votes: [body.votes[0], first.body.mine] });
    expect(body.mine).toMatchObject({ user: { name: 'Cid' }, environment: '' });
    expect(await votesOn(bug, ann)).toEqual({ ...body, mine: null });
    expect(await votesOn(bug, bob, 1)).toEqual({ ...body, mine: first.body.mine, votes: [body.mine] });
    expect(await stored(bug)).toEqual({ ...bug, votes: 2 });
    const watching = await bob.call(getWatchers, { params: { id: bug._id } });
    expect([watching.body.count, watching.body.isWatching]).toEqual([1, false]);
  });

  test('that is repeated changes nothing, but another environment replaces the first', async () => {
    const bug = await app.bug(ann);
    const { body } = await vote(bug, bob, 'Firefox');
    app.clock.offset += 60_000;
    expect(await announced(() => vote(bug, bob, ' Firefox '))).toEqual([]);
    expect(await votesOn(bug, bob)).toEqual(body);
    expect(await announced(() => vote(bug, bob, 'Chromium'))).toEqual([bug._id]);
    const changed = await votesOn(bug, bob);
    expect([changed.total, changed.mine?.environment]).toEqual([1, 'Chromium']);
    expect(changed.mine?.at).not.toBe(body.mine?.at);
    expect((await vote(bug, bob)).body.mine?.environment).toBe('');
  });

  test('can be removed, even repeatedly', async () => {
    const bug = await app.bug(ann);
    await vote(bug, bob);
    await vote(bug, cid);
    expect(await announced(async () => (await unvote(bug, bob)).body)).toEqual([bug._id]);
    const again = await unvote(bug, bob);
    expect([again.status, again.body.total, again.body.mine]).toEqual([200, 1, null]);
    expect(await announced(() => unvote(bug, bob))).toEqual([]);
    expect(await shown(bug)).toEqual(['Cid']);
  });

  test('of one user is stored once, even from concurrent requests', async () => {
    const bug = await app.bug(ann);
    for (let round = 0; round < 4; round += 1) {
      const sent = [...Array(8).keys()].map((i) => vote(bug, i % 2 ? bob : cid, `browser ${i}`));
      expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(sent.map(() => 200));
      expect((await votesOn(bug)).votes.map(({ user }) => user.name).toSorted()).toEqual(['Bob', 'Cid']);
      const mixed = [vote(bug, bob), unvote(bug, bob), unvote(bug, cid)];
      expect((await Promise.all(mixed)).map(({ status }) => status)).toEqual([200, 200, 200]);
      expect((await votesOn(bug)).total).toBe((await stored(bug)).votes);
      expect((await stored(bug)).votes).toBeLessThanOrEqual(1);
    }
  });

  test.each([
    ['x'.repeat(maxEnvironment), 200],
    ['\u{1f997}'.repeat(maxEnvironment), 200],
    ['\ufb2c'.repeat(Math.floor(maxEnvironment / 3)), 200],
    ['x'.repeat(maxEnvironment + 1), 400],
    ['nul \0', 400],
    ['half \ud83e', 400],
    [`e${'\u0301'.repeat(100)}`, 400],
  ])('must have a valid environment (%#)', async (environment, status) => {
    const bug = await app.bug(ann);
    const answer = await vote(bug, bob, environment);
    const said = status === 200 ? answer.body.mine?.environment : Object.keys(answer.error.fields ?? {});
    expect([answer.status, said]).toEqual([status, status === 200 ? environment : ['environment']]);
  });

  test('is refused with an invalid or unknown field, or if the bug does not exist', async () => {
    const bug = await app.bug(ann);
    const put = (id: string, body: object) => bob.call(addVote, { params: { id }, body });
    for (const body of [{ environment: 1 }, { environment: null }, { environments: 'x' }, []])
      expect((await put(bug._id, body)).status).toBe(400);
    await ann.call(deleteBug, { params: { id: bug._id } });
    for (const id of [bug._id, 'nothing'])
      for (const answer of [
        await put(id, {}),
        await bob.call(removeVote, { params: { id } }),
        await bob.call(getVotes, { params: { id }, query: {} }),
      ])
        expect([answer.status, answer.error.message]).toEqual([404, 'Bug not found']);
    for (const limit of ['0', '-1', 'x', String(listedVotes.atMost + 1)])
      expect((await bob.call(getVotes, { params: { id: bug._id }, query: { limit } })).status).toBe(400);
  });
});

test('queries can select bugs by the number of votes', async () => {
  const [one, other] = [await app.bug(ann, { title: 'Voted on' }), await app.bug(ann, { title: 'Voted on' })];
  await vote(one, bob);
  await vote(one, cid);
  await vote(other, cid);
  const selected = async (query: string) =>
    (await ann.call(listBugs, { query: { query: `title:"Voted on" ${query}` } })).body.map(({ _id }) => _id);
  expect(await selected('votes:>1')).toEqual([one._id]);
  expect(await selected('votes:1..2')).toEqual([other._id, one._id]);
  expect(await selected('has:votes')).toEqual([other._id, one._id]);
  expect(await selected('votes:0')).toEqual([]);
});

describe('votes of a duplicate', () => {
  test('count for the bug that it leads to, each user once, until the mark is removed', async () => {
    const [one, two, final] = [await app.bug(ann), await app.bug(ann), await app.bug(ann)];
    await vote(one, bob, 'Firefox');
    await vote(two, cid, 'Safari');
    await vote(final, cid, 'Chromium');
    const marked = await announced(() => mark(one, two));
    expect([marked, await shown(two)]).toEqual([[two._id], ['Bob Firefox', 'Cid Safari']]);
    // Duplicates of the duplicate count for the final bug alone. Of a user's two votes, the one for that bug is listed.
    await mark(two, final);
    expect(await shown(final)).toEqual(['Bob Firefox', 'Cid Chromium']);
    expect(await shown(one)).toEqual(['Bob Firefox']);
    expect((await ann.call(listBugs, { query: { query: 'votes:2' } })).body.map(({ _id }) => _id)).toEqual(
      expect.arrayContaining([final._id]),
    );
    const taken = await announced(() => unmark(two));
    expect([taken, await shown(final), await shown(two)]).toEqual([
      [two._id, final._id].toSorted(),
      ['Cid Chromium'],
      ['Bob Firefox', 'Cid Safari'],
    ]);
    await unmark(one);
    expect([await shown(two), await shown(one)]).toEqual([['Cid Safari'], ['Bob Firefox']]);
  });

  test('include votes that are added later', async () => {
    const [duplicate, final] = [await app.bug(ann), await app.bug(ann)];
    await mark(duplicate, final);
    const both = [duplicate._id, final._id].toSorted();
    expect(await announced(() => vote(duplicate, bob, 'Firefox'))).toEqual(both);
    expect(await shown(final)).toEqual(['Bob Firefox']);
    expect((await votesOn(final, bob)).mine?.environment).toBe('Firefox');
    // A vote on the bug itself is another one, and stays there.
    await vote(final, bob, 'Chromium');
    await unmark(duplicate);
    expect([await shown(final), await shown(duplicate)]).toEqual([['Bob Chromium'], ['Bob Firefox']]);
  });

  test('are removed with the user’s vote on the final bug', async () => {
    const [duplicate, final] = [await app.bug(ann), await app.bug(ann)];
    await vote(duplicate, bob);
    await vote(duplicate, cid);
    await mark(duplicate, final);
    const both = [duplicate._id, final._id].toSorted();
    expect(await announced(() => unvote(final, bob))).toEqual(both);
    expect([await shown(final), await shown(duplicate)]).toEqual([['Cid'], ['Cid']]);
  });

  test('no longer count once the duplicate is deleted', async () => {
    const [duplicate, final] = [await app.bug(ann), await app.bug(ann)];
    await vote(duplicate, bob);
    await mark(duplicate, final);
    await ann.call(deleteBug, { params: { id: duplicate._id } });
    expect(await shown(final)).toEqual([]);
  });
});
