import { describe, expect, test } from 'vitest';
import { type Bug, deleteBug, getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import {
  type Comment,
  addCommentReaction,
  createComment,
  deleteComment,
  getComment,
  listCommentVersions,
  maxComment,
  updateComment,
  addBugReaction,
} from '#contract/conversation/comments.ts';
import { updateProfile } from '#contract/accounts/users.ts';
import { createVersion } from '#contract/classification/versions.ts';
import { watch } from '#server/features/inbox/watch-queries.ts';
import { type Client, testApp } from '#server/test/harness.ts';
import { LiveReader } from '#server/test/live-reader.ts';
import { countComment } from './count.ts';

const app = await testApp();
const ann = await app.user({ name: 'Ann' });
const bob = await app.user({ name: 'Bob' });
const admin = await app.user({ name: 'Root', role: 'admin' });
const ref = ({ _id, name }: { _id: string; name: string }) => ({ _id, name });
const unknown = '00000000-0000-7000-8000-000000000000';

const post = (by: Client, { _id: id }: Pick<Bug, '_id'>, body: object, headers?: Record<string, string>) =>
  by.call(createComment, { params: { id }, body: body as { body: string } }, headers);

async function aComment(by: Client, bug: Bug, body = 'Seen here, too'): Promise<Comment> {
  const { status, body: comment } = await post(by, bug, { body });
  expect(status).toBe(201);
  return comment;
}

const at = ({ _id: id }: { _id: string }) => ({ params: { id } });
const read = (comment: Comment) => bob.call(getComment, at(comment));
const edit = (by: Client, comment: Comment, body: string, headers?: Record<string, string>) =>
  by.call(updateComment, { ...at(comment), body: { body } }, headers);
const remove = (by: Client, comment: Comment, headers?: Record<string, string>) =>
  by.call(deleteComment, at(comment), headers);
const versionsOf = async (comment: Comment) => (await bob.call(listCommentVersions, at(comment))).body;

const rows = async (table: 'comments' | 'comment_versions') =>
  (await app.store.db.selectFrom(table).select('version').execute()).length;

describe('a comment', () => {
  test('is returned as it is stored, and leaves its bug as it was', async () => {
    const bug = await app.bug(ann);
    const text = ' Once\r\n  "twice" <b> 🦗 $1 \u202e ';
    const { status, body: comment, headers } = await post(bob, bug, { body: text });
    expect(status).toBe(201);
    expect(comment).toEqual({
      _id: comment._id,
      bugId: bug._id,
      body: text,
      author: ref(bob),
      createdAt: comment.createdAt,
      updatedAt: comment.createdAt,
      version: 1,
      deletedAt: null,
      deletedBy: null,
      mentions: [],
      files: [],
      reactions: [],
      isMailed: false,
      isTrimmed: false,
    });
    expect(headers.get('location')).toBe(`/api/comments/${comment._id}`);
    const again = await read(comment);
    expect(again.body).toEqual(comment);
    expect([headers.get('etag'), again.headers.get('etag')]).toEqual(['"1"', '"1"']);
    expect((await ann.call(getBug, at(bug))).body).toMatchObject({
      updatedAt: bug.updatedAt,
      version: bug.version,
    });
  });

  test.each([
    [{}, 'Comment is required'],
    [{ body: ' \n ' }, 'Comment is required'],
    [{ body: 1 }, 'Comment must be text'],
    [{ body: 'x'.repeat(maxComment + 2) }, 'Comment is 2 characters too long'],
    [{ body: 'nul \0' }, 'Comment contains characters that cannot be stored'],
    [{ body: 'half \ud83e' }, 'Comment contains characters that cannot be stored'],
    [{ body: 'x', status: 'done' }, 'Status must be one of open, in-progress, resolved'],
    [{ body: 'x', author: unknown }, 'Unknown field: author'],
  ])('%j is refused', async (body, message) => {
    const bug = await app.bug(ann);
    const { status, error } = await post(bob, bug, body);
    expect([status, error.message]).toEqual([400, message]);
  });

  test('can have the full length, even in code points that take the most bytes', async () => {
    const bug = await app.bug(ann);
    for (const body of ['🦗'.repeat(maxComment), 'e\u0301'.repeat(maxComment)])
      expect((await read(await aComment(ann, bug, body))).body.body).toBe(body);
    const escaped = `{"body":"${String.raw`\ud83e\udd97`.repeat(maxComment)}"}`;
    const { status } = await ann.send('POST', `/api/bugs/${bug._id}/comments`, {
      body: escaped,
      headers: { 'content-type': 'application/json' },
    });
    expect(status).toBe(201);
  });

  test('404 if the bug or the comment does not exist', async () => {
    const bug = await app.bug(ann);
    await ann.call(deleteBug, at(bug));
    for (const body of [{ body: 'x' }, { body: 'x', status: 'open' }]) {
      const { status, error } = await post(ann, bug, body);
      expect([status, error.message]).toEqual([404, 'Bug not found']);
    }
    for (const id of [unknown, bug._id, '7']) {
      const { status, error } = await ann.call(getComment, { params: { id } });
      expect([status, error.message]).toEqual([404, 'Comment not found']);
    }
  });

  test('that is sent several times with one key is posted once, and again on another bug', async () => {
    const [bug, other] = [await app.bug(ann), await app.bug(ann)];
    const key = { 'idempotency-key': 'once' };
    const stored = await rows('comments');
    const sent = await Promise.all([1, 2, 3].map(() => post(ann, bug, { body: 'Once' }, key)));
    expect(new Set(sent.map(({ status, body }) => `${status} ${body._id}`)).size).toBe(1);
    expect(sent.map(({ headers }) => headers.get('idempotency-replayed')).filter(Boolean)).toHaveLength(2);
    expect(await rows('comments')).toBe(stored + 1);
    expect((await post(ann, bug, { body: 'Twice' }, key)).status).toBe(422);
    expect((await post(ann, other, { body: 'Once' }, key)).body.bugId).toBe(other._id);
  });

  test('has the current name of its author', async () => {
    const cleo = await app.user({ name: 'Cleo' });
    const comment = await aComment(cleo, await app.bug(ann));
    await cleo.call(updateProfile, { body: { name: 'Cleopatra' } });
    expect((await read(comment)).body.author.name).toBe('Cleopatra');
  });

  test('is deleted with its bug', async () => {
    const bug = await app.bug(ann);
    const stored = [await rows('comments'), await rows('comment_versions')];
    const comment = await aComment(bob, bug);
    await edit(bob, comment, 'Changed');
    await ann.call(deleteBug, at(bug));
    expect([await rows('comments'), await rows('comment_versions')]).toEqual(stored);
    expect((await read(comment)).status).toBe(404);
  });
});

describe('an edit of a comment', () => {
  test('keeps every earlier text, with its author and time', async () => {
    const comment = await aComment(bob, await app.bug(ann), 'One');
    app.clock.offset = 60_000;
    const { body: second } = await edit(bob, comment, 'Two');
    const { body: third, headers } = await edit(admin, comment, 'Three');
    app.clock.offset = 0;
    expect(third).toEqual({ ...comment, body: 'Three', version: 3, updatedAt: third.updatedAt });
    expect(third.updatedAt > comment.updatedAt).toBe(true);
    expect(headers.get('etag')).toBe('"3"');
    expect((await read(comment)).body).toEqual(third);
    expect(await versionsOf(comment)).toEqual([
      { version: 3, body: 'Three', by: ref(admin), at: third.updatedAt },
      { version: 2, body: 'Two', by: ref(bob), at: second.updatedAt },
      { version: 1, body: 'One', by: ref(bob), at: comment.createdAt },
    ]);
  });

  test('is for its author and admins', async () => {
    const comment = await aComment(bob, await app.bug(ann));
    const { status, error } = await edit(ann, comment, 'Mine');
    expect([status, error.message]).toEqual([403, 'Only the author of a comment or an admin can edit it']);
    expect((await read(comment)).body).toEqual(comment);
  });

  test('that names another version is refused with the stored one', async () => {
    const comment = await aComment(bob, await app.bug(ann));
    expect((await edit(bob, comment, 'Two', { 'if-match': '"1"' })).status).toBe(200);
    const late = await edit(bob, comment, 'Other', { 'if-match': '"1"' });
    expect([late.status, late.headers.get('etag')]).toEqual([412, '"2"']);
    expect(late.error['comment']).toMatchObject({ body: 'Two', version: 2 });
    expect((await remove(bob, comment, { 'if-match': '"1"' })).status).toBe(412);
  });

  test('that changes nothing makes no version', async () => {
    const comment = await aComment(bob, await app.bug(ann), 'Same');
    expect((await edit(bob, comment, 'Same')).body).toEqual(comment);
    expect(await versionsOf(comment)).toHaveLength(1);
  });

  test('at the same time as others leaves a version for each', async () => {
    const comment = await aComment(bob, await app.bug(ann), 'Text');
    const texts = ['a', 'b', 'c', 'd', 'e', 'f'];
    await Promise.all(texts.map((text, i) => edit(i % 2 ? bob : admin, comment, text)));
    const versions = await versionsOf(comment);
    expect(versions.map(({ version }) => version)).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(versions.map(({ body }) => body).toSorted()).toEqual(['Text', ...texts].toSorted());
  });

  test('of a long text leaves versions in pages of few bytes, with each version once', async () => {
    const comment = await aComment(bob, await app.bug(ann), '🦗'.repeat(maxComment));
    for (let i = 0; i < 6; i += 1) await edit(bob, comment, '🦗'.repeat(maxComment - 1) + i);
    const versions: number[] = [];
    let pages = 0;
    for (let path = `/api/comments/${comment._id}/versions`; path !== ''; pages += 1) {
      const { body, headers } = await ann.send('GET', path);
      versions.push(...(body as { version: number }[]).map(({ version }) => version));
      path = /^<(.+)>; rel="next"$/.exec(headers.get('link') ?? '')?.[1] ?? '';
    }
    expect(versions).toEqual([7, 6, 5, 4, 3, 2, 1]);
    expect(pages).toBe(3);
  });
});

describe('a deleted comment', () => {
  test('has its author, the user who deleted it and the time, but no text', async () => {
    const comment = await aComment(bob, await app.bug(ann), 'The password is swordfish');
    await edit(bob, comment, 'The password is ****');
    expect((await remove(admin, comment)).status).toBe(204);
    const { body: gone } = await read(comment);
    expect(gone).toMatchObject({ _id: comment._id, body: '', author: ref(bob), deletedBy: ref(admin) });
    expect(Number.isNaN(Date.parse(gone.deletedAt ?? ''))).toBe(false);
    expect(await versionsOf(comment)).toEqual([]);
    const stored = await Promise.all([
      app.store.db.selectFrom('comments').selectAll().where('id', '=', comment._id).execute(),
      app.store.db.selectFrom('comment_versions').selectAll().where('comment_id', '=', comment._id).execute(),
    ]);
    expect(JSON.stringify(stored)).not.toContain('password');
  });

  test('can be deleted only once, by its author or an admin, and no longer be edited', async () => {
    const comment = await aComment(bob, await app.bug(ann));
    const { status, error } = await remove(ann, comment);
    expect([status, error.message]).toEqual([403, 'Only the author of a comment or an admin can delete it']);
    expect((await remove(bob, comment)).status).toBe(204);
    expect((await remove(bob, comment)).status).toBe(404);
    expect((await edit(bob, comment, 'Back')).status).toBe(404);
  });
});

describe('a comment with a status', () => {
  test('sets the status of the bug, in one request', async () => {
    const bug = await app.bug(ann, { assignedTo: bob._id });
    const { status } = await post(bob, bug, { body: 'Done', status: 'resolved' });
    expect(status).toBe(201);
    expect((await ann.call(getBug, at(bug))).body).toMatchObject({ status: 'resolved', version: 2 });
  });

  test('sets the resolution and the version as well, or is refused as a whole', async () => {
    const bug = await app.bug(ann);
    const fixedIn = (await admin.call(createVersion, { body: { name: '7.1', state: 'planned' } })).body;
    const body = { body: 'Done', status: 'resolved', resolution: 'fixed', fixedIn: fixedIn._id };
    expect((await post(ann, bug, body)).status).toBe(201);
    const [changed] = [(await ann.call(getBug, at(bug))).body];
    expect(changed).toMatchObject({ status: 'resolved', resolution: 'fixed', version: 2, comments: 1 });
    expect(changed.fixedIn).toEqual({ _id: fixedIn._id, name: '7.1' });
    for (const [wrong, status] of [
      [{ body: 'x', fixedIn: bug._id }, 400],
      [{ body: 'x', resolution: 'duplicate' }, 400],
      [{ body: 'x', status: 'open', resolution: 'done' }, 400],
    ] as const)
      expect((await post(ann, bug, wrong)).status).toBe(status);
    expect((await post(bob, bug, { body: 'x', fixedIn: '' })).status).toBe(403);
    expect((await ann.call(getBug, at(bug))).body).toEqual(changed);
  });

  test('is refused and not posted if the status is refused', async () => {
    const bug = await app.bug(ann);
    const stored = await rows('comments');
    const body = { body: 'Done', status: 'resolved' };
    const refused = await post(bob, bug, body);
    expect([refused.status, refused.error.message]).toEqual([
      403,
      'Only the creator and the assignee of a bug and admins can do this',
    ]);
    const late = await post(ann, bug, body, { 'if-match': '"7"' });
    expect(late.status).toBe(412);
    expect(late.error['bug']).toEqual(bug);
    expect(await rows('comments')).toBe(stored);
    // Without a status, it does not matter which version of the bug was read.
    expect((await post(bob, bug, { body: 'x' }, { 'if-match': '"7"' })).status).toBe(201);
  });

  test('that the bug has already is a comment like any other', async () => {
    const bug = await app.bug(ann);
    expect((await post(ann, bug, { body: 'Still', status: 'open' })).status).toBe(201);
    expect((await ann.call(getBug, at(bug))).body).toEqual({ ...bug, comments: 1 });
  });

  test('does not deadlock with concurrent comments and edits', async () => {
    const bug = await app.bug(ann);
    const calls = Array.from({ length: 12 }, (_, i) => {
      if (i % 3 === 0) return ann.call(updateBug, { ...at(bug), body: { title: `Title ${i}` } });
      const status = i % 2 === 0 ? 'resolved' : 'open';
      return i % 3 === 1 ? post(ann, bug, { body: `${i}` }) : post(ann, bug, { body: `${i}`, status });
    });
    const answers = await Promise.all(calls);
    expect(answers.map(({ status }) => status)).toEqual(answers.map((_, i) => (i % 3 === 0 ? 200 : 201)));
  });
});

test('comment counts and watches of a bug deleted in the same commit are dropped', async () => {
  await app.store.write(async (tx) => {
    countComment(tx, { bugId: unknown, by: 1 });
    watch(tx, { bugId: unknown, userId: ann._id, at: new Date().toISOString(), isForced: false });
  });
  expect(
    await app.store.db.selectFrom('bug_comments').where('bug_id', '=', unknown).select('shard').execute(),
  ).toEqual([]);
  expect(
    await app.store.db.selectFrom('watches').where('bug_id', '=', unknown).select('is_on').execute(),
  ).toEqual([]);
});

describe('the number of comments', () => {
  const counted = async (bug: Bug) => {
    const [one, list] = [
      await ann.call(getBug, at(bug)),
      await ann.call(listBugs, { query: { limit: '1' } }),
    ];
    expect(list.body[0]?.comments).toBe(one.body.comments);
    return one.body.comments;
  };

  test('is in every bug, and does not include deleted ones', async () => {
    const bug = await app.bug(ann);
    expect([bug.comments, await counted(bug)]).toEqual([0, 0]);
    const [first] = await Promise.all([1, 2, 3, 4, 5].map((i) => aComment(i % 2 ? ann : bob, bug)));
    expect(await counted(bug)).toBe(5);
    if (first) await remove(admin, first);
    expect(await counted(bug)).toBe(4);
    expect((await ann.call(updateBug, { ...at(bug), body: { title: 'Other' } })).body.comments).toBe(4);
    await post(ann, bug, { body: 'Done', status: 'resolved' });
    expect(await counted(bug)).toBe(5);
  });
});

test('live streams report new, changed and deleted comments', async () => {
  const bug = await app.bug(ann);
  const stream = await LiveReader.open(app.url, bob.token);
  const { _id: id } = await aComment(ann, bug);
  const params = { id };
  await ann.call(updateComment, { params, body: { body: 'Changed' } });
  await bob.call(addCommentReaction, { params: { id, name: '+1' } });
  await bob.call(addBugReaction, { params: { id: bug._id, name: '+1' } });
  await ann.call(deleteComment, { params });
  expect((await stream.take(6)).map(({ data }) => data)).toEqual([
    { type: 'comments', _id: bug._id, version: null },
    { type: 'comment', _id: id, version: 2 },
    { type: 'comment', _id: id, version: 2 },
    { type: 'reactions', _id: bug._id, version: null },
    { type: 'comment', _id: id, version: null },
    { type: 'comments', _id: bug._id, version: null },
  ]);
  stream.close();
});
