import { describe, expect, test } from 'vitest';
import { getActivity, getHistory } from '#contract/bugs/history.ts';
import { type Bug, createBug, deleteBug, getBug, updateBug } from '#contract/bugs/bugs.ts';
import * as comments from '#contract/conversation/comments.ts';
import { type FileRef, deleteFileById, getFile, listFiles } from '#contract/conversation/files.ts';
import { type Client, aBug, testApp } from '#server/test/harness.ts';
import { rawForm, uploaded } from '#server/test/uploads.ts';

const app = await testApp();
const [ann, bob] = [await app.user({ name: 'Ann' }), await app.user({ name: 'Bob' })];
const admin = await app.user({ name: 'Root', role: 'admin' });
const unknown = '01900000-0000-7000-8000-000000000000';

const names = (files: readonly FileRef[]) => files.map(({ name }) => name);
const edit = (by: Client, { _id: id }: { _id: string }, files: string[]) =>
  by.call(updateBug, { params: { id }, body: { files } });
const read = async (by: Client, { _id: id }: { _id: string }) =>
  (await by.call(getFile, { params: { id } })).status;
const aComment = async (by: Client, { _id: id }: Bug, files: string[], body = 'A comment') =>
  by.call(comments.createComment, { params: { id }, body: { body, files } });

/** The file as bugs and comments contain it. */
const asAttached = ({ _id, ...file }: FileRef) => ({ ...file, _id, url: `/api/files/${_id}/content` });

describe('files of bugs', () => {
  test('have an order, which an edit can change, and everyone can read them', async () => {
    const [one, other] = [await uploaded(ann, { name: 'one' }), await uploaded(ann, { name: 'other' })];
    const bug = await app.bug(ann, { files: [other._id, one._id] });
    expect(bug.files).toEqual([other, one].map(asAttached));
    const stored = async () => (await bob.call(getBug, { params: { id: bug._id } })).body.files;
    expect(await stored()).toEqual(bug.files);
    expect(await read(bob, one)).toBe(200);
    expect((await bob.send('GET', `/api/files/${one._id}/content`)).status).toBe(200);
    expect(names((await edit(ann, bug, [one._id, other._id])).body.files)).toEqual(['one', 'other']);
    expect(names(await stored())).toEqual(['one', 'other']);
    const { body } = await ann.call(updateBug, { params: { id: bug._id }, body: { title: 'Another' } });
    expect(names(body.files)).toEqual(['one', 'other']);
  });

  test('are removed by an edit, which can be undone and is in the history', async () => {
    const [kept, removed] = [await uploaded(ann, { name: 'kept' }), await uploaded(ann, { name: 'removed' })];
    const bug = await app.bug(ann, { files: [removed._id, kept._id] });
    expect(names((await edit(admin, bug, [kept._id])).body.files)).toEqual(['kept']);
    expect(await read(bob, removed)).toBe(404);
    // The admin has not uploaded it.
    expect(names((await edit(admin, bug, [removed._id, kept._id])).body.files)).toEqual(['removed', 'kept']);
    expect(await read(bob, removed)).toBe(200);
    const history = await ann.call(getHistory, { params: { id: bug._id } });
    const changes = history.body.flatMap((entry) => entry.changes);
    expect(changes.map(({ from, to }) => [names(from as FileRef[]), names(to as FileRef[])])).toEqual([
      [['removed', 'kept'], ['kept']],
      [['kept'], ['removed', 'kept']],
    ]);
  });

  test('can be only the caller’s own uploads that are not attached to anything else', async () => {
    const own = await uploaded(ann);
    const bug = await app.bug(ann, { files: [own._id] });
    const taken = await app.bug(bob, { files: [(await uploaded(bob))._id] });
    const commented = (await aComment(ann, bug, [(await uploaded(ann))._id])).body;
    const wrong = [(await uploaded(bob))._id, taken.files[0]!._id, commented.files[0]!._id, unknown];
    for (const id of wrong) {
      const attempts = [
        await edit(ann, bug, [own._id, id]),
        await ann.call(createBug, { body: { ...aBug, files: [id] } }),
        await aComment(ann, bug, [id]),
      ];
      for (const { status, error } of attempts) {
        expect([status, error.fields]).toEqual([
          400,
          { files: 'Only files that you have uploaded, and that belong to nothing else, can be added' },
        ]);
      }
    }
    // Nor a file of another bug, even after that bug has lost it.
    await edit(bob, taken, []);
    expect((await edit(ann, bug, wrong.slice(1, 2))).status).toBe(400);
    expect((await ann.call(getBug, { params: { id: bug._id } })).body).toMatchObject({
      version: 1,
      files: [{ _id: own._id }],
    });
  });

  test.each([
    ['a text', 'x'],
    ['no ids', ['x']],
    ['too many', Array.from({ length: 21 }, () => unknown)],
  ])('cannot be %s', async (_, files) => {
    const { status, error } = await ann.call(createBug, { body: { ...aBug, files } } as never);
    expect([status, error.fields]).toEqual([400, { files: 'Files must be the ids of at most 20 files' }]);
  });

  test('are attached to only one of several bugs that are filed with them at once', async () => {
    const { _id: id } = await uploaded(ann);
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => ann.call(createBug, { body: { ...aBug, files: [id] } })),
    );
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['201', '400', '400', '400']);
  });

  test('are unattached, like those of its comments, once the bug is deleted', async () => {
    const [own, commented] = [await uploaded(ann), await uploaded(bob)];
    const bug = await app.bug(ann, { files: [own._id] });
    await aComment(bob, bug, [commented._id]);
    expect(await read(bob, own)).toBe(200);
    await ann.call(deleteBug, { params: { id: bug._id } });
    expect([await read(bob, own), await read(ann, commented), await read(admin, own)]).toEqual([
      404, 404, 404,
    ]);
    const again = await app.bug(ann, { files: [own._id] });
    expect(names(again.files)).toEqual(['notes.txt']);
  });

  test('can be removed only by an edit', async () => {
    const file = await uploaded(ann);
    await app.bug(ann, { files: [file._id] });
    for (const user of [ann, bob, admin]) {
      const { status, error } = await user.call(deleteFileById, { params: { id: file._id } });
      expect([status, error.message]).toEqual([
        403,
        'This file belongs to a bug or a comment: remove it there',
      ]);
    }
  });
});

