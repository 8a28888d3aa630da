import { describe, expect, test } from 'vitest';
import { confirmByLink, resetPassword } from '#contract/accounts/account-links.ts';
import { listEmailChanges } from '#contract/accounts/email-changes.ts';
import { createResetLink, takeBackUserEmailChange, updateManagedUser } from '#contract/admin/admin.ts';
import { type Bug, deleteBug, listBugs } from '#contract/bugs/bugs.ts';
import { type Comment, deleteComment, getComment, updateComment } from '#contract/conversation/comments.ts';
import { getFileLimits } from '#contract/conversation/files.ts';
import { getMailedText } from '#contract/conversation/mail-in.ts';
import { endOtherSessions } from '#contract/accounts/sessions.ts';
import { getActivity } from '#contract/bugs/history.ts';
import { login, updateProfile } from '#contract/accounts/users.ts';
import { insertConfirmation } from '#server/features/users/email/email-confirmation-queries.ts';
import { namedToken } from '#server/features/users/link-tokens.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { takeToken } from '#server/http/rate-limit.ts';
import { replyAddressFor } from '#server/mail/in/reply-addresses.ts';
import { type TestUser, password, testApp } from '#server/test/harness.ts';
import { rawMail } from '#server/test/mail/mails.ts';
import { png } from '#server/test/uploads.ts';
import { takeOver } from './incoming.ts';

const mailIn = { replyTo: { local: 'reply', domain: 'bugs.example.com' } };
// Few enough mentions a minute that a slow machine does not regain one.
const mentions = { burst: 200, perMinute: 0.2 };
const app = await testApp({ settings: { mailIn, mentions } });
const ann = await app.user({ name: 'Ann', email: 'Ann@Example.com' });
const bob = await app.user({ name: 'Bob', email: 'bob@example.com' });
const admin = await app.user({ name: 'Root', role: 'admin' });
const now = () => new Date(Date.now() + app.clock.offset);

async function replyAddress(user: TestUser, bug: Bug): Promise<string> {
  const whose = { userId: user._id, bugId: bug._id };
  const options = { now: now(), settings: { mailIn } };
  return (await app.store.write((tx) => replyAddressFor(tx, whose, options))) ?? '';
}

/** Takes a message over and handles it, as the command and the job do. */
async function deliver(raw: Uint8Array): Promise<void> {
  await app.store.write((tx) => takeOver(tx, raw, now()));
  const rows = await app.store.db.selectFrom('incoming_mails').select('id').execute();
  for (const { id } of rows) await app.runJob('incoming mail', { id });
}

async function commentsOn(bug: Bug): Promise<Comment[]> {
  const { body } = await bob.call(getActivity, { params: { id: bug._id }, query: {} });
  return body.entries.flatMap((entry) =>
    entry.kind === 'comment' && 'comment' in entry ? [entry.comment] : [],
  );
}

/** Why the last message was not accepted, by the log. */
function lastReason(): unknown {
  // The server of this test cannot answer refusals, because it sends no mail.
  const isReason = (each: string) => each.includes('e-mail') && !each.includes('mailNotConfigured');
  const line = app.lines.findLast(isReason) ?? '{}';
  return (JSON.parse(line) as { why?: string }).why;
}

const quoted =
  'It fails on Linux as well.\n\nOn Mon, Nov 16, 2026 at 9:12 AM Katydid <bugs@example.com> wrote:\n> Does it?';

