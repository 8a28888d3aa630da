import { beforeEach, describe, expect, test } from 'vitest';
import { updateManagedUser } from '#contract/admin/admin.ts';
import { type Bug, deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import { setBugField } from '#contract/bugs/bug-work.ts';
import {
  type Comment,
  createComment,
  deleteComment,
  updateComment,
} from '#contract/conversation/comments.ts';
import * as contract from '#contract/conversation/inbox.ts';
import type { InboxItem, InboxList, InboxState } from '#contract/conversation/inbox.ts';
import { newsText } from '#contract/conversation/sentences.ts';
import { askReporter } from '#contract/bugs/triage.ts';
import { unwatchBug, watchBug } from '#contract/conversation/watching.ts';
import type { Input } from '#contract/endpoint.ts';
import { newId } from '#server/engine/id.ts';
import type { RowsNotified } from '#server/extensions/bug-extension.ts';
import { JobWorker } from '#server/jobs/worker.ts';
import { type Client, type TestUser, testApp } from '#server/test/harness.ts';
import { fanOut } from './fan-out.ts';

const app = await testApp();
const [ann, bob, cleo, admin] = await Promise.all([
  app.user({ name: 'Ann' }),
  app.user({ name: 'Bob' }),
  app.user({ name: 'Cleo' }),
  app.user({ name: 'Root', role: 'admin' }),
]);
const ref = ({ _id, name }: { _id: string; name: string }) => ({ _id, name });
const day = 86_400_000;
const soon = (ms: number) => new Date(Date.now() + app.clock.offset + ms).toISOString();

beforeEach(() => {
  // Each test is later than the one before, so that no two activities have the same time.
  app.clock.offset += 1_000;
});

type Posted = Partial<Input<typeof createComment>['body']>;

async function post(by: Client, { _id: id }: Bug, body: string, more: Posted = {}): Promise<Comment> {
  const answer = await by.call(createComment, { params: { id }, body: { body, ...more } });
  expect(answer.status).toBe(201);
  return answer.body;
}

type Listing = Input<typeof contract.listInbox>['query'];

async function list(user: Client, query: Listing = {}): Promise<InboxItem[]> {
  await app.runJobs();
  return (await user.call(contract.listInbox, { query })).body;
}

/** The bug in a user's inbox, in any state. */
async function itemOf(user: Client, bug: Bug): Promise<InboxItem | undefined> {
  await app.runJobs();
  const read = (state: InboxList) => user.call(contract.listInbox, { query: { state, limit: '100' } });
  const lists = await Promise.all([read('all'), read('done'), read('snoozed')]);
  return lists.flatMap(({ body }) => body).find((item) => item.bug._id === bug._id);
}

const summary = (item: InboxItem | undefined) => item && [item.state, ...item.reasons];
const summaryOf = async (user: Client, bug: Bug) => summary(await itemOf(user, bug));

const set = (
  user: Client,
  bug: Bug,
  state: InboxState,
  more: { snoozedUntil?: string; upTo?: string } = {},
) => user.call(contract.updateInboxItem, { params: { bugId: bug._id }, body: { state, ...more } });

const unread = async (user: Client) => (await user.call(contract.countInbox, {})).body.unread;

const setStatus = (by: Client, { _id: id }: Bug, status: 'open' | 'resolved') =>
  by.call(setBugField.status, { params: { id }, body: { status } });
const assign = (by: Client, { _id: id }: Bug, to: TestUser) =>
  by.call(setBugField.assignedTo, { params: { id }, body: { assignedTo: to._id } });
const edit = (by: Client, { _id: id }: Bug, body: Input<typeof updateBug>['body']) =>
  by.call(updateBug, { params: { id }, body });

describe('contents of an inbox', () => {
  test('a comment, for the creator of the bug, and not for the author of the comment', async () => {
    const bug = await app.bug(ann);
    const comment = await post(bob, bug, '- **Seen** [here](https://example.com), `too`\n- There');
    expect(await itemOf(ann, bug)).toEqual({
      bug: { _id: bug._id, number: bug.number, title: bug.title, status: 'open', priority: 'medium' },
      reasons: ['commented'],
      state: 'unread',
      snoozedUntil: null,
      firstUnread: comment.createdAt,
      at: comment.createdAt,
      latest: { kind: 'commented', by: ref(bob), at: comment.createdAt, commentId: comment._id },
      news: {
        by: [{ user: ref(bob), actions: [{ is: 'commented', to: 1 }], quote: 'Seen here, too' }],
        more: 0,
      },
      relations: ['filed'],
      named: null,
    });
    expect(await itemOf(bob, bug)).toBeUndefined();
  });

  test('an assignment, including one at filing, but not one’s own', async () => {
    const bug = await app.bug(ann, { assignedTo: bob._id });
    expect(await itemOf(bob, bug)).toMatchObject({ reasons: ['assigned'], latest: { kind: 'created' } });
    const own = await app.bug(ann, { assignedTo: ann._id });
    await assign(bob, bug, cleo);
    expect(await summaryOf(cleo, bug)).toEqual(['unread', 'assigned']);
    expect(await itemOf(ann, own)).toBeUndefined();
    // The previous assignee has handed it over, and still watches it.
    await setStatus(cleo, bug, 'resolved');
    expect(await summaryOf(bob, bug)).toEqual(['unread', 'assigned', 'status']);
  });

  test('a mention in a description or comment, but after an edit only a new one', async () => {
    const bug = await app.bug(ann, { description: 'Ask @Bob' });
    expect(await summaryOf(bob, bug)).toEqual(['unread', 'mentioned']);
    await set(bob, bug, 'read');
    await edit(ann, bug, { description: 'Ask @Bob or @Cleo' });
    expect(await summaryOf(cleo, bug)).toEqual(['unread', 'mentioned']);
    expect(await summaryOf(bob, bug)).toEqual(['unread', 'watching']);
    const other = await app.bug(ann);
    const comment = await post(ann, other, 'It is @Bob who knows');
    await set(bob, other, 'read');
    expect(await summaryOf(bob, other)).toEqual(['unread', 'mentioned']);
    await set(bob, other, 'read');
    const rewrite = (body: string) =>
      ann.call(updateComment, { params: { id: comment._id }, body: { body } });
    await rewrite('It is @Bob, and @Cleo');
    expect(await summaryOf(bob, other)).toEqual(['read', 'mentioned']);
    expect(await itemOf(cleo, other)).toMatchObject({
      reasons: ['mentioned'],
      latest: { kind: 'commented', commentId: comment._id },
    });
    // Only the mentions change, not the text.
    await edit(ann, other, { mentions: [admin._id] });
    expect(await summaryOf(admin, other)).toEqual(['unread', 'mentioned']);
    expect(await summaryOf(bob, other)).toEqual(['read', 'mentioned']);
  });

  test('shows who mentioned or assigned the caller, and when, until it is read', async () => {
    const bug = await app.bug(ann, { assignedTo: bob._id });
    const namedIn = async () => (await itemOf(bob, bug))?.named;
    expect(await namedIn()).toEqual({ as: 'assigned', by: ref(ann), at: bug.createdAt });
    app.clock.offset += 1_000;
    const mention = await post(cleo, bug, '@Bob?');
    app.clock.offset += 1_000;
    await post(admin, bug, 'Something else');
    expect(await namedIn()).toEqual({ as: 'mentioned', by: ref(cleo), at: mention.createdAt });
    await set(bob, bug, 'read');
    expect(await namedIn()).toBeNull();
    await set(bob, bug, 'unread');
    expect(await namedIn()).toMatchObject({ at: mention.createdAt });
    await set(bob, bug, 'read');
    app.clock.offset += 1_000;
    await post(admin, bug, 'And more');
    expect(await itemOf(bob, bug)).toMatchObject({ state: 'unread', named: null });
  });

  test('a change of the status, and any other change', async () => {
    const bug = await app.bug(ann);
    await bob.call(watchBug, { params: { id: bug._id } });
    await edit(admin, bug, { title: 'Other' });
    expect(await summaryOf(ann, bug)).toEqual(['unread', 'filed']);
    expect(await summaryOf(bob, bug)).toEqual(['unread', 'watching']);
    await edit(admin, bug, { status: 'resolved', title: 'Again' });
    expect(await summaryOf(ann, bug)).toEqual(['unread', 'status', 'filed']);
    expect((await itemOf(bob, bug))?.bug).toMatchObject({ title: 'Again', status: 'resolved' });
    expect(await itemOf(admin, bug)).toBeUndefined();
  });

  test('a comment with a status is one activity, shown as the comment', async () => {
    const bug = await app.bug(ann, { assignedTo: bob._id });
    await app.runJobs();
    const before = await fanOuts(bug);
    const comment = await post(bob, bug, 'Done', { status: 'resolved' });
    const item = await itemOf(ann, bug);
    expect(summary(item)).toEqual(['unread', 'commented', 'status']);
    expect(item).toMatchObject({
      firstUnread: comment.createdAt,
      latest: { kind: 'commented', commentId: comment._id },
    });
    expect((await fanOuts(bug)) - before).toBe(1);
  });

  test('what others have done since it was read, the most important for the reader first', async () => {
    const bug = await app.bug(bob);
    const told = async () => (await itemOf(ann, bug))?.news;
    app.clock.offset += 1_000;
    await edit(admin, bug, { priority: 'high', assignedTo: ann._id });
    app.clock.offset += 1_000;
    await post(cleo, bug, '\n  First line\nSecond line');
    app.clock.offset += 1_000;
    await post(cleo, bug, 'Another');
    await post(ann, bug, 'My own');
    expect(await told()).toEqual({
      by: [
        {
          user: ref(admin),
          actions: [{ is: 'set', field: 'priority', to: 'high' }, { is: 'assigned' }],
          quote: null,
        },
        { user: ref(cleo), actions: [{ is: 'commented', to: 2 }], quote: 'Another' },
      ],
      more: 0,
    });
    expect((await itemOf(ann, bug))?.relations).toEqual(['assigned']);
    expect(newsText((await told())!, 'en')).toBe(
      'Root set the priority to High and assigned you; Cleo commented 2 times',
    );
    await set(ann, bug, 'read');
    app.clock.offset += 1_000;
    await edit(admin, bug, { status: 'resolved' });
    expect(newsText((await told())!, 'de')).toBe('Root hat den Status auf „Gelöst“ gesetzt');
  });

  test('a bug that was assigned at filing, a mention in its text, and a question', async () => {
    const bug = await app.bug(bob, { assignedTo: ann._id, description: 'For @Ann and @Cleo' });
    const told = async (user: TestUser) => newsText((await itemOf(user, bug))!.news, 'en');
    expect(await told(ann)).toBe('Bob filed the bug, mentioned you, and assigned you');
    expect(await told(cleo)).toBe('Bob filed the bug and mentioned you');
    const { status } = await admin.call(askReporter, {
      params: { id: bug._id },
      body: { text: 'Which version?' },
    });
    expect(status).toBe(200);
    expect((await itemOf(bob, bug))?.news).toMatchObject({
      by: [{ actions: [{ is: 'asked' }], quote: 'Which version?' }],
    });
  });

  test('of many changes, the assignment before them, the latest ones and the number of others', async () => {
    const bug = await app.bug(bob, { title: 'Title 0' });
    app.clock.offset += 1_000;
    await assign(admin, bug, ann);
    await itemOf(ann, bug);
    for (let number = 1; number <= 30; number += 1) {
      app.clock.offset += 1_000;
      await edit(bob, bug, { title: `Title ${number}`, description: `Text ${number}` });
    }
    const { news } = (await itemOf(ann, bug))!;
    expect(newsText(news, 'en')).toBe(
      'Root assigned you; Bob set the title to “Title 30” and changed the description; and 20 more changes',
    );
  });

  test('of a comment that begins with a quotation, what its author wrote', async () => {
    const bug = await app.bug(ann);
    await post(bob, bug, '> Does it happen?\n> - Always?\n\nYes, **always**');
    expect((await itemOf(ann, bug))?.news.by).toMatchObject([{ quote: 'Yes, always' }]);
    const other = await app.bug(ann);
    await post(bob, other, '> Does it happen?');
    expect((await itemOf(ann, other))?.news.by).toMatchObject([{ quote: null }]);
  });

  test('of a deleted comment, only that there was one, and not its text', async () => {
    const bug = await app.bug(ann);
    const { _id: id } = await post(bob, bug, 'A secret');
    await itemOf(ann, bug);
    await bob.call(deleteComment, { params: { id } });
    expect((await itemOf(ann, bug))?.news).toEqual({
      by: [{ user: ref(bob), actions: [{ is: 'commented' }], quote: null }],
      more: 0,
    });
  });

  test('nothing for suspended users, who do not block others', async () => {
    const dan = await app.user({ name: 'Dan' });
    const bug = await app.bug(dan);
    const suspend = (suspended: boolean) =>
      admin.call(updateManagedUser, { params: { id: dan._id }, body: { suspended } });
    await suspend(true);
    await post(bob, bug, 'Hello?');
    await app.runJobs();
    expect(await rowsOf(bug)).toEqual([]);
  });

  test('no job if no other user is concerned', async () => {
    const bug = await app.bug(ann);
    await post(ann, bug, 'Note to @Ann');
    await edit(ann, bug, { title: 'Mine', assignedTo: ann._id });
    await setStatus(ann, bug, 'resolved');
    expect(await fanOuts(bug)).toBe(0);
    await post(bob, bug, 'Mine, too');
    expect(await fanOuts(bug)).toBe(1);
    await ann.call(unwatchBug, { params: { id: bug._id } });
    await post(bob, bug, 'And mine');
    expect(await fanOuts(bug)).toBe(1);
  });

  test('nothing of a deleted bug, even if it is deleted before the job', async () => {
    const bug = await app.bug(ann);
    await post(bob, bug, 'One');
    expect(await itemOf(ann, bug)).toBeDefined();
    await post(bob, bug, 'Two');
    await ann.call(deleteBug, { params: { id: bug._id } });
    await app.runJobs();
    expect(await rowsOf(bug)).toEqual([]);
    expect((await set(ann, bug, 'read')).status).toBe(404);
    expect(await deadJobs()).toBe(0);
  });
});

const fanOuts = async (bug: Bug) =>
  (await app.store.db.selectFrom('jobs').select('id').where('target', '=', bug._id).execute()).length;
const rowsOf = (bug: Bug) =>
  app.store.db.selectFrom('inbox').select('user_id').where('bug_id', '=', bug._id).execute();
const deadJobs = async () =>
  (await app.store.db.selectFrom('jobs').select('id').where('state', '=', 'dead').execute()).length;

describe('watching', () => {
  test('once stopped, resumes only when the user is mentioned or assigned', async () => {
    const bug = await app.bug(ann);
    const stop = () => bob.call(unwatchBug, { params: { id: bug._id } });
    await post(bob, bug, 'I am here');
    await stop();
    await post(bob, bug, 'Still not watching');
    await post(ann, bug, 'Are you?');
    expect(await itemOf(bob, bug)).toBeUndefined();
    await post(ann, bug, '@Bob?');
    await post(ann, bug, 'And more');
    expect(await summaryOf(bob, bug)).toEqual(['unread', 'mentioned', 'commented']);
    await stop();
    await set(bob, bug, 'done');
    await edit(ann, bug, { assignedTo: bob._id });
    await setStatus(ann, bug, 'resolved');
    expect(await summaryOf(bob, bug)).toEqual(['unread', 'assigned', 'status']);
  });
});

describe('the state of an item', () => {
  test('new activity adds to unread activity and reopens what is done', async () => {
    const bug = await app.bug(ann);
    const first = await post(bob, bug, 'One');
    await setStatus(admin, bug, 'resolved');
    expect(await itemOf(ann, bug)).toMatchObject({
      reasons: ['commented', 'status'],
      firstUnread: first.createdAt,
      latest: { kind: 'changed', by: ref(admin), commentId: null },
    });
    const { status, body } = await set(ann, bug, 'read');
    expect([status, body.state, body.firstUnread]).toEqual([200, 'read', null]);
    expect((await set(ann, bug, 'unread')).body).toMatchObject({ firstUnread: first.createdAt });
    expect((await set(ann, bug, 'done')).body.state).toBe('done');
    expect((await list(ann)).map((item) => item.bug._id)).not.toContain(bug._id);
    app.clock.offset += 1_000;
    const second = await post(bob, bug, 'Two');
    expect(await itemOf(ann, bug)).toMatchObject({
      state: 'unread',
      reasons: ['commented'],
      firstUnread: second.createdAt,
    });
  });

  test('upTo marks only unread activity that was shown', async () => {
    const bug = await app.bug(ann);
    const first = await post(bob, bug, 'One');
    app.clock.offset += 1_000;
    await post(bob, bug, 'Two');
    expect(await summaryOf(ann, bug)).toEqual(['unread', 'commented']);
    expect((await set(ann, bug, 'read', { upTo: first.createdAt })).body.state).toBe('unread');
    await set(ann, bug, 'done');
    expect((await set(ann, bug, 'read', { upTo: soon(0) })).body.state).toBe('done');
    await set(ann, bug, 'unread');
    expect((await set(ann, bug, 'read', { upTo: soon(0) })).body.state).toBe('read');
  });

  test('a snoozed item returns at its time, unread and at the top', async () => {
    const [bug, other] = [await app.bug(ann), await app.bug(ann)];
    await post(bob, bug, 'One');
    await app.runJobs();
    const until = soon(day);
    expect((await set(ann, bug, 'snoozed', { snoozedUntil: until })).body).toMatchObject({
      state: 'snoozed',
      snoozedUntil: until,
    });
    await post(bob, other, 'Later');
    const before = await unread(ann);
    await post(bob, bug, 'While it is snoozed');
    expect(await summaryOf(ann, bug)).toEqual(['snoozed', 'commented']);
    expect(await unread(ann)).toBe(before + 1);
    app.clock.offset += day;
    const [top] = await list(ann);
    expect(top).toMatchObject({ bug: { _id: bug._id }, state: 'unread', snoozedUntil: null, at: until });
    expect(await unread(ann)).toBe(before + 2);
  });

  test('a renewed snooze ends at its new time', async () => {
    const bug = await app.bug(ann);
    await post(bob, bug, 'One');
    await app.runJobs();
    await set(ann, bug, 'snoozed', { snoozedUntil: soon(day) });
    await set(ann, bug, 'snoozed', { snoozedUntil: soon(3 * day) });
    app.clock.offset += 2 * day;
    expect(await summaryOf(ann, bug)).toEqual(['snoozed', 'commented']);
    app.clock.offset += 2 * day;
    expect(await summaryOf(ann, bug)).toEqual(['unread', 'commented']);
  });

  test('a mention or an assignment ends a snooze early', async () => {
    for (const call of [
      (bug: Bug) => post(bob, bug, '@Ann?'),
      (bug: Bug) => edit(admin, bug, { assignedTo: ann._id }),
    ]) {
      const bug = await app.bug(ann);
      await post(bob, bug, 'One');
      await app.runJobs();
      await set(ann, bug, 'snoozed', { snoozedUntil: soon(day) });
      await call(bug);
      expect(await itemOf(ann, bug)).toMatchObject({ state: 'unread', snoozedUntil: null });
    }
  });

  test.each([
    [{ state: 'snoozed' }, 'snoozedUntil must be in the future, at most 366 days from now'],
    [
      { state: 'snoozed', snoozedUntil: '2000-01-01T00:00:00.000Z' },
      'snoozedUntil must be in the future, at most 366 days from now',
    ],
    [
      { state: 'snoozed', snoozedUntil: '2100-01-01T00:00:00.000Z' },
      'snoozedUntil must be in the future, at most 366 days from now',
    ],
    [
      { state: 'snoozed', snoozedUntil: 'tomorrow' },
      'snoozedUntil must be a moment in UTC, as in 2026-11-23T08:00:00.000Z',
    ],
    [
      { state: 'read', upTo: '2026-02-30T00:00:00.000Z' },
      'upTo must be a moment in UTC, as in 2026-11-23T08:00:00.000Z',
    ],
    [
      { state: 'read', snoozedUntil: '2100-01-01T00:00:00.000Z' },
      'snoozedUntil is only for the state snoozed',
    ],
    [{ state: 'gone' }, 'state must be one of unread, read, done, snoozed'],
  ])('%j is refused', async (body, message) => {
    const bug = await app.bug(ann);
    await post(bob, bug, 'One');
    await app.runJobs();
    const { status, error } = await ann.call(contract.updateInboxItem, {
      params: { bugId: bug._id },
      body: body as { state: 'read' },
    });
    expect([status, error.message]).toEqual([400, message]);
    expect(await summaryOf(ann, bug)).toEqual(['unread', 'commented']);
  });
});

describe('many items', () => {
  test('are changed by one call, which skips those not in the inbox', async () => {
    const bugs = [await app.bug(ann), await app.bug(ann)];
    for (const bug of bugs) await post(bob, bug, 'One');
    await app.runJobs();
    const bugIds = [...bugs.map(({ _id }) => _id), newId()];
    const change = (state: InboxState, more = {}) =>
      ann.call(contract.updateInbox, { body: { bugIds, state, ...more } });
    const states = async (answer: ReturnType<typeof change>) => (await answer).body.map((item) => item.state);
    expect(await states(change('done'))).toEqual(['done', 'done']);
    expect(await states(change('unread'))).toEqual(['unread', 'unread']);
    expect(await states(change('snoozed', { snoozedUntil: soon(day) }))).toEqual(['snoozed', 'snoozed']);
    app.clock.offset += day;
    await app.runJobs();
    expect(await states(change('read', { upTo: soon(0) }))).toEqual(['read', 'read']);
    const { status } = await ann.call(contract.updateInbox, {
      body: { bugIds: Array.from({ length: 101 }, newId), state: 'done' },
    });
    expect(status).toBe(400);
  });

  test('can be marked as read all at once, by reason, or up to a moment', async () => {
    const dan = await app.user({ name: 'Dan D' });
    const bugs = [await app.bug(dan), await app.bug(dan), await app.bug(ann, { assignedTo: dan._id })];
    const times: string[] = [];
    for (const bug of bugs.slice(0, 2)) {
      app.clock.offset += 1_000;
      times.push((await post(bob, bug, 'One')).createdAt);
    }
    await app.runJobs();
    const readAll = (body: Input<typeof contract.readAllInbox>['body']) =>
      dan.call(contract.readAllInbox, { body });
    expect(await unread(dan)).toBe(3);
    expect((await readAll({ reason: 'assigned' })).status).toBe(204);
    expect(await unread(dan)).toBe(2);
    await readAll({ upTo: times[0] });
    expect((await list(dan, { state: 'unread' })).map(({ bug }) => bug._id)).toEqual([bugs[1]?._id]);
    await readAll({});
    expect(await unread(dan)).toBe(0);
  });

  test('are listed in pages by their latest activity, optionally by reason', async () => {
    const dan = await app.user({ name: 'Dan P' });
    const bugs: Bug[] = [];
    for (let i = 0; i < 5; i += 1) {
      app.clock.offset += 1_000;
      bugs.push(await app.bug(ann, i % 2 ? { assignedTo: dan._id } : { description: '@Dan P' }));
    }
    await app.runJobs();
    const all = async (search: string) => {
      const pages: string[][] = [];
      for (let path = `/api/inbox?${search}`; path !== '';) {
        const { body, headers } = await dan.send('GET', path);
        pages.push((body as InboxItem[]).map(({ bug }) => bug._id));
        path = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
      }
      return pages;
    };
    const newest = bugs.map(({ _id }) => _id).toReversed();
    expect(await all('limit=2')).toEqual([newest.slice(0, 2), newest.slice(2, 4), newest.slice(4)]);
    expect(await all('limit=2&reason=mentioned')).toEqual([[newest[0], newest[2]], [newest[4]]]);
    expect(await all('limit=5&state=unread')).toEqual([newest]);
    // Snoozed rows are listed by their return, the next first.
    for (const [i, { _id: bugId }] of [4, 2, 0, 1, 3].map((at) => bugs[at] as Bug).entries()) {
      const body = { state: 'snoozed' as const, snoozedUntil: soon((i + 1) * day) };
      expect((await dan.call(contract.updateInboxItem, { params: { bugId }, body })).status).toBe(200);
    }
    const byReturn = [4, 2, 0, 1, 3].map((at) => bugs[at]?._id);
    expect(await all('limit=2&state=snoozed')).toEqual([
      byReturn.slice(0, 2),
      byReturn.slice(2, 4),
      byReturn.slice(4),
    ]);
    expect(await all('limit=2&state=snoozed&reason=assigned')).toEqual([[bugs[1]?._id, bugs[3]?._id]]);
    for (const search of ['cursor=x', 'limit=0', 'limit=101', 'state=open', 'reason=x'])
      expect((await dan.send('GET', `/api/inbox?${search}`)).status).toBe(400);
  });
});

test('filtering a list by a bug returns it only if the list contains it', async () => {
  const bug = await app.bug(ann);
  await post(bob, bug, 'One');
  await app.runJobs();
  const found = async (user: Client, query: Listing) =>
    (await list(user, { bug: bug._id, ...query })).map((item) => item.bug._id);
  expect(await found(ann, {})).toEqual([bug._id]);
  expect(await found(ann, { state: 'unread', reason: 'commented' })).toEqual([bug._id]);
  expect(await found(ann, { reason: 'assigned' })).toEqual([]);
  expect(await found(ann, { state: 'done' })).toEqual([]);
  expect(await found(bob, {})).toEqual([]);
  await set(ann, bug, 'done');
  expect(await found(ann, {})).toEqual([]);
  expect(await found(ann, { state: 'done' })).toEqual([bug._id]);
  expect(await list(ann, { bug: newId() })).toEqual([]);
  expect((await ann.send('GET', '/api/inbox?bug=x')).status).toBe(400);
});

test('the inbox of another user is neither seen nor changed', async () => {
  const bug = await app.bug(ann);
  await post(bob, bug, 'One');
  await app.runJobs();
  const eve = await app.user({ role: 'admin' });
  expect(await list(eve)).toEqual([]);
  expect((await set(eve, bug, 'done')).status).toBe(404);
  expect((await eve.call(contract.updateInbox, { body: { bugIds: [bug._id], state: 'done' } })).body).toEqual(
    [],
  );
  await eve.call(contract.readAllInbox, { body: {} });
  expect(await summaryOf(ann, bug)).toEqual(['unread', 'commented']);
});

test('one job adds a comment to the inboxes of 200 watchers', async () => {
  const bug = await app.bug(ann);
  const people = await Promise.all(Array.from({ length: 200 }, () => app.user()));
  const watches = people.map(({ _id }) => ({ bug_id: bug._id, user_id: _id, is_on: 1, at: bug.createdAt }));
  await app.store.write((tx) => tx.insertInto('watches').values(watches).execute());
  await post(bob, bug, 'Hello, all');
  await app.runJobs();
  const rows = (await rowsOf(bug)).map(({ user_id: id }) => id);
  expect(rows.toSorted()).toEqual([...people, ann].map(({ _id }) => _id).toSorted());
});

describe('the job', () => {
  test('changes nothing after its lease is lost', async () => {
    const handled: string[] = [];
    const job = fanOut([
      async (_, { recipients }) => void handled.push(...recipients.map(({ userId }) => userId)),
    ]);
    const bug = await app.bug(ann);
    const activity = {
      bugId: bug._id,
      actorId: bob._id,
      firstAt: bug.createdAt,
      at: bug.createdAt,
      kind: 'changed' as const,
      commentId: null,
      isForWatchers: true,
      hasComment: false,
      hasStatus: true,
      mentioned: [],
      assigned: null,
    };
    const { store, settings } = app;
    const context = {
      ...({} as Parameters<typeof job.run>[0]),
      write: store.write,
      settings,
      now: () => new Date(),
    };
    const attempt = { id: newId(), signal: new AbortController().signal, checkpoint: async () => {} };
    const finish = async () => {
      throw new Error('The lease is lost');
    };
    await expect(job.run(context, activity, { ...attempt, finish })).rejects.toThrow('lost');
    expect(await rowsOf(bug)).toEqual([]);
    await job.run(context, activity, { ...attempt, finish: async () => {} });
    expect(handled).toEqual([ann._id]);
    expect(await summaryOf(ann, bug)).toEqual(['unread', 'status']);
  });

  test('changes each inbox once, a few per transaction, even if an attempt fails', async () => {
    const bug = await app.bug(ann);
    const people = await Promise.all(Array.from({ length: 5 }, () => app.user()));
    for (const person of people) await person.call(watchBug, { params: { id: bug._id } });
    await post(bob, bug, 'Hello, all, and @Cleo');
    const parts: string[][] = [];
    const failures = ['Cut off'];
    const handle: RowsNotified = async (_, { recipients }) => {
      const failure = parts.length === 1 ? failures.pop() : undefined;
      if (failure !== undefined) throw new Error(failure);
      parts.push(recipients.map(({ userId }) => userId));
    };
    const { store, settings, clock } = app;
    const worker = new JobWorker({
      store,
      settings,
      jobs: [fanOut([handle], { most: 3 })],
      mail: undefined,
      now: () => new Date(Date.now() + clock.offset),
      log: { warn() {}, error() {}, info() {} } as never,
      random: () => 0,
      timing: { pause: 0, poll: 20, retry: 10, firstRetry: 1 },
    });
    worker.start();
    const jobs = store.db.selectFrom('jobs').select(['state', 'attempts']).where('target', '=', bug._id);
    await expect.poll(() => jobs.execute(), { timeout: 20_000 }).toEqual([{ state: 'done', attempts: 2 }]);
    await worker.stop();
    const ids = [...people, ann, cleo].map(({ _id }) => _id).toSorted();
    expect(parts.flat()).toEqual(ids);
    // The author of the comment, Bob, is in one of them.
    expect(parts.map(({ length }) => length).toSorted((a, b) => a - b)).toEqual([2, 2, 3]);
    expect((await rowsOf(bug)).map(({ user_id: id }) => id).toSorted()).toEqual(ids);
    expect(await summaryOf(cleo, bug)).toEqual(['unread', 'mentioned']);
  });
});