describe('files of comments', () => {
  test('are shown with the comment, in the timeline too, and changed by its edits', async () => {
    const bug = await app.bug(ann);
    const [one, other] = [await uploaded(bob, { name: 'one' }), await uploaded(bob, { name: 'other' })];
    const { status, body: comment } = await aComment(bob, bug, [one._id]);
    expect([status, comment.files]).toEqual([201, [asAttached(one)]]);
    const params = { id: comment._id };
    const change = async (body: { body: string; files?: string[] }) => {
      const answer = await bob.call(comments.updateComment, { params, body });
      return [answer.body.version, names(answer.body.files)];
    };
    expect(await change({ body: 'A comment', files: [one._id] })).toEqual([1, ['one']]);
    expect(await change({ body: 'A comment', files: [other._id, one._id] })).toEqual([2, ['other', 'one']]);
    expect(await change({ body: 'Edited' })).toEqual([3, ['other', 'one']]);
    expect(await change({ body: 'Edited', files: [other._id] })).toEqual([4, ['other']]);
    expect(await read(ann, one)).toBe(404);
    expect(await change({ body: 'Edited', files: [one._id, other._id] })).toEqual([5, ['one', 'other']]);
    const stored = (await ann.call(comments.getComment, { params })).body;
    expect(names(stored.files)).toEqual(['one', 'other']);
    const { body: timeline } = await ann.call(getActivity, { params: { id: bug._id } });
    expect(timeline.entries.at(-1)).toMatchObject({ comment: stored });
    expect(await read(ann, one)).toBe(200);
  });

  test('are gone once the comment is deleted', async () => {
    const file = await uploaded(ann);
    const { body: comment } = await aComment(ann, await app.bug(ann), [file._id]);
    const params = { id: comment._id };
    expect((await ann.call(comments.deleteComment, { params })).status).toBe(204);
    expect((await ann.call(comments.getComment, { params })).body.files).toEqual([]);
    expect([await read(bob, file), await read(admin, file)]).toEqual([404, 404]);
    expect((await bob.call(listFiles, { query: { ids: file._id } })).body).toEqual([]);
  });
});

// On PostgreSQL, the whole body arrives before it is parsed, on which a former parser hung with some sizes.
test.each([30_000, 70_000, 100_000])(
  'a form with a part of %i bytes that is no file is refused',
  async (size) => {
    const { body, type } = rawForm('a: b', 'x'.repeat(size));
    const answer = await ann.send('POST', '/api/files', { body, headers: { 'content-type': type } });
    expect([answer.status, answer.error.message]).toEqual([400, 'Send one file as multipart/form-data']);
  },
);