describe('a reply', () => {
  test('becomes one comment without the quote, and stays readable in full', async () => {
    const bug = await app.bug(bob);
    const to = await replyAddress(ann, bug);
    const raw = rawMail({
      from: 'Ann <ann@example.com>',
      to: `"Katydid" <${to.toUpperCase()}>`,
      text: quoted,
    });
    await deliver(raw);
    await deliver(raw);
    const comments = await commentsOn(bug);
    expect(comments).toMatchObject([
      {
        body: 'It fails on Linux as well.',
        author: { _id: ann._id, name: 'Ann' },
        isMailed: true,
        isTrimmed: true,
        version: 1,
      },
    ]);
    const params = { id: comments[0]?._id ?? '' };
    expect((await bob.call(getComment, { params })).body.isMailed).toBe(true);
    const { body } = await bob.call(getMailedText, { params });
    expect(body.text.trim()).toBe(quoted);
    expect(await app.store.db.selectFrom('incoming_mails').select('id').execute()).toEqual([]);
  });

  test.each([
    ['Steps:\n1. open it\n--\nExpected: it closes\nActual: it hangs'],
    ['It looked so:\n\nFrom: Shop <shop@example.org>\nTo: Client\nSubject: Your order\n\nand had no text.'],
    ['It shows the message\n\n> Disk full'],
  ])('keeps %j, without the quote of our mail in any language', async (written) => {
    const bug = await app.bug(bob);
    const [from, to] = ['ann@example.com', await replyAddress(ann, bug)];
    const above = `От: Bob <bugs@example.com>\nИзпратено: 23 ноември 2026 г. 9:12\nДо: Ann\nОтносно: [#${bug.number}] A bug`;
    await deliver(rawMail({ from, to, text: `${written}\n\n${above}\n\nDoes it?` }));
    await deliver(
      rawMail({ from, to, text: `${written}\n\n> ${to} wrote on 2026-11-23 09:12:\n> Does it?` }),
    );
    await deliver(rawMail({ from, to, text: written }));
    expect((await commentsOn(bug)).map(({ body }) => body)).toEqual([written, written, written]);
  });

  test('is found by its trimmed part too, until it is deleted', async () => {
    const bug = await app.bug(bob);
    const text = `It fails.\n\n-- \nAnn from Zwolle\n\nOn Mon, Nov 16, 2026 at 9:12 AM Bob <bob@example.com> wrote:\n> A quagga`;
    await deliver(rawMail({ from: 'ann@example.com', to: await replyAddress(ann, bug), text }));
    const [comment] = await commentsOn(bug);
    expect(comment?.body).toBe('It fails.');
    const params = { id: comment?._id ?? '' };
    const found = async (words: string) => {
      const { body } = await bob.call(listBugs, { query: { q: `${words} in:comments` } });
      return body.map(({ _id }) => _id);
    };
    for (const words of ['zwolle', 'quagga', '"it fails."'])
      expect([words, await found(words)]).toEqual([words, [bug._id]]);
    await ann.call(updateComment, { params, body: { body: 'It works in Utrecht' } });
    expect(await Promise.all(['utrecht zwolle', 'quagga'].map(found))).toEqual([[bug._id], [bug._id]]);
    await ann.call(deleteComment, { params });
    expect(await Promise.all(['utrecht', 'zwolle', 'quagga'].map(found))).toEqual([[], [], []]);
  });

  test('mentions and watches like a comment, and can be deleted by its author', async () => {
    const bug = await app.bug(bob);
    await deliver(
      rawMail({ from: 'ann@example.com', to: await replyAddress(ann, bug), text: 'Please look, @Bob' }),
    );
    const [comment] = await commentsOn(bug);
    expect(comment).toMatchObject({ mentions: [{ _id: bob._id }], isMailed: true, isTrimmed: false });
    const params = { id: comment?._id ?? '' };
    expect((await ann.call(deleteComment, { params })).status).toBe(204);
    expect((await ann.call(getMailedText, { params })).status).toBe(404);
    expect((await commentsOn(bug))[0]).toMatchObject({ body: '', isMailed: false });
  });

  test('has its attachments as files, and a picture in its HTML only once in a thread', async () => {
    const bug = await app.bug(bob);
    const logo = { name: 'logo.png', type: 'image/png', content: png(4, 4), inline: true };
    const to = await replyAddress(ann, bug);
    await deliver(
      rawMail({
        from: 'ann@example.com',
        to,
        html: '<p>See the <b>log</b>.<br>Thanks</p><img src="cid:image1">',
        files: [
          { name: 'server log.txt', type: 'text/plain', content: 'ERROR' },
          { name: '../../shot.png', type: 'image/png', content: png(3, 2) },
          logo,
          { name: 'signature.asc', type: 'application/pgp-signature', content: 'x' },
        ],
      }),
    );
    const [comment] = await commentsOn(bug);
    expect(comment?.body).toBe('See the log.\nThanks');
    expect(comment?.files).toMatchObject([
      { name: 'server log.txt', size: 5 },
      { name: 'shot.png', type: 'image/png' },
      { name: 'file-3.png', type: 'image/png' },
    ]);
    const attached = { ...logo, inline: false };
    const html = 'Again <img src="cid:image1">';
    await deliver(rawMail({ from: 'ann@example.com', to, html, files: [logo] }));
    await deliver(rawMail({ from: 'ann@example.com', to, html: 'Not shown', files: [logo] }));
    await deliver(rawMail({ from: 'ann@example.com', to, html, files: [attached] }));
    const [, shown, ...others] = await commentsOn(bug);
    expect(shown).toMatchObject({ body: 'Again', files: [] });
    expect(others.map(({ files }) => files.map(({ name }) => name))).toEqual([['file-1.png'], ['logo.png']]);
  });

  test('stores its files once even if it is tried again', async () => {
    const cal = await app.user({ name: 'Cal', email: 'cal@example.com' });
    const bug = await app.bug(bob);
    await app.store.write((tx) =>
      takeToken(tx, `mentions:${cal._id}`, { ...mentions, count: mentions.burst }, now()),
    );
    const tooMany = 'You have mentioned too many people in a short time';
    const files = [
      { name: 'a.log', type: 'text/plain', content: 'first' },
      { name: 'b.log', type: 'text/plain', content: 'second' },
    ];
    const to = await replyAddress(cal, bug);
    const mail = rawMail({ from: 'cal@example.com', to, text: 'Please look, @Bob', files });
    await expect(deliver(mail)).rejects.toThrow(tooMany);
    const [waiting] = await app.store.db.selectFrom('incoming_mails').select('id').execute();
    const again = async () => app.runJob('incoming mail', { id: waiting?.id });
    await expect(again()).rejects.toThrow(tooMany);
    expect(await commentsOn(bug)).toEqual([]);
    app.clock.offset += 10 * 60_000;
    await again();
    expect((await commentsOn(bug))[0]?.files).toMatchObject([{ name: 'a.log' }, { name: 'b.log' }]);
    expect((await cal.call(getFileLimits, {})).body.usedBytes).toBe('first'.length + 'second'.length);
  });

  test('contains no secrets of the quoted mail, neither trimmed nor in full', async () => {
    const bug = await app.bug(bob);
    const to = await replyAddress(ann, bug);
    const link = `${app.settings.publicUrl}/unsubscribe?user=${ann._id}&signature=abc`;
    const text = `It fails for Ann@Example.com, too.\n\nAm 16.11.2026 09:12 schrieb Katydid <${to.toUpperCase()}>:\n> Does it?\n> Stop: <${link}>`;
    await deliver(rawMail({ from: 'ann@example.com', to, text }));
    const [comment] = await commentsOn(bug);
    expect(comment?.body).toBe('It fails for …, too.');
    const { body } = await bob.call(getMailedText, { params: { id: comment?._id ?? '' } });
    expect(body.text.trim()).toBe(
      'It fails for …, too.\n\nAm 16.11.2026 09:12 schrieb Katydid <…>:\n> Does it?\n> Stop: <…>',
    );
    for (const q of ['ann@example.com', 'unsubscribe?user', to])
      expect((await bob.call(listBugs, { query: { q: `${q} in:comments` } })).body).toEqual([]);
    // So it is still valid.
    await deliver(rawMail({ from: 'ann@example.com', to, text: 'Again' }));
    expect(await commentsOn(bug)).toHaveLength(2);
  });

  test('voids an address that is left in its text', async () => {
    const bug = await app.bug(bob);
    const to = await replyAddress(ann, bug);
    const token = to.slice(to.indexOf('+'), to.indexOf('@'));
    await deliver(rawMail({ from: 'ann@example.com', to, text: `See\n${token}\nabove` }));
    expect((await commentsOn(bug))[0]?.body).toContain(token);
    await deliver(rawMail({ from: 'ann@example.com', to, text: 'Again' }));
    expect([lastReason(), await commentsOn(bug)]).toMatchObject(['unknownReplyAddress', [{}]]);
  });

  test('publishes no address of its user in attached files or their names', async () => {
    const bug = await app.bug(bob);
    const to = await replyAddress(ann, bug);
    const link = `${app.settings.publicUrl}/unsubscribe?user=${ann._id}&signature=abc`;
    const headers = { 'reply-to': to, 'x-katydid-reason': 'assigned' };
    const ours = rawMail({ from: 'bugs@example.com', to: 'ann@example.com', text: link, headers });
    const files = [
      { name: '[#1] A bug.eml', type: 'message/rfc822', content: ours },
      { name: 'original', type: 'application/octet-stream', content: ours },
      { name: `${to}.html`, type: 'text/html', content: `<a href="${link}">Stop</a> ann@example.com` },
      { name: 'shot.png', type: 'image/png', content: png(3, 2) },
    ];
    const from = 'ann@example.com';
    await deliver(rawMail({ from, to, subject: `Re: ${to}`, text: 'See below', files }));
    const [comment] = await commentsOn(bug);
    expect(comment?.files.map(({ name }) => name)).toEqual(['….html', 'shot.png']);
    const content = await bob.send('GET', `/api/files/${comment?.files[0]?._id}/content`);
    expect(content.body).toBe('<a href="…">Stop</a> …');
    expect(app.lines.findLast((line) => line.includes('became a comment'))).toContain('"leftOut":2');
    // The address was not published.
    await app.runJobs();
    await deliver(rawMail({ from, to, text: 'Again' }));
    expect(await commentsOn(bug)).toHaveLength(2);
    expect(await app.store.db.selectFrom('incoming_mails').selectAll().execute()).toEqual([]);
  });

  test('is accepted with the header by which Exchange suppresses automatic answers', async () => {
    const bug = await app.bug(bob);
    const headers = { 'x-auto-response-suppress': 'DR, OOF, AutoReply' };
    const to = await replyAddress(ann, bug);
    await deliver(rawMail({ from: 'ann@example.com', to, text: 'Text', headers }));
    expect(await commentsOn(bug)).toMatchObject([{ body: 'Text' }]);
  });

  test.each([
    'Re: [#1] Automatic reply: wrong name',
    'Out of office status is not shown',
    'Undeliverable: [#1]',
  ])('is accepted with the subject %s', async (subject) => {
    const bug = await app.bug(bob);
    const to = await replyAddress(ann, bug);
    await deliver(rawMail({ from: 'ann@example.com', to, subject, text: 'Text' }));
    expect(await commentsOn(bug)).toMatchObject([{ body: 'Text' }]);
  });

  test('with only files names them', async () => {
    const bug = await app.bug(bob);
    const files = [{ name: 'a.log', type: 'text/plain', content: 'x' }];
    await deliver(
      rawMail({ from: 'ann@example.com', to: await replyAddress(ann, bug), text: '\n-- \nAnn', files }),
    );
    expect(await commentsOn(bug)).toMatchObject([{ body: 'a.log', files: [{ name: 'a.log' }] }]);
  });
});

