import { describe, expect, test } from 'vitest';
import { getActivity } from '#contract/bugs/history.ts';
import { getBugPage } from '#contract/bugs/bug-page.ts';
import { type Bug, deleteBug, listBugs } from '#contract/bugs/bugs.ts';
import { deleteComment } from '#contract/conversation/comments.ts';
import { getBugMail, getOriginalOfBug, getOriginalOfComment } from '#contract/conversation/mail-in.ts';
import { replyAddressFor } from '#server/mail/in/reply-addresses.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';
import { rawMail } from '#server/test/mail/mails.ts';
import { png } from '#server/test/uploads.ts';
import { takeOver } from './incoming.ts';
import { keepWithin } from './originals.ts';

const intake = { address: 'new@bugs.example.com', unknown: { filedBy: 'carol@example.com' } } as const;
const mailIn = { replyTo: { local: 'reply', domain: 'bugs.example.com' }, intake };
const app = await testApp({ settings: { mailIn } });
const ann = await app.user({ name: 'Ann', email: 'ann@example.com' });
const bob = await app.user({ name: 'Bob', email: 'bob@example.com' });
const carol = await app.user({ name: 'Carol', email: 'carol@example.com' });
const admin = await app.user({ name: 'Root', role: 'admin' });
const now = () => new Date(Date.now() + app.clock.offset);
const context = { longReads: app.store.longReads, write: app.store.write, now };

async function deliver(raw: Uint8Array): Promise<void> {
  await app.store.write((tx) => takeOver(tx, raw, now()));
  const rows = await app.store.db.selectFrom('incoming_mails').select('id').execute();
  for (const { id } of rows) await app.runJob('incoming mail', { id });
}

async function replyAddress(user: TestUser, bug: Bug): Promise<string> {
  const whose = { userId: user._id, bugId: bug._id };
  const options = { now: now(), settings: { mailIn } };
  return (await app.store.write((tx) => replyAddressFor(tx, whose, options))) ?? '';
}

/** Ann's reply to a new bug of Bob's, and the comment that it became. */
async function reply(parts: Partial<Parameters<typeof rawMail>[0]> = {}) {
  const bug = await app.bug(bob);
  const to = await replyAddress(ann, bug);
  await deliver(rawMail({ from: 'Ann <ann@example.com>', to, text: 'It fails here.', ...parts }));
  const { body } = await bob.call(getActivity, { params: { id: bug._id }, query: {} });
  const comment = body.entries.find(({ kind }) => kind === 'comment')?._id ?? '';
  return { bug, to, comment };
}

/** Ann's bug by mail, or that of another sender. */
async function filing(from = 'ann@example.com'): Promise<Bug> {
  await deliver(rawMail({ from, to: intake.address, subject: 'It fails', text: 'Often.' }));
  const [bug] = (await ann.call(listBugs, { query: { sort: '-createdAt' } })).body;
  return bug as Bug;
}

async function originalOf(path: string, by: TestUser): Promise<{ status: number; text: string }> {
  const response = await by.send('GET', path);
  return { status: response.status, text: response.status === 200 ? String(response.body) : '' };
}

const ofComment = (id: string, by: TestUser) => originalOf(`/api/comments/${id}/mail/original`, by);
const ofBug = (id: string, by: TestUser) => originalOf(`/api/bugs/${id}/mail/original`, by);
const stored = () => app.store.db.selectFrom('original_mails').select('id').execute();

