import { createComment } from '#contract/conversation/comments.ts';
import { newId } from '#server/engine/id.ts';
import { replyAddressFor } from '#server/mail/in/reply-addresses.ts';
import type { testApp } from '#server/test/harness.ts';
import { ofBug, ofComment, type TestRows } from '#server/test/rows.ts';
import { takeOver } from './incoming.ts';
import { insertOriginal, packed } from './originals.ts';
import { insertDropped, insertMailedText, noteHandled } from './queries.ts';

const mailIn = { replyTo: { local: 'reply', domain: 'example.com' } };

/** Stores the message that became the bug or comment; returns its id. */
async function storeOriginal(
  app: Awaited<ReturnType<typeof testApp>>,
  of: { _id: string; bugId?: string; userId: string },
  whole = 'The whole message',
): Promise<string> {
  const text = await packed(whole);
  await app.store.write((tx) => insertOriginal(tx, { ...of, at: new Date().toISOString(), text }));
  return of._id;
}

export const rows: TestRows = {
  endpoints: (app) => ({
    'GET /api/comments/:id/mail': {
      async id(people, bug) {
        const id = await ofComment.id(people, bug);
        const mailed = { comment_id: id, text: 'The whole message', is_trimmed: 1 };
        await app.store.write((tx) => insertMailedText(tx, mailed));
        return id;
      },
    },
    'GET /api/bugs/:id/mail': ofBug,
    'GET /api/bugs/:id/mail/original': {
      owner: ['creator', 'admin'],
      async id({ creator }) {
        const { _id } = await app.bug(creator);
        return storeOriginal(app, { _id, userId: creator._id });
      },
    },
    'GET /api/comments/:id/mail/original': {
      owner: ['creator', 'admin'],
      async id(people, bug) {
        const _id = await ofComment.id(people, bug);
        return storeOriginal(app, { _id, bugId: bug._id, userId: people.creator._id });
      },
    },
  }),
  async fillLast({ app, admin, ann, texts, bug }) {
    const input = { params: { id: bug._id }, body: { body: 'By e-mail' } };
    const { _id: commentId } = (await ann.call(createComment, input)).body;
    await app.store.write(async (tx) => {
      const now = new Date();
      // Not the admin, whose address changes: that would revoke it.
      const whose = { userId: bug.createdBy._id, bugId: bug._id };
      await replyAddressFor(tx, whose, { now, settings: { mailIn } });
      await takeOver(tx, Buffer.from('From: Root <root@example.com>'), now);
      await insertDropped(tx, {
        id: newId(),
        at: now.toISOString(),
        sender: 'eve@example.org',
        subject: texts.join(' '),
        reason: 'unknownSender',
      });
      await noteHandled(tx, { key: 'f'.repeat(64), at: now.toISOString(), answeredTo: admin._id });
      await insertMailedText(tx, { comment_id: commentId, text: texts.join('\n'), is_trimmed: 0 });
    });
    const userId = bug.createdBy._id;
    await storeOriginal(app, { _id: commentId, bugId: bug._id, userId }, texts.join('\n'));
  },
};
