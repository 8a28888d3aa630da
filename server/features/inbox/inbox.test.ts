import { describe, expect, test } from 'vitest';
import type { Bug } from '#contract/bugs.ts';
import { type Comment, createComment } from '#contract/comments.ts';
import * as contract from '#contract/inbox.ts';
import type { InboxItem, InboxList } from '#contract/inbox.ts';
import { type Client, testApp } from '#server/test/harness.ts';

const app = await testApp();
const [ann, bob] = [await app.user({ name: 'Ann' }), await app.user({ name: 'Bob' })];
const ref = ({ _id, name }: { _id: string; name: string }) => ({ _id, name });

async function post(by: Client, { _id: id }: Bug, body: string, more: object = {}): Promise<Comment> {
  const answer = await by.call(createComment, { params: { id }, body: { body, ...more } });
  expect(answer.status).toBe(201);
  return answer.body;
}

async function itemsOf(user: Client, state: InboxList = 'all'): Promise<InboxItem[]> {
  await app.runJobs();
  return (await user.call(contract.listInbox, { query: { state } })).body;
}

/** The row of a bug in a user's inbox. */
async function itemOf(user: Client, bug: Bug, state: InboxList = 'all'): Promise<InboxItem | undefined> {
  return (await itemsOf(user, state)).find((item) => item.bug._id === bug._id);
}

describe('a comment', () => {
  test('is in the inbox of the creator, once, and not in that of its author', async () => {
    const bug = await app.bug(ann);
    const comment = await post(bob, bug, 'Seen here, too');
    expect(await itemOf(ann, bug)).toEqual({
      bug: { _id: bug._id, number: bug.number, title: bug.title, status: 'open', priority: 'medium' },
      reasons: ['commented'],
      state: 'unread',
      snoozedUntil: null,
      firstUnread: comment.createdAt,
      at: comment.createdAt,
      latest: { kind: 'commented', by: ref(bob), at: comment.createdAt, commentId: comment._id },
    });
    expect(await itemOf(bob, bug)).toBeUndefined();
  });
});

test('an assignment', async () => {
  const bug = await app.bug(ann, { assignedTo: bob._id });
  expect(await itemOf(bob, bug)).toMatchObject({ reasons: ['assigned'], latest: { kind: 'created' } });
});