describe('an original', () => {
  test('has the headers, the texts as they are and the names of the files', async () => {
    const html = '<ol start=3><li>Grüße</li></ol><img src="data:image/png;base64,' + 'QUJD'.repeat(40) + '">';
    const files = [{ name: 'shot.png', type: 'image/png', content: png(3, 2) }];
    const headers = { cc: 'Bob <bob@example.com>', received: 'from x (x [192.0.2.1])' };
    const { comment } = await reply({ subject: 'Re: =?utf-8?q?=C3=A4?=', html, files, headers });
    const { text } = await ofComment(comment, ann);
    expect(text).toBe(
      `From: Ann <ann@example.com>
To: …
Subject: Re: ä
Date: Mon, 16 Nov 2026 10:00:00 +0100
Cc: Bob <bob@example.com>

[text/plain]

It fails here.

[text/html]

<ol start=3><li>Grüße</li></ol><img src="cid:picture-1">

[Attachment: shot.png (image/png, ${png(3, 2).length} bytes)]

[Attachment: (image/png, 120 bytes)]
`,
    );
  });

  test('is a plain text to download', async () => {
    const { comment } = await reply({ text: '<script>alert(1)</script>' });
    const { headers } = await ann.send('GET', `/api/comments/${comment}/mail/original`);
    expect({
      type: headers.get('content-type'),
      disposition: headers.get('content-disposition'),
      sniff: headers.get('x-content-type-options'),
      csp: headers.get('content-security-policy'),
    }).toEqual({
      type: 'text/plain; charset=utf-8',
      disposition: 'attachment; filename="e-mail.txt"',
      sniff: 'nosniff',
      csp: "sandbox; default-src 'none'; frame-ancestors 'none'",
    });
  });

  test('of a comment is for its sender and admins', async () => {
    const { bug, comment } = await reply();
    expect((await ofComment(comment, ann)).text).toContain('It fails here.');
    expect((await ofComment(comment, admin)).text).toContain('It fails here.');
    expect(await ofComment(comment, bob)).toEqual({ status: 404, text: '' });
    const message = 'Comment not found';
    const refused = await bob.call(getOriginalOfComment, { params: { id: comment } });
    expect(refused.error.message).toBe(message);
    // It is not that of the bug.
    expect((await admin.call(getBugMail, { params: { id: bug._id } })).body).toEqual({ hasOriginal: false });
    expect((await ofBug(bug._id, admin)).status).toBe(404);
  });

  test.each([
    ['of a user', 'ann@example.com', ann],
    ['of a stranger', 'eve@example.org', carol],
  ])('of a bug %s is for the user who filed it and admins', async (_, from, sender) => {
    const { _id: id } = await filing(from);
    for (const [user, isShown] of [
      [sender, true],
      [admin, true],
      [bob, false],
    ] as const) {
      const params = { id };
      expect((await user.call(getBugMail, { params })).body).toEqual({ hasOriginal: isShown });
      expect((await user.call(getBugPage, { params, query: {} })).body['mail']).toEqual({
        hasOriginal: isShown,
      });
      expect((await ofBug(id, user)).text.includes(`From: ${from}`)).toBe(isShown);
    }
    const { status, error } = await bob.call(getOriginalOfBug, { params: { id } });
    expect([status, error.message]).toEqual([404, 'Bug not found']);
  });

  test('of a deleted comment or bug is erased', async () => {
    const before = (await stored()).length;
    const [{ comment }, { bug }, filed] = [await reply(), await reply(), await filing()];
    expect(await stored()).toHaveLength(before + 3);
    await ann.call(deleteComment, { params: { id: comment } });
    expect((await ofComment(comment, admin)).status).toBe(404);
    await bob.call(deleteBug, { params: { id: bug._id } });
    await ann.call(deleteBug, { params: { id: filed._id } });
    expect(await stored()).toHaveLength(before);
  });

  test('is stored for 30 days', async () => {
    const { comment } = await reply();
    const day = 24 * 60 * 60_000;
    const after = async (days: number) => {
      app.clock.offset = days * day;
      await app.runJob('clean up mail');
      app.clock.offset = 0;
      return (await ofComment(comment, ann)).status;
    };
    expect([await after(29.9), await after(30.1)]).toEqual([200, 404]);
    expect(await stored()).toEqual([]);
  });

  test('is deleted first if there are too many and it is the oldest', async () => {
    const comments: string[] = [];
    for (let i = 0; i < 3; i += 1) comments.push((await reply()).comment);
    const rows = await app.store.db.selectFrom('original_mails').select(['id', 'size']).execute();
    const total = rows.reduce((sum, { size }) => sum + size, 0);
    expect(await keepWithin(context, total)).toBe(0);
    expect(await keepWithin(context, total - 1)).toBe(1);
    const statuses = await Promise.all(comments.map(async (id) => (await ofComment(id, ann)).status));
    expect(statuses).toEqual([404, 200, 200]);
    expect(await keepWithin(context, 0)).toBe(2);
    expect(await stored()).toEqual([]);
  });
});