describe('nothing is posted', () => {
  async function refusal(
    parts: Partial<Parameters<typeof rawMail>[0]>,
    prepare?: (bug: Bug) => Promise<unknown>,
  ) {
    const bug = await app.bug(bob);
    const to = await replyAddress(ann, bug);
    await prepare?.(bug);
    await deliver(rawMail({ from: 'ann@example.com', to, text: 'Text', ...parts }));
    const comments = prepare ? [] : await commentsOn(bug);
    expect(comments).toEqual([]);
    return lastReason();
  }

  test.each([
    ['of someone else', { from: 'eve@example.com' }, 'otherSender'],
    ['of two senders', { from: 'ann@example.com, eve@example.com' }, 'notOneSender'],
    [
      'to an address that was made up',
      { to: 'reply+00000000000000000000000000000000@bugs.example.com' },
      'unknownReplyAddress',
    ],
    ['to another address', { to: 'info@bugs.example.com' }, 'unknownRecipient'],
    ['of nothing but a quote', { text: '> Does it?' }, 'empty'],
    ['that is too long', { text: 'x'.repeat(20_002) }, 'Comment is 2 characters too long'],
    ['of an automatic answer', { headers: { 'auto-submitted': 'auto-replied' } }, 'automaticReply'],
    ['of an absence', { subject: 'Automatic reply: [#1] A bug' }, 'automaticReply'],
    ['of a bounce', { headers: { 'return-path': '<>' } }, 'bounce'],
    ['of a mail server', { from: 'MAILER-DAEMON@example.com' }, 'automatedSender'],
    ['of a list', { headers: { precedence: 'bulk' } }, 'bulkMail'],
    ['of ours', { headers: { 'x-katydid-reason': 'assigned' } }, 'ownMail'],
    ['of our address', { from: 'reply@bugs.example.com' }, 'ownAddress'],
  ])('for a message %s', async (_, parts, why) => {
    expect(await refusal(parts)).toBe(why);
  });

  test('after the address has expired', async () => {
    const later = async () => void (app.clock.offset += 91 * 24 * 60 * 60_000);
    expect(await refusal({}, later)).toBe('expired');
    app.clock.offset = 0;
  });

  test('after the bug was deleted', async () => {
    const remove = (bug: Bug) => bob.call(deleteBug, { params: { id: bug._id } });
    expect(await refusal({}, remove)).toBe('bugGone');
  });

  test('after the user has ended other sessions, or is suspended', async () => {
    expect(await refusal({}, () => ann.call(endOtherSessions, {}))).toBe('unknownReplyAddress');
    const suspend = (suspended: boolean) =>
      admin.call(updateManagedUser, { params: { id: ann._id }, body: { suspended } });
    expect(await refusal({}, () => suspend(true))).toBe('unknownReplyAddress');
    await suspend(false);
  });

  test('for a message that cannot be read', async () => {
    await deliver(
      Buffer.from(
        `from: ann@example.com\r\nto: ${await replyAddress(ann, await app.bug(bob))}\r\ncontent-type: multipart/mixed; boundary=a\r\n\r\n--a\r\nx: ${'y'.repeat(300_000)}\r\n`,
      ),
    );
    expect(lastReason()).toBe('unreadable');
    expect(await app.store.db.selectFrom('incoming_mails').select('id').execute()).toEqual([]);
  });
});

