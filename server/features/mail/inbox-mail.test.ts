import { sql } from 'kysely';
import { expect, inject, onTestFinished, test, vi } from 'vitest';
import { deleteBug, updateBug } from '#contract/bugs/bugs.ts';
import type { CustomInput } from '#contract/classification/custom-field.ts';
import { type CustomKind, createCustomField } from '#contract/classification/custom-fields.ts';
import { createComment, deleteComment, updateComment } from '#contract/conversation/comments.ts';
import { listInbox, updateInboxItem } from '#contract/conversation/inbox.ts';
import {
  type MailSettings,
  defaultMailSettings,
  getMailSettings,
  previewMail,
  updateMailSettings,
} from '#contract/conversation/mail.ts';
import { askReporter } from '#contract/bugs/triage.ts';
import { SqliteFile } from '#server/engine/sqlite/file.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';
import { mailSink } from '#server/test/mail/mail-sink.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;

/** What the mail server does during a test, besides taking messages. */
interface MailServer {
  refuseMessage?: (raw: string) => [status: number, text: string] | undefined;
  /** Awaited before a recipient is accepted. */
  beforeRecipient?: () => Promise<unknown> | undefined;
}
let mailServer: MailServer = {};
const sink = await mailSink({
  refuseMessage: (raw) => mailServer.refuseMessage?.(raw),
  onRcptTo(_address, _session, done) {
    const answer = async () => {
      await mailServer.beforeRecipient?.();
      done();
    };
    void answer();
  },
});
const app = await testApp({
  // A Monday, at 10:00 in Berlin.
  time: () => Date.parse('2026-11-23T09:00:00Z'),
  settings: {
    publicUrl: 'https://bugs.example.com',
    mail: { url: sink.url, from: { name: 'Katydid', address: 'bugs@example.com' } },
  },
});
let stages = 0;

/** Users of the test's own and a bug that Ann has filed; sets the clock back first. */
async function stage(settings: Partial<MailSettings> = {}, behaviour: MailServer = {}) {
  mailServer = behaviour;
  sink.messages.length = 0;
  app.clock.offset = 0;
  // Earlier tests leave mails that would be due later.
  await app.store.write((tx) => tx.deleteFrom('jobs').execute());
  stages += 1;
  const [ann, bob] = [
    await app.user({ name: `Ann${stages}`, email: `ann${stages}@example.com` }),
    await app.user({ name: `Bob${stages}`, email: `bob${stages}@example.com`, role: 'admin' }),
  ];
  if (Object.keys(settings).length > 0)
    await ann.call(updateMailSettings, { body: { ...defaultMailSettings, ...settings } });
  const bug = await app.bug(ann);
  return {
    ann,
    bob,
    bug,
    /** Comments, and runs the jobs that update inboxes. */
    async comment(by: TestUser, body: string) {
      const answer = await by.call(createComment, { params: { id: bug._id }, body: { body } });
      expect(answer.status).toBe(201);
      await app.runJobs();
      return answer.body;
    },
    /** The messages that were sent after the time has passed. */
    async after(milliseconds: number) {
      const before = sink.messages.length;
      app.clock.offset += milliseconds;
      await app.runJobs();
      return sink.messages.slice(before).map(({ parsed, to, raw }) => {
        const headers = Object.fromEntries(parsed.headers.map(({ key, value }) => [key, value]));
        return { ...parsed, to: to[0], raw, headers };
      });
    },
  };
}

