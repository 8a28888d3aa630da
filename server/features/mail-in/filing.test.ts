import { hash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { getActivity } from '#contract/bugs/history.ts';
import { updateManagedUser } from '#contract/admin/admin.ts';
import { listJobs } from '#contract/admin/jobs.ts';
import { type Bug, listBugs } from '#contract/bugs/bugs.ts';
import { createCustomField, updateCustomField } from '#contract/classification/custom-fields.ts';
import type { IntakeSettings } from '#server/mail/in/mail-in-settings.ts';
import {
  deleteConfirmations,
  insertConfirmation,
} from '#server/features/users/email/email-confirmation-queries.ts';
import { testApp } from '#server/test/harness.ts';
import { imapServer } from '#server/test/mail/imap-server.ts';
import { mailSink } from '#server/test/mail/mail-sink.ts';
import { rawMail } from '#server/test/mail/mails.ts';
import { png } from '#server/test/uploads.ts';
import { titleOf } from './filing.ts';
import { takeOver } from './incoming.ts';
import { noteHandled } from './queries.ts';

const address = 'new@bugs.example.com';
type MailParts = Omit<Parameters<typeof rawMail>[0], 'to' | 'from'> & { from?: string; to?: string };

/** A tracker that takes bugs by mail, and what it sends. */
async function tracker({
  intake = {},
  requiresConfirmedEmail = false,
  ...mailIn
}: {
  requiresConfirmedEmail?: boolean;
  intake?: Partial<IntakeSettings>;
  imap?: Awaited<ReturnType<typeof imapServer>>['settings'];
} = {}) {
  const sink = await mailSink();
  const app = await testApp({
    settings: {
      requiresConfirmedEmail,
      mail: { url: sink.url, from: { name: 'Katydid', address: 'bugs@example.com' } },
      mailIn: {
        ...mailIn,
        replyTo: { local: 'reply', domain: 'bugs.example.com' },
        intake: { address, unknown: 'refuse', ...intake },
      },
    },
  });
  const ann = await app.user({ name: 'Ann', email: 'Ann@example.com' });
  const admin = await app.user({ name: 'Root', email: 'root@example.com', role: 'admin' });
  async function deliver(parts: MailParts | Uint8Array): Promise<void> {
    const raw =
      parts instanceof Uint8Array
        ? parts
        : rawMail({ from: 'Ann <ann@example.com>', to: address, subject: 'It fails', ...parts });
    await app.store.write((tx) => takeOver(tx, raw, new Date()));
    await app.runJobs();
  }
  const bugs = async (): Promise<Bug[]> => (await ann.call(listBugs, { query: {} })).body;
  /** Why the last message was not accepted, by the log. */
  const lastReason = (): unknown => {
    const line = app.lines.findLast((each) => /"(?:refused|dropped) an e-mail/.test(each)) ?? '{}';
    return (JSON.parse(line) as { why?: string }).why;
  };
  /** Mails on the bug that mentions the admin come 30 seconds later, on a slow machine during another test. */
  const answers = () => sink.messages.filter(({ to }) => !to.includes('root@example.com'));
  return { ...app, sink, ann, admin, deliver, bugs, lastReason, answers };
}

const app = await tracker();

describe('an e-mail of a user', () => {
  test('becomes a bug once, and a reply to its answer becomes a comment', async () => {
    const { sink, ann } = app;
    const raw = rawMail({
      from: 'Ann <ann@example.com>',
      to: `"Bugs" <${address.toUpperCase()}>`,
      subject: 'Fwd: The list  is\tempty',
      messageId: '<first@mail.example.com>',
      text: 'I see nothing.\n\n> Do you see it?\n\nNo.\n-- \nAnn Smith\nHead of everything',
      files: [{ name: 'screen.png', type: 'image/png', content: png(3, 2) }],
    });
    await app.deliver(raw);
    await app.deliver(raw);
    const [bug, ...others] = await app.bugs();
    expect(others).toEqual([]);
    expect(bug).toMatchObject({
      title: 'The list is empty',
      description: 'I see nothing.\n\n> Do you see it?\n\nNo.',
      status: 'open',
      priority: 'medium',
      assignedTo: null,
      createdBy: { _id: ann._id },
      files: [{ name: 'screen.png', type: 'image/png' }],
    });
    expect(sink.messages).toHaveLength(1);
    const [{ parsed, to } = expect.unreachable('No mail was sent')] = sink.messages;
    expect(to).toEqual(['Ann@example.com']);
    expect(parsed.subject).toBe(`[#${bug?.number}] The list is empty`);
    expect(parsed.text).toContain(`${app.settings.publicUrl}/bugs/${bug?.number}\n`);
    expect(parsed.inReplyTo).toBe('<first@mail.example.com>');
    expect(parsed.references).toMatch(new RegExp(`^<bug\\.${bug?._id}@.*> <first@mail\\.example\\.com>$`));
    const replyTo = parsed.replyTo?.[0]?.address ?? '';
    await app.deliver({
      to: `${replyTo}, ${address}`,
      subject: `Re: ${parsed.subject}`,
      text: 'On Linux, too.',
    });
    expect(await app.bugs()).toHaveLength(1);
    const { body } = await ann.call(getActivity, { params: { id: bug?._id ?? '' }, query: {} });
    expect(body.entries.at(-1)).toMatchObject({ comment: { body: 'On Linux, too.', isMailed: true } });
  });

  test('has the defaults of fields, and may lack required ones', async () => {
    const { admin, deliver, bugs } = app;
    const make = (name: string, initial: string | null) =>
      admin.call(createCustomField, { body: { name, kind: 'text', isRequired: true, initial } });
    const made = [(await make('Customer', null)).body, (await make('Channel', 'mail')).body];
    await deliver({ subject: 'Asked for nothing' });
    const [bug] = await bugs();
    expect([bug?.title, bug?.custom]).toEqual(['Asked for nothing', { [made[1]?._id ?? '']: 'mail' }]);
    for (const { _id: id } of made)
      await admin.call(updateCustomField, { params: { id }, body: { archived: true } });
  });

  test('mentions users as a description does', async () => {
    await app.deliver({ text: 'Please look, @Root' });
    const rows = await app.store.db.selectFrom('bug_mentions').select('user_id').execute();
    expect(rows).toEqual([{ user_id: app.admin._id }]);
  });

  test('without a text has its subject as description, and a long subject stays in full', async () => {
    await app.deliver({ subject: 'Only this', text: '' });
    await app.deliver({ subject: `${'long '.repeat(50)}end`, text: 'Text' });
    const [long, short] = await app.bugs();
    expect(short).toMatchObject({ title: 'Only this', description: 'Only this' });
    expect(long?.title).toMatch(/^(?:long )+lon…$|^(?:long )+l?o?n?g?…$/);
    expect(long?.description).toMatch(/^(?:long ){50}end\n\nText$/);
  });

  test('is refused with the reason if it cannot become a bug', async () => {
    const before = await app.bugs();
    const files = Array.from({ length: 21 }, (_, n) => ({
      name: `${n}.txt`,
      type: 'text/plain',
      content: 'x',
    }));
    const sent = app.answers().length;
    await app.deliver({ subject: ' ', text: 'Text' });
    await app.deliver({ text: 'Text', files });
    await app.deliver({ text: 'x'.repeat(100_001) });
    const answers = app
      .answers()
      .slice(sent)
      .map(({ to, parsed }) => [...to, parsed.text]);
    expect(answers).toEqual([
      ['Ann@example.com', expect.stringContaining('It has no subject')],
      ['Ann@example.com', expect.stringContaining('too many attachments')],
      ['Ann@example.com', expect.stringContaining('Description is 1 character too long')],
    ]);
    expect(await app.bugs()).toEqual(before);
  });

  test.each([
    ['of an absence', { headers: { 'auto-submitted': 'auto-replied' } }, 'automaticReply'],
    ['of a bounce', { headers: { 'return-path': '<>' } }, 'bounce'],
    ['of a list', { headers: { precedence: 'bulk' } }, 'bulkMail'],
    ['of our address', { from: address }, 'ownAddress'],
    ['of an unknown sender', { from: 'eve@example.com' }, 'unknownSender'],
    ['of two senders', { from: 'ann@example.com, eve@example.com' }, 'notOneSender'],
    ['of a program', { from: 'no-reply@example.org' }, 'automatedSender'],
    ['of a responder', { headers: { precedence: 'auto_reply' } }, 'automaticReply'],
    ['of someone whose address looks like it', { from: 'ａnn@example.com' }, 'unknownSender'],
  ])('becomes no bug and gets no answer: %s', async (_, parts, why) => {
    const [before, sent] = [await app.bugs(), app.answers().length];
    await app.deliver({ text: 'Text', ...parts });
    expect(app.lastReason()).toBe(why);
    expect(await app.bugs()).toEqual(before);
    expect(app.answers()).toHaveLength(sent);
  });

  test.each([
    'Auto-reply is sent twice to customers',
    'Out of office status is not shown',
    'Automatic reply: [#1] is wrong',
    'Undeliverable: invoices to Örebro',
    'Abwesenheitsnotiz wird doppelt verschickt',
    'Delivery Status Notification (Failure) has no text',
  ])('files a bug with any subject: %s', async (subject) => {
    await app.deliver({ subject, text: 'Text' });
    expect((await app.bugs())[0]).toMatchObject({ title: subject, description: 'Text' });
  });

  test.each<[string, Partial<MailParts>]>([
    ['through a group', { headers: { precedence: 'list', 'list-id': '<support.example.org>' } }],
    ['by Exchange', { headers: { 'x-auto-response-suppress': 'All', 'auto-submitted': 'no' } }],
    ['through a list with loop detection', { headers: { 'x-loop': 'support@example.org' } }],
  ])('becomes a bug if it came %s', async (how, parts) => {
    await app.deliver({ ...parts, subject: how });
    expect((await app.bugs())[0]?.title).toBe(how);
  });

  test('becomes a bug even if the account’s address looks like that of a program', async () => {
    const user = await app.user({ email: 'postmaster@example.com' });
    await app.deliver({ from: user.email, subject: 'From the post office' });
    expect((await app.bugs())[0]).toMatchObject({ createdBy: { _id: user._id } });
  });

  test('becomes another bug if its text or a file differs, even with the same Message-ID', async () => {
    const before = (await app.bugs()).length;
    const parts = { messageId: '<reused@mail.example.com>', subject: 'Nightly build', text: 'Monday: 3' };
    const file = (content: string) => [{ name: 'a.log', type: 'text/plain', content }];
    const received = { received: 'from mx2.example.com' };
    await app.deliver({ ...parts, files: file('1') });
    await app.deliver({ ...parts, files: file('1'), headers: received });
    await app.deliver({ ...parts, files: file('2') });
    await app.deliver({ ...parts, text: 'Tuesday: 9' });
    expect(await app.bugs()).toHaveLength(before + 3);
  });

  test('becomes no bug if an earlier version has already filed it', async () => {
    const before = await app.bugs();
    const messageId = '<earlier@mail.example.com>';
    const key = hash('sha256', `${messageId}\nintake\nann@example.com`);
    await app.store.write((tx) => noteHandled(tx, { key, at: new Date().toISOString() }));
    await app.deliver({ messageId, text: 'Text' });
    expect(await app.bugs()).toEqual(before);
  });

  test('becomes no bug if the user is suspended', async () => {
    const user = await app.user({ email: 'gone@example.com' });
    await app.admin.call(updateManagedUser, { params: { id: user._id }, body: { suspended: true } });
    const before = await app.bugs();
    await app.deliver({ from: user.email, text: 'Text' });
    expect(app.lastReason()).toBe('suspendedUser');
    expect(await app.bugs()).toEqual(before);
  });
});

describe('a hostile message', () => {
  const head = `from: ann@example.com\r\nto: ${address}\r\n`;
  const nested = (depth: number): string => {
    const open = Array.from(
      { length: depth },
      (_, n) => `content-type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
    );
    return `${head}subject: Nested\r\n${open.join('')}content-type: text/plain\r\n\r\nInside\r\n`;
  };
  test.each([
    ['with NUL and wrong bytes', Buffer.from(`${head}subject: A\0\xff\r\n\r\na\0\xffb`, 'latin1'), /^A ÿ$/],
    [
      'with an unknown encoding',
      `${head}subject: =?klingon?X?zz?= =?utf-8?B?!!!?= x\r\ncontent-type: text/plain; charset=klingon\r\n\r\nText`,
      /x/,
    ],
    ['nested 15 times', nested(15), /^Nested$/],
    [
      'with a subject that ends the header',
      `${head}subject: =?utf-8?Q?A=0D=0ABcc:_eve@example.com?=\r\n\r\nText`,
      /^A Bcc: eve@example\.com$/,
    ],
    ['with a subject of 200 kB', `${head}subject: ${'y '.repeat(100_000)}\r\n\r\nText`, /^[y ]{1,199}…$/],
    [
      'of script',
      `${head}subject: <img src=x onerror=alert(1)>\r\ncontent-type: text/html\r\n\r\n<script>alert(1)</script><b>Text</b>`,
      /^<img src=x onerror=alert\(1\)>$/,
    ],
  ])('becomes a bug all the same: %s', async (_, raw, title) => {
    await app.deliver(Buffer.from(raw));
    const [bug] = await app.bugs();
    expect(bug?.title).toMatch(title);
    expect(bug?.description).not.toMatch(/\0|<script>/);
    expect(app.answers().at(-1)?.to).toEqual(['Ann@example.com']);
  });

  test('that is nested too deeply is refused, and admins see that', async () => {
    const before = await app.bugs();
    await app.deliver(Buffer.from(nested(500)));
    expect(app.lines.at(-1)).toContain('a job failed and is not retried');
    const { body } = await app.admin.call(listJobs, {});
    expect(JSON.stringify(body)).toContain('It has parts within more than 20 others');
    expect(await app.bugs()).toEqual(before);
  });
});

describe('where the mail server authenticates senders', () => {
  const proven = { 'authentication-results': 'mx.example.com; dmarc=pass header.from=example.com' };

  test('From alone files nothing; authenticated unknown senders get an answer once a day', async () => {
    const strict = await tracker({ intake: { authServer: 'mx.example.com' } });
    await strict.deliver({ text: 'Forged' });
    expect(strict.lastReason()).toBe('unauthenticatedSender');
    expect(strict.sink.messages).toEqual([]);
    await strict.deliver({ text: 'Text', headers: proven });
    expect(await strict.bugs()).toMatchObject([{ description: 'Text' }]);
    for (const text of ['One', 'Two'])
      await strict.deliver({ from: 'eve@example.com', text, headers: proven });
    const answers = strict.sink.messages.filter(({ to }) => to.includes('eve@example.com'));
    expect(answers).toHaveLength(1);
    expect(answers[0]?.parsed.text).toContain('No account');
    expect(answers[0]?.raw).not.toContain('One');
  });
});

describe('where a user files the mail of unknown senders', () => {
  test('the configured user creates the bug, its text names the sender, no one is mentioned', async () => {
    const open = await tracker({ intake: { unknown: { filedBy: 'root@example.com' } } });
    await open.deliver({ from: 'Eve <eve@example.org>', text: 'Look, @Ann' });
    const [bug] = await open.bugs();
    expect(bug).toMatchObject({
      createdBy: { _id: open.admin._id },
      description: 'E-mail from eve@example.org\n\nLook, @Ann',
    });
    expect(await open.store.db.selectFrom('bug_mentions').selectAll().execute()).toEqual([]);
    expect(open.sink.messages).toEqual([]);
    await open.deliver({ text: 'Mine' });
    expect((await open.bugs())[0]).toMatchObject({ createdBy: { _id: open.ann._id }, description: 'Mine' });
  });

  test('the message waits if there is no such user', async () => {
    const open = await tracker({ intake: { unknown: { filedBy: 'nobody@example.com' } } });
    await open.deliver({ from: 'eve@example.org', text: 'Text' });
    expect(await open.bugs()).toEqual([]);
    const jobs = await open.store.db
      .selectFrom('jobs')
      .select(['state', 'error'])
      .where('kind', '=', 'incoming mail')
      .execute();
    expect(jobs).toEqual([{ state: 'waiting', error: 'No user has the address of MAIL_INTAKE_UNKNOWN' }]);
  });
});

test('messages polled from a mailbox become bugs', async () => {
  const server = await imapServer();
  const polling = await tracker({ imap: server.settings });
  const raw = rawMail({ from: 'ann@example.com', to: address, subject: 'Polled', text: 'Text' });
  // The same message, as it may arrive in two mailboxes of a list.
  server.deliver(raw);
  server.deliver(raw);
  await polling.runJob('mailbox');
  await polling.runJobs();
  expect(await polling.bugs()).toMatchObject([{ title: 'Polled' }]);
  expect(server.flags()).toEqual([['\\Seen'], ['\\Seen']]);
});

test('a sender with an unconfirmed address counts as one without an account', async () => {
  const strict = await tracker({ requiresConfirmedEmail: true });
  const waiting = { userId: strict.ann._id, email: strict.ann.email };
  await strict.store.write((tx) => insertConfirmation(tx, waiting, new Date()));
  await strict.deliver({ text: 'Hello' });
  expect([await strict.bugs(), strict.lastReason()]).toEqual([[], 'unconfirmedAddress']);
  await strict.store.write((tx) => deleteConfirmations(tx, strict.ann._id));
  await strict.deliver({ text: 'Hello again' });
  expect(await strict.bugs()).toMatchObject([{ createdBy: { _id: strict.ann._id } }]);
});

test.each([
  ['The list is empty', 'The list is empty'],
  ['Fwd: RE[2]: AW : The list is empty', 'The list is empty'],
  ['Re:', 'Re:'],
  ['转发：[EXTERNAL] 登录失败', '登录失败'],
  ['Regression: it fails', 'Regression: it fails'],
  ['  A\r\nB\0\u202E\ud800 ', 'A B \ufffd'],
  ['x'.repeat(200), 'x'.repeat(200)],
  ['🦗'.repeat(200), '🦗'.repeat(200)],
])('a title is made from the subject %j', (subject, title) => {
  expect(titleOf(subject)).toEqual({ title, isCut: false });
});

test('a title that is too long is cut', () => {
  expect(titleOf('🦗'.repeat(201))).toEqual({ title: `${'🦗'.repeat(199)}…`, isCut: true });
});