test('a message that was being read when the server stopped is posted later', async () => {
  const bug = await app.bug(bob);
  const raw = rawMail({ from: 'ann@example.com', to: await replyAddress(ann, bug), text: 'Text' });
  await app.store.write((tx) => takeOver(tx, raw, now()));
  const [row] = await app.store.db.selectFrom('incoming_mails').select('id').execute();
  const stopped = AbortSignal.abort(new Error('The server stops'));
  await expect(app.runJob('incoming mail', { id: row?.id }, stopped)).rejects.toThrow('The server stops');
  await app.runJob('incoming mail', { id: row?.id });
  expect(await commentsOn(bug)).toMatchObject([{ body: 'Text' }]);
});

test('messages of one sender are handled in order, and do not block other senders', async () => {
  const other = await testApp({ settings: { mailIn } });
  for (const from of ['Ann <ann@example.com>', 'ANN@example.com', '"B. <x>"\r\n <bob@example.com>'])
    await other.store.write((tx) => takeOver(tx, rawMail({ from, to: 'x@example.com' }), now()));
  const jobs = await other.store.db
    .selectFrom('jobs')
    .select('target')
    .where('kind', '=', 'incoming mail')
    .orderBy('id')
    .execute();
  const [ann1, ann2, third] = jobs.map(({ target }) => target);
  expect(ann1).toBe(ann2);
  expect(third).not.toBe(ann1);
});