test('several changes of a bug are one message, once it has been quiet for two minutes', async () => {
  const { ann, bob, bug, comment, after } = await stage();
  await comment(bob, 'The first');
  expect(await after(90 * second)).toEqual([]);
  await bob.call(updateBug, { params: { id: bug._id }, body: { status: 'resolved', title: 'Renamed' } });
  await comment(bob, 'The second');
  expect(await after(119 * second)).toEqual([]);
  const [message, ...others] = await after(2 * second);
  expect(others).toEqual([]);
  expect(message).toMatchObject({
    to: ann.email,
    from: { name: `${bob.name} (Katydid)`, address: 'bugs@example.com' },
    // Mail programs would begin another conversation with the new title.
    subject: `[#${bug.number}] The list is empty`,
  });
  expect(message?.text).toContain('> The first');
  expect(message?.text).toContain(`${bob.name} set the status to Resolved and the title to “Renamed” (`);
  expect(message?.text).toContain('> The second');
  expect(message?.text).toContain(`https://bugs.example.com/bugs/${bug.number}\n`);
  expect(message?.text).toMatch(/because someone commented on a bug you watch and the status/);
  expect(message?.html).not.toMatch(/<img|url\(|src=/);
  expect(await after(hour)).toEqual([]);
});

test('a bug with steady activity is mailed after 15 minutes', async () => {
  const { bob, comment, after } = await stage();
  const sent: unknown[] = [];
  // Never quiet for two minutes.
  for (let comments = 1; comments <= 9; comments += 1) {
    await comment(bob, `Comment ${comments}`);
    sent.push(...(await after(100 * second)));
    expect(sent).toHaveLength(comments === 9 ? 1 : 0);
  }
});

test('a mention is mailed after 30 seconds, together with earlier activity', async () => {
  const { ann, bob, comment, after } = await stage();
  await comment(bob, 'Before');
  await after(20 * second);
  await comment(bob, `See this, @${ann.name}`);
  // Later activity does not delay it.
  await after(20 * second);
  await comment(bob, 'After');
  const [message, ...others] = await after(11 * second);
  expect(others).toEqual([]);
  expect(message?.headers).toMatchObject({ 'x-katydid-reason': 'mentioned, commented' });
  for (const text of ['> Before', '> See this', '> After']) expect(message?.text).toContain(text);
  expect(await after(hour)).toEqual([]);
});

test('an edited comment is mailed again only for a new mention', async () => {
  const { ann, bob, comment, after } = await stage();
  const edit = async (id: string, body: string) => {
    const answer = await bob.call(updateComment, { params: { id }, body: { body } });
    expect(answer.status).toBe(200);
    await app.runJobs();
  };
  const first = await comment(bob, `Look here, @${ann.name}`);
  const other = await comment(bob, 'The second');
  expect(await after(minute)).toHaveLength(1);

  await edit(first._id, `Look over here, @${ann.name}`);
  await comment(bob, 'The third');
  const [third] = await after(3 * minute);
  expect(third?.text).toContain('> The third');
  expect(third?.text).not.toContain('Look');

  await edit(other._id, `The second, @${ann.name}`);
  const [mention] = await after(minute);
  expect(mention?.text).toContain('> The second');
  expect(mention?.text).not.toContain('Look');
});

test('a mail contains each mention added by an edit, even if more edits follow', async () => {
  const { ann, bob, bug, comment, after } = await stage();
  const texts = ['One', 'Two', 'Three'];
  const comments = [];
  for (const text of texts) comments.push(await comment(bob, text));
  await after(hour);
  for (const [i, { _id: id }] of comments.entries()) {
    app.clock.offset += second;
    const body = { body: `${texts[i]}, @${ann.name}` };
    expect((await bob.call(updateComment, { params: { id }, body })).status).toBe(200);
    await app.runJobs();
  }
  app.clock.offset += second;
  // Edited once more, without a further mention; then the user is assigned.
  const body = { body: `One and all, @${ann.name}` };
  await bob.call(updateComment, { params: { id: comments[0]?._id ?? '' }, body });
  await bob.call(updateBug, { params: { id: bug._id }, body: { assignedTo: ann._id } });
  await app.runJobs();
  const [message, ...others] = await after(minute);
  expect(others).toEqual([]);
  for (const text of ['> One and all', '> Two', '> Three']) expect(message?.text).toContain(text);
  expect(await after(hour)).toEqual([]);
});

test('a question to the reporter is mailed as a mention, exactly as typed', async () => {
  const { ann, bob, bug, after } = await stage();
  const text = 'Which <b>version</b> & build?\n<script>alert(1)</script> [this](javascript:alert(2))';
  const { status } = await bob.call(askReporter, { params: { id: bug._id }, body: { text } });
  expect(status).toBe(200);
  await app.runJobs();
  const inbox = (await ann.call(listInbox, { query: { bug: bug._id } })).body;
  expect(inbox).toMatchObject([
    { reasons: ['mentioned'], named: { as: 'mentioned', by: { name: bob.name } } },
  ]);
  const [message, ...others] = await after(31 * second);
  expect(others).toEqual([]);
  expect(message).toMatchObject({ to: ann.email, from: { name: `${bob.name} (Katydid)` } });
  expect(message?.headers).toMatchObject({ 'x-katydid-reason': 'mentioned' });
  expect(message?.text).toContain(`${bob.name} asked you a question`);
  expect(message?.text).toContain('> Which <b>version</b> & build?');
  expect(message?.html).toContain('Which &lt;b&gt;version&lt;/b&gt; &amp; build?');
  expect(message?.html).toContain('&lt;script&gt;');
  expect(message?.html).not.toMatch(/<script|<b>version|href="javascript/i);
  expect(await after(hour)).toEqual([]);
});

test('activity that is read, done, snoozed or deleted in time is not sent', async () => {
  const { ann, bob, bug, comment, after } = await stage();
  for (const body of [
    { state: 'read' as const },
    { state: 'done' as const },
    { state: 'snoozed' as const, snoozedUntil: '2026-12-01T00:00:00.000Z' },
  ]) {
    await comment(bob, 'Seen at once');
    await ann.call(updateInboxItem, { params: { bugId: bug._id }, body });
    expect(await after(hour)).toEqual([]);
  }
  await ann.call(updateInboxItem, { params: { bugId: bug._id }, body: { state: 'read' } });
  const { _id: id } = await comment(bob, 'A secret');
  await bob.call(deleteComment, { params: { id } });
  expect(await after(hour)).toEqual([]);
  await comment(bob, 'Of a bug that goes');
  await ann.call(deleteBug, { params: { id: bug._id } });
  expect(await after(hour)).toEqual([]);
  const waiting = await app.store.db
    .selectFrom('jobs')
    .select('kind')
    .where('state', 'in', ['waiting', 'dead'])
    .where('kind', 'like', 'inbox mail')
    .execute();
  expect(waiting).toEqual([]);
});

test('only unread activity of others is mailed', async () => {
  const { ann, bob, bug, comment, after } = await stage();
  await comment(bob, 'Read already');
  await after(second);
  await ann.call(updateInboxItem, { params: { bugId: bug._id }, body: { state: 'read' } });
  await comment(ann, 'Mine');
  await after(second);
  await comment(bob, 'New');
  // Bob gets a mail about Ann's comment, before or after this one.
  const sent = await after(hour);
  const texts = sent.filter(({ to }) => to === ann.email).map(({ text }) => text);
  expect(texts).toEqual([expect.stringContaining('> New')]);
  expect(texts[0]).not.toMatch(/Read already|Mine/);
});

test('the messages on a bug are one conversation', async () => {
  const { bob, bug, ann, comment, after } = await stage();
  const messages = [];
  for (const text of ['One', 'Two', 'Three']) {
    await comment(bob, text);
    messages.push(...(await after(hour)));
  }
  const [first, second_, third] = messages;
  expect(messages).toHaveLength(3);
  const opening = `<bug.${bug._id}@bugs.example.com>`;
  const id = (number: number) => `<bug.${bug._id}.${ann._id}.${number}@bugs.example.com>`;
  expect(messages.map(({ messageId }) => messageId)).toEqual([id(0), id(1), id(2)]);
  expect(first).toMatchObject({ inReplyTo: opening, references: opening });
  expect(second_).toMatchObject({ inReplyTo: id(0), references: `${opening} ${id(0)}` });
  expect(third).toMatchObject({ inReplyTo: id(1), references: `${opening} ${id(1)}` });
  expect(new Set(messages.map(({ subject }) => subject)).size).toBe(1);
  expect(first?.headers).toMatchObject({
    'list-id': 'Katydid <katydid.bugs.example.com>',
    'list-unsubscribe-post': 'List-Unsubscribe=One-Click',
    'auto-submitted': 'auto-generated',
    'x-katydid-reason': 'commented',
  });
});

test('one click in a mail program stops all mail; a GET changes nothing', async () => {
  const { ann, bob, comment, after } = await stage();
  await comment(bob, 'One');
  const [message] = await after(hour);
  const link =
    /<https:\/\/bugs\.example\.com(.*)>/.exec(message?.headers['list-unsubscribe'] ?? '')?.[1] ?? '';
  expect(message?.text).toContain(link);
  const page = await fetch(app.url + link);
  const html = await page.text();
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'; form-action 'self'");
  expect(html).toContain('<form method="post"');
  expect(html).not.toContain('<script');
  expect((await ann.call(getMailSettings, {})).body.choices).toEqual(defaultMailSettings.choices);
  expect((await fetch(app.url + link.replace(ann._id, bob._id), { method: 'POST' })).status).toBe(404);
  const click = await fetch(app.url + link, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });
  expect(click.status).toBe(200);
  expect(new Set(Object.values((await ann.call(getMailSettings, {})).body.choices))).toEqual(
    new Set(['inbox']),
  );
  expect((await bob.call(getMailSettings, {})).body.isSaved).toBe(false);
  await comment(bob, 'Two');
  expect(await after(48 * hour)).toEqual([]);
});

test('a change of the settings stops messages that are waiting', async () => {
  const { ann, bob, comment, after } = await stage();
  await comment(bob, 'One');
  const choices = Object.fromEntries(Object.keys(defaultMailSettings.choices).map((key) => [key, 'inbox']));
  await ann.call(updateMailSettings, {
    body: { ...defaultMailSettings, choices: choices as MailSettings['choices'] },
  });
  expect(await after(hour)).toEqual([]);
});

const digestOf = { commented: 'digest', status: 'digest', mentioned: 'now' } as const;
const choices = { ...defaultMailSettings.choices, ...digestOf };

test('a digest of unread activity is sent once, at the hour by the user’s clock', async () => {
  const { ann, bob, bug, comment, after } = await stage({
    choices,
    hour: 8,
    timeZone: 'Europe/Berlin',
    language: 'de',
  });
  const other = await app.bug(ann, { title: 'Another one' });
  await comment(bob, 'One');
  await comment(bob, 'Two');
  await bob.call(createComment, { params: { id: other._id }, body: { body: 'Read before' } });
  await app.runJobs();
  await ann.call(updateInboxItem, { params: { bugId: other._id }, body: { state: 'read' } });
  // 08:00 in Berlin is 07:00 in UTC.
  expect(await after(22 * hour - 1)).toEqual([]);
  const [digest, ...others] = await after(second);
  expect(others).toEqual([]);
  expect(digest).toMatchObject({ to: ann.email, subject: 'Heute in Katydid: 1 Bug' });
  expect(digest?.text).toContain(`#${bug.number} The list is empty`);
  expect(digest?.text).toContain(`${bob.name} hat kommentiert: One\n${bob.name} hat kommentiert: Two`);
  expect(digest?.text).not.toContain('Read before');
  expect(digest?.headers).toMatchObject({ 'x-katydid-reason': 'digest' });
  expect(await after(48 * hour)).toEqual([]);
  await comment(bob, 'Three');
  const [next] = await after(24 * hour);
  expect(next?.text).not.toContain('Two');
  expect(next?.text).toContain('Three');
  expect(sink.messages).toHaveLength(2);
});

test.runIf(inject('engine') === 'sqlite')(
  'a digest of many bugs marks their rows as mailed with one statement',
  async () => {
    const { ann, bob, after } = await stage({ choices });
    for (let i = 0; i < 8; i += 1) {
      const { _id: id } = await app.bug(ann);
      await bob.call(createComment, { params: { id }, body: { body: 'News' } });
    }
    await app.runJobs();
    const run = vi.spyOn(SqliteFile.prototype, 'run');
    onTestFinished(() => run.mockRestore());
    expect(await after(24 * hour)).toHaveLength(1);
    const marks = run.mock.calls.filter(([text]) => /update "?inbox"? set "?mail_from_at/.test(text));
    expect(marks).toHaveLength(1);
    expect(await after(24 * hour)).toEqual([]);
  },
);

test('a repeated digest keeps its Message-ID while it covers the same activity', async () => {
  let refusals = 2;
  const seen: string[] = [];
  const { bob, comment, after } = await stage(
    { choices },
    {
      refuseMessage: (raw) => {
        seen.push(/^Message-ID:\s+(<.*>)/im.exec(raw)?.[1] ?? '');
        return (refusals -= 1) >= 0 ? [451, 'Later'] : undefined;
      },
    },
  );
  await comment(bob, 'One');
  expect([...(await after(24 * hour)), ...(await after(hour))]).toEqual([]);
  // Its job waits for the next attempt, so that it includes this.
  await comment(bob, 'Two');
  const [digest, ...others] = await after(hour);
  expect(others).toEqual([]);
  expect(digest?.text).toContain(`${bob.name} commented: One\n${bob.name} commented: Two`);
  expect(seen).toHaveLength(3);
  expect(seen[0]).toMatch(/^<digest\.[^@]+@bugs\.example\.com>$/);
  expect(seen[1]).toBe(seen[0]);
  expect(seen[2]).not.toBe(seen[0]);
});

test('a mention is sent at once, and the digest does not repeat it', async () => {
  const { ann, bob, comment, after } = await stage({ choices });
  await comment(bob, 'For the digest');
  await comment(bob, `Look, @${ann.name}`);
  const [message] = await after(31 * second);
  expect(message?.text).toContain('> For the digest');
  expect(await after(48 * hour)).toEqual([]);
});

test('a waiting digest is rescheduled when the settings change', async () => {
  const { ann, bob, comment, after } = await stage({ choices });
  await comment(bob, 'One');
  await ann.call(updateMailSettings, { body: { ...defaultMailSettings, choices, hour: 12 } });
  expect(await after(3 * hour - second)).toEqual([]);
  expect(await after(second)).toHaveLength(1);
});

test('a temporarily refused message is sent once later, with the same Message-ID', async () => {
  let refusals = 2;
  const seen: string[] = [];
  const { bob, comment, after } = await stage(
    {},
    {
      refuseMessage: (raw) => {
        seen.push(/^Message-ID:\s+(<.*>)/im.exec(raw)?.[1] ?? '');
        return (refusals -= 1) >= 0 ? [451, 'Later'] : undefined;
      },
    },
  );
  await comment(bob, 'One');
  const sent = [...(await after(3 * minute)), ...(await after(hour)), ...(await after(hour))];
  expect(sent).toHaveLength(1);
  expect(seen).toHaveLength(3);
  expect(new Set(seen).size).toBe(1);
});

/** A comment whose message to Ann the mail server has refused temporarily, once. */
async function refusedOnce() {
  let isRefused = false;
  const staged = await stage(
    {},
    {
      refuseMessage() {
        if (isRefused) return undefined;
        isRefused = true;
        return [451, 'Later'];
      },
    },
  );
  await staged.comment(staged.bob, 'Refused');
  expect(await staged.after(3 * minute)).toEqual([]);
  expect(isRefused).toBe(true);
  return staged;
}

test.each([
  { state: 'read' as const },
  { state: 'done' as const },
  { state: 'snoozed' as const, snoozedUntil: '2026-12-01T00:00:00.000Z' },
])('a retried message is not sent if its bug is $state by then', async (body) => {
  const { ann, bob, bug, comment, after } = await refusedOnce();
  await ann.call(updateInboxItem, { params: { bugId: bug._id }, body });
  expect(await after(hour)).toEqual([]);
  await ann.call(updateInboxItem, { params: { bugId: bug._id }, body: { state: 'read' } });
  await comment(bob, 'Another');
  const [next, ...others] = await after(hour);
  expect(others).toEqual([]);
  // The first one may have arrived.
  expect(next?.messageId).toBe(`<bug.${bug._id}.${ann._id}.1@bugs.example.com>`);
  expect(next?.text).toContain('> Another');
  expect(next?.text).not.toContain('Refused');
});

test('a repeated message has only activity after the bug was read', async () => {
  const { ann, bob, bug, comment, after } = await refusedOnce();
  await ann.call(updateInboxItem, { params: { bugId: bug._id }, body: { state: 'read' } });
  await comment(bob, 'Another');
  const [next, ...others] = await after(hour);
  expect(others).toEqual([]);
  expect(next?.messageId).toBe(`<bug.${bug._id}.${ann._id}.1@bugs.example.com>`);
  expect(next?.text).toContain('> Another');
  expect(next?.text).not.toContain('Refused');
});

test('a retried message is not sent to users who have unsubscribed since', async () => {
  const { ann, after } = await refusedOnce();
  const none = Object.fromEntries(Object.keys(defaultMailSettings.choices).map((key) => [key, 'inbox']));
  await ann.call(updateMailSettings, {
    body: { ...defaultMailSettings, choices: none as MailSettings['choices'] },
  });
  expect(await after(hour)).toEqual([]);
});

test('activity while a message is being sent is in the next one', async () => {
  const state: { during?: () => Promise<unknown> } = {};
  const { ann, bob, bug, comment, after } = await stage({}, { beforeRecipient: () => state.during?.() });
  await comment(bob, 'Before');
  state.during = async () => {
    delete state.during;
    app.clock.offset += second;
    await bob.call(createComment, { params: { id: bug._id }, body: { body: 'Meanwhile' } });
    await expect
      .poll(async () =>
        app.store.db
          .selectFrom('inbox')
          .select('latest_at')
          .where('user_id', '=', ann._id)
          .where('latest_at', '>', '2026-11-23T09:02:00.000Z')
          .execute(),
      )
      .toHaveLength(1);
  };
  const [first] = await after(2 * minute);
  const [next, ...others] = await after(hour);
  expect(others).toEqual([]);
  expect(first?.text).not.toContain('Meanwhile');
  expect(next?.text).toContain('Meanwhile');
  expect(next?.text).not.toContain('Before');
});

test.runIf(inject('engine') === 'postgres').each([
  { what: 'message', mode: {}, key: (userId: string, bugId: string) => `mail:${userId}:${bugId}` },
  { what: 'digest', mode: { choices }, key: (userId: string) => `digest:${userId}` },
])('the end of a $what waits for a fan-out without a lock that the other needs', async ({ mode, key }) => {
  const begin: { fanOut?: () => Promise<unknown> } = {};
  const { ann, bob, bug, comment, after } = await stage(mode, {
    beforeRecipient: () => begin.fanOut?.(),
  });
  await comment(bob, 'One');
  let fanOut: Promise<unknown> | undefined;
  begin.fanOut = async () => {
    const locked = Promise.withResolvers<void>();
    fanOut = app.store.write(async (tx) => {
      await sql`select from inbox where user_id = ${ann._id} and bug_id = ${bug._id} for update`.execute(tx);
      locked.resolve();
      const isWaiting = async () => {
        const { rows } = await sql`
          select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
          app.store.db,
        );
        return rows.length > 0;
      };
      await expect.poll(isWaiting).toBe(true);
      const job = sql`select id from jobs where key = ${key(ann._id, bug._id)} for update nowait`;
      expect((await job.execute(tx)).rows).toHaveLength(1);
    });
    await locked.promise;
  };
  expect(await after(48 * hour)).toHaveLength(1);
  await fanOut;
  expect(await after(48 * hour)).toEqual([]);
});

test('a suspended user is sent nothing', async () => {
  const { ann, bob, comment, after } = await stage();
  await comment(bob, 'One');
  await app.store.write((tx) =>
    tx
      .updateTable('users')
      .set({ suspended_at: new Date().toISOString() })
      .where('id', '=', ann._id)
      .execute(),
  );
  expect(await after(hour)).toEqual([]);
});

test('hostile titles and names stay text', async () => {
  const { ann } = await stage();
  const eve = await app.user({ name: 'Eve <script>alert(1)</script>', email: 'eve@example.com' });
  const title = '"><img src=x onerror=alert(1)> [link](https://evil.example)';
  const bug = await app.bug(eve, {
    title,
    assignedTo: ann._id,
    description: '![x](https://evil.example/p.png)',
  });
  await app.runJobs();
  app.clock.offset += minute;
  await app.runJobs();
  const [message] = sink.messages;
  expect(message?.parsed.subject).toBe(`[#${bug.number}] ${title}`);
  expect(message?.parsed.html).not.toMatch(/<script|<img/);
  expect(message?.parsed.html).toContain('&lt;script&gt;');
});

test('changes of fields that admins define are named, with their values', async () => {
  const admin = await app.user({ role: 'admin' });
  const define = async (name: string, kind: CustomKind, options: readonly string[] = []) => {
    const body = {
      name,
      kind,
      ...(options.length > 0 && { options: options.map((each) => ({ name: each })) }),
    };
    return (await admin.call(createCustomField, { body })).body;
  };
  const severity = await define('Severity', 'option', ['<b>Crash</b>', 'Minor']);
  const [effort, due] = [await define('Effort', 'number'), await define('Due', 'date')];
  const [tester, regression] = [await define('Tester', 'person'), await define('Regression', 'boolean')];
  const [crash, minor] = severity.options.map(({ _id }) => _id);
  const says = {
    en: [
      'set Severity to <b>Crash</b>, Effort to 1,234.5, and Due to Nov 23, 2026',
      'set Severity to Minor, Tester to ANN, and Regression to Yes and cleared Effort',
    ],
    de: [
      'hat Severity auf „<b>Crash</b>“, Effort auf „1.234,5“ und Due auf „23.11.2026“ gesetzt',
      'hat Severity auf „Minor“, Tester auf „ANN“ und Regression auf „Ja“ gesetzt und Effort geleert',
    ],
  };
  for (const language of ['en', 'de'] as const) {
    const { ann, bob, bug, after } = await stage({ language });
    const put = async (custom: Record<string, CustomInput | null>) => {
      const { status } = await bob.call(updateBug, { params: { id: bug._id }, body: { custom } });
      expect(status).toBe(200);
      await app.runJobs();
      return (await after(hour)).at(-1);
    };
    const first = await put({ [severity._id]: crash ?? '', [effort._id]: 1234.5, [due._id]: '2026-11-23' });
    const [begun, ended] = says[language];
    expect(first?.text).toContain(`${bob.name} ${begun}`);
    expect(first?.html).toContain('&lt;b&gt;Crash&lt;/b&gt;');
    expect(first?.html).not.toContain('<b>Crash');
    const next = await put({
      [severity._id]: minor ?? '',
      [effort._id]: null,
      [tester._id]: ann._id,
      [regression._id]: true,
    });
    expect(next?.text).toContain(`${bob.name} ${ended?.replace('ANN', ann.name)}`);
    // A field that did not change is not named.
    expect(next?.text).not.toContain('Due');
  }
});

test('each invalid setting is refused, and the preview is in the chosen language', async () => {
  const ann = await app.user();
  const put = (more: object) => ann.call(updateMailSettings, { body: { ...defaultMailSettings, ...more } });
  expect((await ann.call(getMailSettings, {})).body).toEqual({ ...defaultMailSettings, isSaved: false });
  for (const [field, value] of Object.entries({
    choices: { mentioned: 'now' },
    digest: 'yearly',
    hour: 24,
    weekday: 0,
    timeZone: 'Mars/Olympus',
    language: 'xx',
  }))
    expect((await put({ [field]: value })).error).toMatchObject({ code: 'invalid_input' });
  const saved = { ...defaultMailSettings, hour: 17, timeZone: 'Asia/Kolkata', language: 'de' as const };
  expect((await put(saved)).body).toEqual({ ...saved, isSaved: true });
  expect((await ann.call(getMailSettings, {})).body).toEqual({ ...saved, isSaved: true });
  const preview = (await ann.call(previewMail, { query: { kind: 'message' } })).body;
  expect(preview.subject).toBe('[#42] Die Liste ist leer');
  const english = (await ann.call(previewMail, { query: { kind: 'digest', language: 'en' } })).body;
  expect(english.text).toContain('Your inbox has news about 3 bugs');
});
