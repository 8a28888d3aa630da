import { expect, test } from 'vitest';
import { listAudit } from '#contract/admin/audit.ts';
import { discardJob, retryJob } from '#contract/admin/jobs.ts';
import { type Bug, listBugs } from '#contract/bugs/bugs.ts';
import { deleteIncomingMail, getIncomingMail } from '#contract/conversation/mail-in.ts';
import { getActivity } from '#contract/bugs/history.ts';
import { getFileLimits } from '#contract/conversation/files.ts';
import { newId } from '#server/engine/id.ts';
import { takeToken } from '#server/http/rate-limit.ts';
import type { IntakeSettings } from '#server/mail/in/mail-in-settings.ts';
import { replyAddressFor } from '#server/mail/in/reply-addresses.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';
import { mailSink } from '#server/test/mail/mail-sink.ts';
import { rawMail } from '#server/test/mail/mails.ts';
import { backlogLimits, fullBacklog, takeOver } from './incoming.ts';
import { insertDropped } from './queries.ts';

const address = 'new@bugs.example.com';
const day = 24 * 60 * 60_000;

async function tracker({ unknown = 'refuse' }: Partial<IntakeSettings> = {}) {
  const sink = await mailSink();
  const app = await testApp({
    settings: {
      mail: { url: sink.url, from: { name: 'Katydid', address: 'bugs@example.com' } },
      mailIn: { replyTo: { local: 'reply', domain: 'bugs.example.com' }, intake: { address, unknown } },
    },
  });
  const ann = await app.user({ name: 'Ann', email: 'ann@example.com' });
  const admin = await app.user({ name: 'Root', email: 'root@example.com', role: 'admin' });
  const take = async (parts: Partial<Parameters<typeof rawMail>[0]> = {}) => {
    const raw = rawMail({
      from: 'Ann <ann@example.com>',
      to: address,
      subject: 'It fails',
      text: 'Text',
      ...parts,
    });
    await app.store.write((tx) => takeOver(tx, raw, new Date()));
    return raw;
  };
  const deliver = async (parts: Partial<Parameters<typeof rawMail>[0]> = {}) => {
    await take(parts);
    await app.runJobs();
  };
  const rows = () =>
    app.store.db.selectFrom('incoming_mails').select(['sender', 'subject', 'raw', 'job_id']).execute();
  const usedBytes = async (user: TestUser) => (await user.call(getFileLimits, {})).body.usedBytes;
  const bugs = async (): Promise<Bug[]> => (await ann.call(listBugs, { query: {} })).body;
  /** Makes the next attempt of each job of incoming mail its last. */
  const exhaust = () =>
    app.store.write((tx) =>
      tx.updateTable('jobs').set({ attempts: 60 }).where('kind', '=', 'incoming mail').execute(),
    );
  const why = () =>
    (
      JSON.parse(app.lines.findLast((line) => /"(?:refused|dropped) an e-mail/.test(line)) ?? '{}') as {
        why?: string;
      }
    ).why;
  const replyAddress = async (user: TestUser, bug: Bug) => {
    const options = { now: new Date(), settings: app.settings };
    const whose = { userId: user._id, bugId: bug._id };
    return (await app.store.write((tx) => replyAddressFor(tx, whose, options))) ?? '';
  };
  return { ...app, sink, ann, admin, take, deliver, rows, usedBytes, bugs, exhaust, why, replyAddress };
}

test('admins see a dead job, and discarding it deletes its message', async () => {
  const app = await tracker({ unknown: { filedBy: 'nobody@example.com' } });
  const token = `reply+${'0'.repeat(32)}@bugs.example.com`;
  const raw = await app.take({ from: 'eve@example.org', subject: `Fill ${token}` });
  expect(await fullBacklog(app.store.db, raw, { ...backlogLimits, all: 10 })).toBe('all');
  await app.exhaust();
  await app.runJobs();
  const [row] = await app.rows();
  expect(row).toMatchObject({ raw: '', sender: 'eve@example.org', subject: `Fill ${token}` });
  expect(await fullBacklog(app.store.db, raw, { ...backlogLimits, all: 10 })).toBe(undefined);
  const { body } = await app.admin.call(getIncomingMail, {});
  expect(body).toMatchObject({
    waiting: 0,
    waitingBytes: 0,
    failed: [
      { sender: 'eve@example.org', subject: 'Fill …', reason: 'The process ended during each attempt' },
    ],
  });
  const params = { id: body.failed[0]?._id ?? '' };
  // A further attempt has nothing to handle, and says so.
  expect((await app.admin.call(retryJob, { params })).status).toBe(204);
  await app.runJobs();
  expect((await app.admin.call(getIncomingMail, {})).body.failed[0]?.reason).toContain('was deleted');
  expect((await app.admin.call(discardJob, { params })).status).toBe(204);
  expect(await app.rows()).toEqual([]);
});

test('admins see for 30 days which messages were dropped and why, without their text', async () => {
  const app = await tracker();
  const bug = await app.bug(app.ann);
  const to = await app.replyAddress(app.ann, bug);
  await app.deliver({
    headers: { 'auto-submitted': 'auto-replied' },
    subject: `Away from ${to}`,
    text: 'Secret',
  });
  await app.deliver({ from: 'Eve <eve@example.org>', subject: 'Help', text: 'Secret' });
  await app.deliver({ from: to, subject: 'Delayed' });
  await app.deliver({ subject: 'Taken' });
  expect((await app.ann.call(getIncomingMail, {})).status).toBe(403);
  const { body } = await app.admin.call(getIncomingMail, {});
  expect(body.dropped).toMatchObject([
    { sender: '…', subject: 'Delayed', reason: 'unknownSender' },
    { sender: 'eve@example.org', subject: 'Help', reason: 'unknownSender' },
    { sender: 'ann@example.com', subject: 'Away from …', reason: 'automaticReply' },
  ]);
  const stored = () => app.store.db.selectFrom('dropped_mails').selectAll().execute();
  expect(JSON.stringify(await stored())).not.toContain('Secret');
  app.clock.offset = 29 * day;
  await app.runJob('clean up mail');
  expect(await stored()).toHaveLength(3);
  app.clock.offset = 31 * day;
  await app.runJob('clean up mail');
  expect(await stored()).toEqual([]);
});

test('a reply to two addresses is not dropped if one of them is known', async () => {
  const app = await tracker();
  const bug = await app.bug(app.ann);
  const to = await app.replyAddress(app.ann, bug);
  const unknown = to.replace(/\+.*@/u, `+${'0'.repeat(32)}@`);
  for (const [n, both] of [`${to}, ${unknown}`, `${unknown}, ${to}`].entries())
    await app.deliver({ to: both, text: `Answer ${n}` });
  expect((await app.admin.call(getIncomingMail, {})).body.dropped).toEqual([]);
  await app.deliver({ to: unknown });
  expect((await app.admin.call(getIncomingMail, {})).body.dropped).toMatchObject([
    { reason: 'unknownReplyAddress' },
  ]);
});

test('only the latest thousand dropped messages are stored', async () => {
  const app = await tracker();
  const row = { at: new Date().toISOString(), sender: '', subject: '', reason: 'bulkMail' } as const;
  const ids = Array.from({ length: 1_003 }, () => newId());
  await app.store.write(async (tx) => {
    for (const id of ids) await insertDropped(tx, { ...row, id });
    await insertDropped(tx, { ...row, id: ids.at(-1) ?? '' });
  });
  const stored = await app.store.db.selectFrom('dropped_mails').select('id').orderBy('id').execute();
  expect(stored.map(({ id }) => id)).toEqual(ids.slice(3));
});

test('a sender, a domain and a network can each fill only a part of the backlog', async () => {
  const app = await tracker();
  const headers = { received: 'from evil (unknown [192.0.2.7]) by mx.example.com with ESMTP' };
  await app.take({ from: 'eve@example.org', headers });
  const full = async (parts: Partial<Parameters<typeof rawMail>[0]>, limits: Partial<typeof backlogLimits>) =>
    fullBacklog(app.store.db, rawMail({ from: 'x@y.example', to: address, ...parts }), {
      ...backlogLimits,
      ...limits,
    });
  const small = { sender: 10, domain: 10, network: 10 };
  expect(await full({ from: 'EVE@example.org' }, { sender: 10 })).toBe('sender');
  expect(await full({ from: 'mal@example.org' }, { sender: 10 })).toBe(undefined);
  expect(await full({ from: 'mal@example.org' }, small)).toBe('domain');
  expect(await full({ headers }, small)).toBe('network');
  expect(await full({}, small)).toBe(undefined);
});

test('admins can empty the queue, and the audit trail records it', async () => {
  const app = await tracker();
  await app.take();
  await app.take();
  expect((await app.ann.call(deleteIncomingMail, {})).status).toBe(403);
  expect((await app.admin.call(getIncomingMail, {})).body).toMatchObject({ waiting: 2 });
  expect((await app.admin.call(deleteIncomingMail, {})).status).toBe(204);
  expect(await app.rows()).toEqual([]);
  await app.runJobs();
  expect(await app.bugs()).toEqual([]);
  const { body } = await app.admin.call(listAudit, { query: { action: 'incoming mail deleted' } });
  expect(JSON.stringify(body)).toContain('"details":"2"');
});

test('messages from or to unknown addresses are refused without being parsed', async () => {
  const app = await tracker();
  // Parsing refuses such a message: it would be dropped as one that cannot be read.
  const unreadable = { 'content-type': 'text/plain', 'x-long': 'y'.repeat(300_000) };
  await app.deliver({ from: 'eve@example.org', headers: unreadable });
  expect(app.why()).toBe('unknownSender');
  await app.deliver({ to: 'reply+00000000000000000000000000000000@bugs.example.com', headers: unreadable });
  expect(app.why()).toBe('unknownReplyAddress');
  const both = `${address}, reply+00000000000000000000000000000000@bugs.example.com`;
  await app.deliver({ from: 'mal@example.org', to: both, headers: unreadable });
  expect(app.why()).toBe('unknownSender');
  expect(app.lines.filter((line) => line.includes('cannot be read'))).toEqual([]);
  await app.deliver({ headers: unreadable });
  expect(app.lines.filter((line) => /cannot be read|not retried/.test(line))).not.toEqual([]);
});

const file = (bytes: number) => [{ name: 'a.log', type: 'text/plain', content: 'x'.repeat(bytes) }];

test('files beyond the limit are not stored, and those of refused mail are deleted', async () => {
  const app = await tracker();
  const limit = { burst: 30, perMinute: 0.5, count: 29 };
  await app.store.write((tx) => takeToken(tx, `mail-in:${app.ann._id}`, limit, new Date()));
  for (let n = 0; n < 4; n += 1) await app.deliver({ files: file(1_000) });
  expect([app.why(), await app.bugs()]).toMatchObject(['tooMany', [{ title: 'It fails' }]]);
  expect(await app.usedBytes(app.ann)).toBe(1_000);
  const [bug = expect.unreachable()] = await app.bugs();
  await app.deliver({ to: await app.replyAddress(app.ann, bug), text: '', files: file(700) });
  expect(await app.usedBytes(app.ann)).toBe(1_700);
});

test('a user’s attachments per hour are limited, including those of refused mail', async () => {
  const app = await tracker();
  const size = { burst: 100 * 1024, perMinute: (100 * 1024) / 60 };
  const key = `mail-in-size:${app.ann._id}`;
  await app.store.write((tx) => takeToken(tx, key, { ...size, count: 100 * 1024 - 1 }, new Date()));
  await app.deliver({ files: file(600_000) });
  expect([app.why(), await app.bugs(), await app.usedBytes(app.ann)]).toEqual(['tooMuch', [], 0]);
  expect(app.sink.messages.at(-1)?.parsed.text).toContain('Together, the attachments');
});

test('the files of a message that is refused after they are stored are deleted at once', async () => {
  const app = await tracker();
  const bug = await app.bug(app.ann);
  const to = await app.replyAddress(app.ann, bug);
  // The second one is too large.
  Object.assign(app.settings.files, { maxFileBytes: 2_000 });
  await app.deliver({
    to,
    files: [...file(1_500), { name: 'b.log', type: 'text/plain', content: 'x'.repeat(2_001) }],
  });
  expect(app.why()).toContain('Files can have at most');
  expect(await app.usedBytes(app.ann)).toBe(0);
  expect(await app.store.db.selectFrom('files').select('id').execute()).toEqual([]);
});

test('replies by mail are limited, so that two programs cannot loop', async () => {
  const app = await tracker();
  const bug = await app.bug(app.ann);
  const to = await app.replyAddress(app.ann, bug);
  // As if there had been eighteen.
  const limit = { burst: 20, perMinute: 1 / 3, count: 18 };
  await app.store.write((tx) => takeToken(tx, `mail-in-reply:${app.ann._id}:${bug._id}`, limit, new Date()));
  for (let n = 0; n < 5; n += 1) await app.take({ to, text: `Answer ${n}` });
  await app.runJobs();
  const { body } = await app.ann.call(getActivity, { params: { id: bug._id }, query: {} });
  expect(body.entries.filter(({ kind }) => kind === 'comment')).toHaveLength(2);
  expect(app.why()).toBe('tooManyReplies');
  const refusals = app.sink.messages.filter(({ parsed }) => parsed.text?.includes('Too many replies'));
  expect(refusals).toHaveLength(1);
  // Automatic mail of ours is not answered by others, nor taken by us.
  expect(refusals[0]?.parsed.headers).toContainEqual(
    expect.objectContaining({ key: 'auto-submitted', value: 'auto-generated' }),
  );
  await app.deliver({
    to: await app.replyAddress(app.ann, bug),
    headers: { 'auto-submitted': 'auto-generated' },
  });
  expect(app.why()).toBe('automaticReply');
});