describe('the reply addresses of a user end', () => {
  const addressesOf = (user: TestUser) =>
    app.store.db.selectFrom('reply_addresses').select('bug_id').where('user_id', '=', user._id).execute();

  test('when a password is set by a link', async () => {
    const user = await app.user();
    await replyAddress(user, await app.bug(bob));
    expect(await addressesOf(user)).toHaveLength(1);
    const link = await admin.call(createResetLink, { params: { id: user._id } });
    const body = { token: new URL(link.body.url).hash.slice(1), newPassword: 'dew on the far gate' };
    expect((await app.anonymous.call(resetPassword, { body })).status).toBe(204);
    expect(await addressesOf(user)).toEqual([]);
  });

  test('when a change of the e-mail address is undone', async () => {
    const user = await app.user();
    const { body } = await app.anonymous.call(login, { body: { email: user.email, password } });
    await app.as(body.token).call(updateProfile, { body: { email: 'other@example.com' } });
    const [change] = (await user.call(listEmailChanges, {})).body;
    await replyAddress(user, await app.bug(bob));
    expect(await addressesOf(user)).toHaveLength(1);
    const params = { id: user._id, change: change?._id ?? '' };
    expect((await admin.call(takeBackUserEmailChange, { params })).status).toBe(204);
    expect(await addressesOf(user)).toEqual([]);
  });
});

