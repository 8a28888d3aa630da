import { describe, expect, test } from 'vitest';
import { type Bug, deleteBug, getBug } from '#contract/bugs/bugs.ts';
import {
  type Comment,
  addCommentReaction,
  createComment,
  deleteComment,
  getComment,
  removeCommentReaction,
  type ReactionName,
  addBugReaction,
  getBugReactions,
  maxNamed,
  reactionNames,
  removeBugReaction,
} from '#contract/conversation/comments.ts';
import { type Client, testApp } from '#server/test/harness.ts';

const app = await testApp();
const ann = await app.user({ name: 'Ann' });
const bob = await app.user({ name: 'Bob' });
const ref = ({ _id, name }: { _id: string; name: string }) => ({ _id, name });

async function aComment(bug: Bug): Promise<Comment> {
  return (await ann.call(createComment, { params: { id: bug._id }, body: { body: 'Seen here, too' } })).body;
}

const onComment = {
  add: (by: Client, id: string, name: ReactionName) => by.call(addCommentReaction, { params: { id, name } }),
  remove: (by: Client, id: string, name: ReactionName) =>
    by.call(removeCommentReaction, { params: { id, name } }),
  read: async (by: Client, id: string) => (await by.call(getComment, { params: { id } })).body.reactions,
  target: async () => (await aComment(await app.bug(ann)))._id,
};
const onBug = {
  add: (by: Client, id: string, name: ReactionName) => by.call(addBugReaction, { params: { id, name } }),
  remove: (by: Client, id: string, name: ReactionName) =>
    by.call(removeBugReaction, { params: { id, name } }),
  read: async (by: Client, id: string) => (await by.call(getBugReactions, { params: { id } })).body,
  target: async () => (await app.bug(ann))._id,
};

describe.each([
  ['a comment', onComment],
  ['a bug', onBug],
])('reactions to %s', (_, { add, remove, read, target }) => {
  test('count once for each name and user, in the order of the names', async () => {
    const id = await target();
    await add(bob, id, 'eyes');
    await add(bob, id, '+1');
    await add(bob, id, '+1');
    const { status, body } = await add(ann, id, '+1');
    expect(status).toBe(200);
    expect(body).toEqual([
      { name: '+1', count: 2, mine: true, users: [ref(bob), ref(ann)] },
      { name: 'eyes', count: 1, mine: false, users: [ref(bob)] },
    ]);
    expect(await read(ann, id)).toEqual(body);
    expect((await read(bob, id)).map(({ mine }) => mine)).toEqual([true, true]);
  });

  test('are removed by their users', async () => {
    const id = await target();
    await add(bob, id, 'heart');
    expect((await remove(ann, id, 'heart')).body).toHaveLength(1);
    expect((await remove(bob, id, 'heart')).body).toEqual([]);
    expect((await remove(bob, id, 'heart')).status).toBe(200);
    expect(await read(bob, id)).toEqual([]);
  });

  test('list the first users who added them, and count all', async () => {
    const id = await target();
    const people = await Promise.all(Array.from({ length: maxNamed + 2 }, () => app.user()));
    for (const person of people) {
      app.clock.offset += 1_000;
      await add(person, id, 'hooray');
    }
    app.clock.offset = 0;
    const [reaction] = await read(ann, id);
    expect(reaction).toMatchObject({ count: maxNamed + 2, mine: false });
    expect(reaction?.users).toEqual(people.slice(0, maxNamed).map(ref));
  });

  test('can have only the names of the contract, and need an existing target', async () => {
    const id = await target();
    for (const name of reactionNames) expect((await add(bob, id, name)).status).toBe(200);
    expect((await add(bob, id, 'rocket' as ReactionName)).status).toBe(404);
    expect((await add(bob, ann._id, '+1')).status).toBe(404);
    await Promise.all(Array.from({ length: 6 }, () => add(ann, id, '+1')));
    expect((await read(bob, id))[0]?.count).toBe(2);
  });
});

test('reactions leave versions as they are, and are deleted with their target', async () => {
  const bug = await app.bug(ann);
  const comment = await aComment(bug);
  await onBug.add(bob, bug._id, '+1');
  await onComment.add(bob, comment._id, '+1');
  expect((await ann.call(getBug, { params: { id: bug._id } })).body).toEqual({ ...bug, comments: 1 });
  expect((await ann.call(getComment, { params: { id: comment._id } })).body).toMatchObject({ version: 1 });
  await ann.call(deleteComment, { params: { id: comment._id } });
  expect(await onComment.read(ann, comment._id)).toEqual([]);
  expect((await onComment.add(bob, comment._id, '+1')).status).toBe(404);
  await ann.call(deleteBug, { params: { id: bug._id } });
  expect((await bob.call(getBugReactions, { params: { id: bug._id } })).status).toBe(404);
  const { db } = app.store;
  const left = await Promise.all([
    db.selectFrom('bug_reactions').select('name').where('bug_id', '=', bug._id).execute(),
    db.selectFrom('comment_reactions').select('name').where('comment_id', '=', comment._id).execute(),
  ]);
  expect(left).toEqual([[], []]);
});
