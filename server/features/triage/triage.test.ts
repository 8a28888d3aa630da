import { describe, expect, test } from 'vitest';
import { setBugField } from '#contract/bugs/bug-work.ts';
import { type Bug, createBug, getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { createComment } from '#contract/conversation/comments.ts';
import { createComponent } from '#contract/classification/components.ts';
import { getHistory } from '#contract/bugs/history.ts';
import { listInbox } from '#contract/conversation/inbox.ts';
import {
  askReporter,
  withdrawQuestion,
  acceptWaiting,
  getTriage,
  listTriageSnoozes,
  snoozeTriage,
} from '#contract/bugs/triage.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { insertBugs } from '#server/seed/bulk-bugs.ts';
import { newId } from '#server/engine/id.ts';
import { LiveReader } from '#server/test/live-reader.ts';
import { aBug, testApp, type TestUser } from '#server/test/harness.ts';

const app = await testApp();
const [reporter, assignee, other, admin] = await Promise.all([
  app.user({ name: 'Reporter' }),
  app.user({ name: 'Assignee' }),
  app.user({ name: 'Other' }),
  app.user({ role: 'admin', name: 'Admin' }),
]);

const stored = async ({ _id: id }: Bug) => (await other.call(getBug, { params: { id } })).body;
const ask = ({ _id: id }: Bug, text = 'Which version is it?', by: TestUser = assignee) =>
  by.call(askReporter, { params: { id }, body: { text } });
const withdraw = ({ _id: id }: Bug, by: TestUser) => by.call(withdrawQuestion, { params: { id } });
const comment = ({ _id: id }: Bug, by: TestUser) =>
  by.call(createComment, { params: { id }, body: { body: 'It is 2.3' } });
const lastChanges = async ({ _id: id }: Bug) =>
  (await other.call(getHistory, { params: { id } })).body.at(-1)?.changes;
const titlesOf = async (query: string, word: string) =>
  (await other.call(listBugs, { query: { query: `${query} ${word}` } })).body.map(({ title }) => title);
const given = (body: object) => ({
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
});

describe('a triaged bug', () => {
  test('can be marked only by users who can work on it, and its history has the mark', async () => {
    const bug = await app.bug(reporter, { assignedTo: assignee._id, triaged: false });
    expect(bug.triaged).toBe(false);
    const set = (triaged: boolean, by: TestUser) =>
      by.call(setBugField.triaged, { params: { id: bug._id }, body: { triaged } });
    expect((await set(true, other)).status).toBe(403);
    expect((await set(true, assignee)).body).toMatchObject({ triaged: true, version: 2 });
    expect(await stored(bug)).toMatchObject({ triaged: true });
    expect(await lastChanges(bug)).toEqual([{ field: 'triaged', from: false, to: true }]);
    expect((await set(false, assignee)).body).toMatchObject({ triaged: false, version: 3 });
  });

  test('can be filed as triaged by its reporter, who may also accept it later', async () => {
    const filed = await app.bug(reporter, { title: 'filed quuz', triaged: true });
    expect(await stored(filed)).toMatchObject({ triaged: true, version: 1 });
    expect(await titlesOf('triaged:no', 'quuz')).toEqual([]);
    const later = await app.bug(reporter, { title: 'later quuz' });
    const set = { params: { id: later._id }, body: { triaged: true } };
    expect((await reporter.call(setBugField.triaged, set)).body).toMatchObject({ triaged: true });
  });

  test('is also one that was filed with an assignee, unless the request says otherwise', async () => {
    const file = async (fields: object) => stored(await app.bug(reporter, fields));
    expect(await file({ assignedTo: assignee._id })).toMatchObject({ triaged: true, version: 1 });
    expect(await file({ assignedTo: assignee._id, triaged: false })).toMatchObject({ triaged: false });
    expect(await file({ assignedTo: '' })).toMatchObject({ triaged: false });
    // An assignee who follows from the component does not count: no one has chosen that user.
    const owned = { name: 'Owned', owner: assignee._id };
    const component = (await admin.call(createComponent, { body: owned })).body._id;
    expect(await file({ component })).toMatchObject({ triaged: false, assignedTo: { name: 'Assignee' } });
  });

  test('is left out by the triage query, and no other field marks a bug as triaged', async () => {
    const component = (await admin.call(createComponent, { body: { name: 'Menus' } })).body._id;
    const file = (title: string, fields: object = {}) =>
      app.bug(reporter, { title: `${title} quux`, ...fields });
    await file('plain');
    await file('placed', { component });
    const sorted = await file('sorted', { component });
    await reporter.call(updateBug, { params: { id: sorted._id }, body: { assignedTo: assignee._id } });
    await file('resolved', { status: 'resolved' });
    const accepted = await file('accepted');
    await reporter.call(updateBug, { params: { id: accepted._id }, body: { triaged: true } });
    await ask(await file('asked'), 'Where?', admin);
    const queue = 'status:open triaged:no -has:question';
    const waiting = ['sorted quux', 'placed quux', 'plain quux'];
    expect(await titlesOf(queue, 'quux')).toEqual(waiting);
    expect(await titlesOf('triaged:yes', 'quux')).toEqual(['accepted quux']);
    expect(await titlesOf('triaged:yes,no', 'quux')).toHaveLength(6);
    expect(await titlesOf('has:question', 'quux')).toEqual(['asked quux']);
  });
});

describe('a question to the reporter', () => {
  test('is on the bug until the reporter comments, and in the reporter’s inbox', async () => {
    const bug = await app.bug(reporter, { assignedTo: assignee._id });
    const { status, body } = await ask(bug);
    const question = {
      text: 'Which version is it?',
      by: { _id: assignee._id, name: 'Assignee' },
      at: expect.any(String) as string,
    };
    expect([status, body]).toEqual([200, { ...bug, question, version: 2, updatedAt: body.updatedAt }]);
    expect(await stored(bug)).toEqual(body);
    expect(await lastChanges(bug)).toEqual([{ field: 'question', from: null, to: question }]);
    await app.runJobs();
    const inbox = (await reporter.call(listInbox, { query: { bug: bug._id } })).body;
    expect(inbox).toMatchObject([
      { reasons: ['mentioned'], named: { as: 'mentioned', by: { name: 'Assignee' } } },
    ]);

    await comment(bug, other);
    expect((await stored(bug)).question).toEqual(question);
    await comment(bug, reporter);
    expect(await stored(bug)).toMatchObject({ question: null, version: 3 });
    expect(await lastChanges(bug)).toEqual([{ field: 'question', from: question, to: null }]);
  });

  test('is answered by a comment that resolves the bug, in one change', async () => {
    const bug = await app.bug(reporter, { assignedTo: assignee._id });
    await ask(bug);
    const input = { params: { id: bug._id }, body: { body: 'Mine', status: 'resolved' as const } };
    expect((await reporter.call(createComment, input)).status).toBe(201);
    expect(await stored(bug)).toMatchObject({ question: null, status: 'resolved', version: 3 });
  });

  test('cannot be answered by a comment that marks the bug as a duplicate', async () => {
    const bug = await app.bug(reporter, { assignedTo: assignee._id });
    await ask(bug);
    const body = { body: 'It is another one', status: 'resolved', resolution: 'duplicate' } as const;
    const refused = await reporter.call(createComment, { params: { id: bug._id }, body });
    expect(refused.status).toBe(400);
    const message = 'A bug becomes a duplicate only by being marked as a duplicate of another bug';
    expect(refused.body).toMatchObject({ fields: { resolution: message } });
    expect(await stored(bug)).toMatchObject({ status: 'open', resolution: null, version: 2 });
  });

  test('is replaced by another one', async () => {
    const bug = await app.bug(reporter, { assignedTo: assignee._id });
    await ask(bug);
    await ask(bug, 'Which browser?', admin);
    expect((await stored(bug)).question).toMatchObject({ text: 'Which browser?', by: { name: 'Admin' } });
  });

  test('is not asked again in the same words, so the reporter is not notified again', async () => {
    const bug = await app.bug(reporter, { assignedTo: assignee._id });
    const { body } = await ask(bug);
    await app.runJobs();
    const entries = async () => (await reporter.call(listInbox, { query: { bug: bug._id } })).body;
    const before = await entries();
    expect((await ask(bug)).body).toEqual(body);
    expect((await ask(bug, undefined, admin)).body).toEqual(body);
    await app.runJobs();
    expect(await entries()).toEqual(before);
    expect((await ask(bug, undefined, other)).status).toBe(403);
  });

  test('cannot be withdrawn by others, even at the moment when it is asked', async () => {
    for (let round = 0; round < 10; round += 1) {
      const bug = await app.bug(reporter, { assignedTo: assignee._id });
      const [asked, withdrawn] = await Promise.all([ask(bug), withdraw(bug, other)]);
      expect(asked.status).toBe(200);
      // Without a question there was nothing to withdraw.
      expect(withdrawn).toMatchObject(withdrawn.status === 200 ? { body: { version: 1 } } : { status: 403 });
      expect((await stored(bug)).question).toMatchObject({ by: { name: 'Assignee' } });
    }
  });

  test('can be withdrawn by admins and its author, even one who no longer works on the bug', async () => {
    const bug = await app.bug(reporter, { assignedTo: assignee._id });
    await ask(bug);
    await reporter.call(updateBug, { params: { id: bug._id }, body: { assignedTo: null } });
    expect((await withdraw(bug, other)).status).toBe(403);
    expect((await withdraw(bug, reporter)).status).toBe(403);
    expect((await withdraw(bug, assignee)).body).toMatchObject({ question: null, version: 4 });
    expect((await withdraw(bug, admin)).body).toMatchObject({ question: null, version: 4 });
    await ask(bug, 'Where?', admin);
    expect((await withdraw(bug, admin)).body).toMatchObject({ question: null });
  });

  test('can be asked only by users who work on the bug, if the bug exists', async () => {
    const bug = await app.bug(reporter, { assignedTo: assignee._id });
    expect((await ask(bug, 'Why?', other)).status).toBe(403);
    const missing = { ...bug, _id: '01900000-0000-7000-8000-000000000000' };
    expect((await ask(missing)).status).toBe(404);
    expect((await withdraw(missing, admin)).status).toBe(404);
    expect((await ask(bug, ' \n ')).body).toMatchObject({ message: 'Question is required' });
    expect((await ask(bug, 'x'.repeat(1_001))).status).toBe(400);
    expect((await ask(bug, '<b>@Admin</b> 🦗')).body.question?.text).toBe('<b>@Admin</b> 🦗');
  });

  test('cannot be set as a field', async () => {
    const bug = await app.bug(reporter);
    const question = { text: 'Me?', by: admin._id, at: '2026-01-01T00:00:00.000Z' };
    const message = 'A question is asked, answered and withdrawn by requests of its own';
    const edit = await reporter.send('PUT', `/api/bugs/${bug._id}`, given({ question }));
    expect([edit.status, edit.body]).toMatchObject([400, { fields: { question: message } }]);
    const filed = await reporter.send('POST', '/api/bugs', given({ ...aBug, question }));
    expect([filed.status, filed.body]).toMatchObject([400, { fields: { question: message } }]);
    expect((await reporter.call(createBug, { body: { ...aBug, question: null } })).status).toBe(201);
    // Not even by the user who could withdraw it otherwise.
    await ask(bug, 'Where?', admin);
    const taken = await reporter.send('PUT', `/api/bugs/${bug._id}`, given({ question: null }));
    expect([taken.status, taken.body]).toMatchObject([400, { fields: { question: message } }]);
  });
});

describe('a bug that is snoozed in triage', () => {
  test('is sent live only to the user who snoozed it', async () => {
    const bug = await app.bug(reporter);
    const [own, others] = await Promise.all(
      [admin, other].map(({ token }) => LiveReader.open(app.url, token)),
    );
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await admin.call(snoozeTriage, { params: { id: bug._id }, body: { until } });
    await other.call(snoozeTriage, { params: { id: bug._id }, body: { until } });
    for (const user of [admin, other])
      await user.call(snoozeTriage, { params: { id: bug._id }, body: { until: null } });
    expect((await own?.next())?.data).toEqual({ type: 'snoozes', _id: admin._id, version: null });
    expect((await others?.next())?.data).toEqual({ type: 'snoozes', _id: other._id, version: null });
    own?.close();
    others?.close();
  });

  test('is snoozed for one user, until its time or until the user ends it', async () => {
    const [bug, next] = [await app.bug(reporter), await app.bug(reporter)];
    const snooze = ({ _id: id }: Bug, until: string | null, by = admin) =>
      by.call(snoozeTriage, { params: { id }, body: { until } });
    const list = async (by: TestUser) => (await by.call(listTriageSnoozes, {})).body;
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const [soon, later] = [inDays(1), inDays(7)];
    expect((await snooze(bug, soon)).status).toBe(204);
    await snooze(bug, later);
    await snooze(next, soon);
    expect(await list(admin)).toEqual([
      { bug: next._id, until: soon },
      { bug: bug._id, until: later },
    ]);
    expect(await list(other)).toEqual([]);
    await snooze(next, null);
    await snooze(bug, inDays(-1));
    expect(await list(admin)).toEqual([]);
    expect((await snooze(bug, inDays(400))).status).toBe(400);
    for (const year of ['0000', '-000001', '+010000'])
      expect((await snooze(bug, `${year}-01-01T00:00:00.000Z`)).status).toBe(400);
    const body = JSON.stringify({ until: 'tomorrow' });
    const headers = { 'content-type': 'application/json' };
    const wrong = await admin.send('PUT', `/api/triage/snoozes/${bug._id}`, { body, headers });
    expect(wrong.status).toBe(400);
    expect((await snooze({ ...bug, _id: '01900000-0000-7000-8000-000000000000' }, soon)).status).toBe(404);
  });
});

describe('what waits for triage', () => {
  const waiting = async (by: TestUser) => (await by.call(getTriage, {})).body;
  const acceptAll = async (upTo: number) => (await admin.call(acceptWaiting, { body: { upTo } })).body;

  test('is counted without the bugs that the user has snoozed, and accepted up to a number', async () => {
    const [first, second, asked] = [
      await app.bug(reporter),
      await app.bug(reporter),
      await app.bug(reporter),
    ];
    await ask(asked, 'Where?', admin);
    const { newest } = await waiting(admin);
    expect(newest).toBe(second.number);
    const total = Number((await waiting(admin)).total);
    const until = new Date(Date.now() + 86_400_000).toISOString();
    await admin.call(snoozeTriage, { params: { id: first._id }, body: { until } });
    expect(await waiting(admin)).toEqual({ total: String(total - 1), newest });
    expect(await waiting(reporter)).toEqual({ total: String(total), newest });

    const live = await LiveReader.open(app.url, other.token);
    const next = await app.bug(reporter);
    expect((await live.next())?.data).toMatchObject({ _id: next._id });
    expect(await acceptAll(newest ?? 0)).toEqual({ accepted: total, hasMore: false });
    expect((await live.next())?.data).toEqual({ type: 'triage', _id: admin._id, version: null });
    live.close();
    expect(await waiting(other)).toEqual({ total: '1', newest: next.number });
    expect(await stored(second)).toEqual({ ...second, triaged: true });
    expect([await stored(asked), await stored(next)]).toMatchObject([{ triaged: false }, { triaged: false }]);
    const [entry] = (await admin.call(listAudit, { query: { action: 'bugs accepted' } })).body;
    expect(entry).toMatchObject({ actor: { _id: admin._id }, details: `${total}, up to #${newest}` });
    expect(await acceptAll(newest ?? 0)).toEqual({ accepted: 0, hasMore: false });
  });

  test('is counted exactly up to a thousand, and accepted a thousand at a time', async () => {
    const first = await app.bug(reporter);
    await app.store.write(async (tx) => {
      const row = {
        title: 'Many',
        title_fold: 'many',
        description: 'Many',
        description_fold: 'many',
        status: 0,
        priority: 0,
        assigned_to: null,
        created_by: reporter._id,
        created_at: first.createdAt,
        updated_at: first.createdAt,
        version: 1,
      };
      const bugs = Array.from({ length: 1_039 }, (_, i) => ({
        ...row,
        id: newId(),
        number: first.number + 1 + i,
      }));
      await insertBugs(tx, bugs);
    });
    const newest = first.number + 1_039;
    expect(await waiting(other)).toEqual({ total: '1000+', newest });
    expect(await acceptAll(newest)).toEqual({ accepted: 1_000, hasMore: true });
    const rest = Number((await waiting(other)).total);
    expect(rest).toBeGreaterThanOrEqual(40);
    expect(await acceptAll(newest)).toEqual({ accepted: rest, hasMore: false });
    expect(await waiting(other)).toEqual({ total: '0', newest: null });
  });

  test.each([0, -1, 1.5, '7', 2 ** 31, null])('accepting up to %j is refused', async (upTo) => {
    const { status, error } = await admin.call(acceptWaiting, { body: { upTo: upTo as never } });
    expect([status, error.fields]).toEqual([400, { upTo: 'upTo must be the number of a bug' }]);
  });
});