test('only a hash of an address is stored', async () => {
  const bug = await app.bug(bob);
  const address = await replyAddress(ann, bug);
  const token = /\+([0-9a-f]{32})@/.exec(address)?.[1] ?? '';
  const rows = await app.store.db.selectFrom('reply_addresses').selectAll().execute();
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('a reply from an unconfirmed address is refused until the address is confirmed', async () => {
  const strict = await testApp({ settings: { mailIn, requiresConfirmedEmail: true } });
  const eve = await strict.user({ name: 'Eve', email: 'eve@example.com' });
  const bug = await strict.bug(eve);
  const whose = { userId: eve._id, bugId: bug._id };
  const options = { now: now(), settings: { mailIn } };
  const to = (await strict.store.write((tx) => replyAddressFor(tx, whose, options))) ?? '';
  const send = async (text: string) => {
    await strict.store.write((tx) => takeOver(tx, rawMail({ from: eve.email, to, text }), now()));
    const rows = await strict.store.db.selectFrom('incoming_mails').select('id').execute();
    for (const { id } of rows) await strict.runJob('incoming mail', { id });
    const { body } = await eve.call(getActivity, { params: { id: bug._id }, query: {} });
    return body.entries.filter(({ kind }) => kind === 'comment').length;
  };
  const waiting = { userId: eve._id, email: eve.email };
  const id = await strict.store.write((tx) => insertConfirmation(tx, waiting, now()));
  expect(await send('Too early')).toBe(0);
  expect(strict.lines.join('')).toContain('"why":"unconfirmed"');
  const token = await namedToken(fileStoreOf(strict.settings), 'confirm email', id);
  await strict.anonymous.call(confirmByLink, { body: { token } });
  expect(await send('In time')).toBe(1);
});
