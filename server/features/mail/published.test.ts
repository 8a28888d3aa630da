import { Readable } from 'node:stream';
import { beforeAll, expect, test } from 'vitest';
import { updateBug } from '#contract/bugs/bugs.ts';
import { createComment, updateComment } from '#contract/conversation/comments.ts';
import { replyAddressFor, replyTokenHash, replyTokenOf } from '#server/mail/in/reply-addresses.ts';
import { up } from '#server/engine/migrations/0.3/0049-published-secrets.ts';
import { defaultLimits } from '#server/mail/in/thread.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { type TestUser, testApp } from '#server/test/harness.ts';
import { rawMail } from '#server/test/mail/mails.ts';
import { uploaded } from '#server/test/uploads.ts';
import { publishedSecrets, voidContents } from './published.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

const mailIn = { replyTo: { local: 'reply', domain: 'bugs.example.com' } };
const app = await testApp({ settings: { mailIn } });
const { db } = app.store;
const around = { db, files: fileStoreOf(app.settings), settings: app.settings };
let ann: TestUser;
let eve: TestUser;

beforeAll(async () => {
  [ann, eve] = [await app.user({ name: 'Ann' }), await app.user({ name: 'Eve' })];
});

/** An address at which Ann can reply, and her link that stops mail, as a mail of ours has them. */
async function secrets() {
  const bug = await app.bug(ann);
  const options = { now: new Date(), settings: { mailIn } };
  const address = await app.store.write((tx) =>
    replyAddressFor(tx, { userId: ann._id, bugId: bug._id }, options),
  );
  return {
    bug,
    params: { id: bug._id },
    address: address ?? '',
    link: await unsubscribeUrl(around, ann._id),
  };
}

const addresses = async () => (await db.selectFrom('reply_addresses').select('token_hash').execute()).length;

async function isValid(link: string): Promise<boolean> {
  await app.runJobs();
  return (await app.anonymous.send('GET', link.replace(app.settings.publicUrl, ''))).status === 200;
}

type Secrets = Awaited<ReturnType<typeof secrets>>;

test.each<[string, (text: string, secrets: Secrets) => Promise<unknown>]>([
  ['the description of a bug', (description) => app.bug(eve, { description })],
  ['the title of a bug', (text) => app.bug(eve, { title: text.slice(0, 200) })],
  ['an edit of a bug', (description, { params }) => ann.call(updateBug, { params, body: { description } })],
  ['a comment', (body, { params }) => eve.call(createComment, { params, body: { body } })],
  [
    'an edit of a comment',
    async (body, { params }) => {
      const comment = await eve.call(createComment, { params, body: { body: 'Text' } });
      return eve.call(updateComment, { params: { id: comment.body._id }, body: { body } });
    },
  ],
  ['a file', async (content) => app.bug(eve, { files: [(await uploaded(eve, { content }))._id] })],
  [
    'a message as a file of a comment',
    async (text, { params }) => {
      const content = rawMail({ from: 'a@example.com', to: 'b@example.com', text }).toString();
      const { _id } = await uploaded(eve, { content, name: 'a.eml' });
      return eve.call(createComment, { params, body: { body: 'See', files: [_id] } });
    },
  ],
])('a reply address and an unsubscribe link are void once published in %s', async (_, publish) => {
  const found = await secrets();
  const before = await addresses();
  expect(await isValid(found.link)).toBe(true);
  await publish(found.address, found);
  await app.runJobs();
  expect(await addresses()).toBe(before - 1);
  await publish(found.link, found);
  expect(await isValid(found.link)).toBe(false);
  expect(await isValid(await unsubscribeUrl(around, ann._id))).toBe(true);
});

test('a forged link voids nothing, nor does an unattached upload', async () => {
  const { address, link } = await secrets();
  const before = await addresses();
  const forged = `${link.slice(0, -4)}AAAA reply+${'0'.repeat(32)}@bugs.example.com`;
  await app.bug(eve, { description: forged });
  await uploaded(ann, { content: `${address} ${link}` });
  expect(await isValid(link)).toBe(true);
  expect(await addresses()).toBe(before);
});

test('a file that exceeds the limits does not block others', async () => {
  const { address } = await secrets();
  const before = await addresses();
  const contents = ['QUJDQUJDQUJDQUJD\n'.repeat(1_000_000), address];
  const written = contents.map((content) => around.files.write(Readable.from([Buffer.from(content)])));
  const hashes = (await Promise.all(written)).map(({ sha256 }) => sha256);
  const limits = { ...defaultLimits, memory: 32 };
  await voidContents(app.jobContext(), hashes, new AbortController().signal, limits);
  expect(await addresses()).toBe(before - 1);
  expect(app.lines.findLast((line) => line.includes('could not look for'))).toContain(hashes[0]);
});

test('secrets published before an upgrade are found in batches in a long bug', async () => {
  const { address, bug } = await secrets();
  const [params, body] = [{ id: bug._id }, { body: 'Text' }];
  let last = '';
  for (let n = 0; n < 120; n += 1) last = (await ann.call(createComment, { params, body })).body._id;
  await app.store.write((tx) =>
    tx.updateTable('comments').set({ body: address }).where('id', '=', last).execute(),
  );
  const before = await addresses();
  const earlier = '00000000-0000-0000-0000-000000000000';
  const context = { ...app.jobContext(), db: undefined as never };
  const parts: unknown[] = [];
  const checkpoint = async (_: unknown, rest: unknown) => void parts.push(rest);
  const attempt = { id: '', signal: new AbortController().signal, finish: async () => {}, checkpoint };
  await publishedSecrets.run(context, { links: [], contents: [], earlier }, attempt);
  expect(await addresses()).toBe(before - 1);
  expect(parts.filter((part) => JSON.stringify(part).includes('"comments"')).length).toBeGreaterThan(2);
  expect(parts.at(-1)).toEqual({ links: [], contents: [] });
});

test('secrets published before an upgrade are void after it', async () => {
  const all = await Promise.all(Array.from({ length: 4 }, secrets));
  const [inText, inComment, inFile, safe] = all.map(({ address }) => address);
  const bug = await app.bug(eve);
  const comment = await eve.call(createComment, { params: { id: bug._id }, body: { body: 'Text' } });
  const file = await uploaded(eve, { content: inFile ?? '' });
  await app.store.write(async (tx) => {
    await tx.updateTable('bugs').set({ description: inText }).where('id', '=', bug._id).execute();
    const body = `${inComment} ${all[0]?.link}`;
    await tx.updateTable('comments').set({ body }).where('id', '=', comment.body._id).execute();
    const attached = { comment_id: comment.body._id, loose_since: null };
    await tx.updateTable('files').set(attached).where('id', '=', file._id).execute();
    await tx.schema.dropTable('stop_link_versions').execute();
    await up(tx);
  });
  const link = await unsubscribeUrl(around, ann._id);
  const before = await addresses();
  await app.store.write((tx) =>
    tx
      .updateTable('comments')
      .set({ body: `${inComment} ${link}` })
      .where('id', '=', comment.body._id)
      .execute(),
  );
  expect(await isValid(link)).toBe(false);
  expect(await addresses()).toBe(before - 3);
  const hash = replyTokenHash(replyTokenOf(safe ?? '', mailIn) ?? '');
  const kept = db.selectFrom('reply_addresses').select('bug_id').where('token_hash', '=', hash);
  expect(await kept.execute()).toHaveLength(1);
});
