import { describe, expect, test } from 'vitest';
import { endpoints } from '#contract/index.ts';
import { getBugPage } from '#contract/bugs/bug-page.ts';
import { deleteBug } from '#contract/bugs/bugs.ts';
import { getActivity } from '#contract/bugs/history.ts';
import { addRelation, getRelations, markDuplicate } from '#contract/bugs/relations.ts';
import { addVote, getVotes } from '#contract/bugs/votes.ts';
import { addBugReaction, createComment, getBugReactions } from '#contract/conversation/comments.ts';
import { listInbox } from '#contract/conversation/inbox.ts';
import { getBugMail } from '#contract/conversation/mail-in.ts';
import { getWatchers, watchBug } from '#contract/conversation/watching.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';

const app = await testApp();
const [ann, bob, root] = await Promise.all([
  app.user({ name: 'Ann' }),
  app.user({ name: 'Bob' }),
  app.user({ name: 'Root', role: 'admin' }),
]);

/** The parts of a bug's page, each by its own call. */
async function asSingleCalls(by: TestUser, id: string, around?: string) {
  const params = { id };
  const [activity, reactions, votes, watchers, relations, unread, mail] = await Promise.all([
    by.call(getActivity, { params, query: around === undefined ? {} : { around } }),
    by.call(getBugReactions, { params }),
    by.call(getVotes, { params, query: {} }),
    by.call(getWatchers, { params }),
    by.call(getRelations, { params }),
    by.call(listInbox, { query: { bug: id, state: 'unread' } }),
    by.call(getBugMail, { params }),
  ]);
  return {
    activity: activity.body,
    reactions: reactions.body,
    votes: votes.body,
    watchers: watchers.body,
    relations: relations.body,
    unread: unread.body,
    mail: mail.body,
  };
}

const pageOf = (by: TestUser, id: string, query: { around?: string } = {}) =>
  by.call(getBugPage, { params: { id }, query });

describe('the page of a bug', () => {
  test('has what the single calls return to each caller, also after a change', async () => {
    const bug = await app.bug(ann, { assignedTo: bob._id });
    const [other, duplicate] = [await app.bug(ann), await app.bug(bob)];
    const params = { id: bug._id };
    const comments: string[] = [];
    for (let i = 0; i < 60; i += 1)
      comments.push(
        (await ann.call(createComment, { params, body: { body: `Comment ${i} for @Bob` } })).body._id,
      );
    await bob.call(addVote, { params, body: { environment: 'Firefox' } });
    await bob.call(addBugReaction, { params: { ...params, name: 'heart' } });
    await root.call(watchBug, { params });
    await ann.call(addRelation, { params, body: { kind: 'blocks', bug: other._id } });
    await bob.call(markDuplicate, { params: { id: duplicate._id }, body: { bug: bug._id } });
    await app.runJobs();
    const check = async () => {
      for (const by of [ann, bob, root]) {
        for (const id of [bug._id, duplicate._id]) {
          const page = await pageOf(by, id);
          expect([page.status, page.body]).toEqual([200, await asSingleCalls(by, id)]);
        }
        const [, second = ''] = comments;
        const { body } = await pageOf(by, bug._id, { around: second });
        expect(body).toEqual(await asSingleCalls(by, bug._id, second));
        expect(JSON.stringify(body['activity'])).toContain(`"_id":"${second}"`);
      }
    };
    await check();
    await bob.call(createComment, { params, body: { body: 'One more' } });
    await app.runJobs();
    await check();
    const { body } = await pageOf(bob, bug._id);
    expect(body).toMatchObject({
      unread: [{ state: 'unread' }],
      votes: { total: 1 },
      watchers: { count: 3 },
    });
  });

  test('has each part under a name of its own', () => {
    const names = endpoints.flatMap(({ bugPage }) => bugPage?.name ?? []);
    expect(names.toSorted()).toEqual([
      'activity',
      'mail',
      'reactions',
      'relations',
      'unread',
      'votes',
      'watchers',
    ]);
  });

  test('fails in the same way as the single calls', async () => {
    const bug = await app.bug(ann);
    const unknown = await pageOf(bob, bug._id, { around: crypto.randomUUID() });
    expect([unknown.status, Object.keys(unknown.error.fields ?? {})]).toEqual([400, ['around']]);
    await ann.call(deleteBug, { params: { id: bug._id } });
    for (const id of [bug._id, 'nothing']) {
      const { status, error } = await pageOf(bob, id);
      expect([status, error.message]).toEqual([404, 'Bug not found']);
    }
  });
});
