import * as contract from '#contract/conversation/mail-in.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { Listener } from '#server/events.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { Answer } from '#server/http/answer.ts';
import { notFound } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { redact } from '#server/mail/in/redact.ts';
import { receipt } from './filing.ts';
import { cleanUp, incomingMail, oursOf } from './incoming.ts';
import { pollMailbox } from './polling.ts';
import { deleteOriginalOf, findOriginal, hasOriginal } from './originals.ts';
import * as queries from './queries.ts';
import { refusalSummary } from './refusals.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'incoming mail deleted': object;
  }
}

/** Revokes reply addresses when sessions end: an intruder might have seen them through a session. */
const revoke = async (tx: Tx, { userId }: { userId: string }) => queries.deleteReplyAddresses(tx, userId);

/** Deletes the text of a mail, and the original, with its comment. */
const deleteText: Listener<'comment deleted'> = async (tx, { comment }) => {
  if (!comment.isMailed) return;
  await queries.deleteMailedText(tx, comment._id);
  await deleteOriginalOf(tx, comment._id);
};

/** An original as a file to download, so that no browser shows any of it. @throws AppError 404 */
function originalAnswer(original: Buffer | undefined, endpoint: Endpoint): Answer<undefined> {
  if (!original) throw notFound(endpoint);
  return new Answer<undefined>(original, {
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': 'attachment; filename="e-mail.txt"',
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'none'",
  });
}

/** Incoming e-mail: replies to mails about bugs become comments, other messages become bugs. */
export const mailIn: ComposedFeature = {
  name: 'mail in',
  compose: (composition) => ({
    routes: [
      route(contract.getMailedText, async ({ db, params }) => {
        const found = await queries.findMailedText(db, params.id);
        if (!found) throw notFound(contract.getMailedText);
        return found;
      }),
      route(
        contract.getBugMail,
        async ({ db, params: { id }, caller }) => {
          const found = await hasOriginal(db, id, caller);
          if (found === undefined) throw notFound(contract.getBugMail);
          return { hasOriginal: found };
        },
        { cached: true },
      ),
      route(contract.getOriginalOfBug, async ({ db, params, caller }) =>
        originalAnswer(await findOriginal(db, { bugId: params.id }, caller), contract.getOriginalOfBug),
      ),
      route(contract.getOriginalOfComment, async ({ db, params, caller }) =>
        originalAnswer(
          await findOriginal(db, { commentId: params.id }, caller),
          contract.getOriginalOfComment,
        ),
      ),
      route(contract.getIncomingMail, async ({ db, settings }) => {
        const { messages, bytes } = await queries.countIncoming(db);
        const stored = await queries.listFailed(db, contract.failedMailsListed);
        const shown = (text: string) => redact(text, oursOf(settings), undefined);
        const failed = stored.map((each) => ({
          ...each,
          sender: shown(each.sender),
          subject: shown(each.subject),
        }));
        const isSetUp = settings.mailIn.replyTo !== undefined;
        const dropped = await queries.listDropped(db, contract.droppedMailsListed);
        return { isSetUp, waiting: messages, waitingBytes: bytes, failed, dropped };
      }),
      route(contract.deleteIncomingMail, ({ write, emit }) =>
        write(async (tx) => {
          const deleted = await queries.emptyQueue(tx);
          const audit = { action: 'incoming mail deleted', details: String(deleted) } as const;
          if (deleted > 0) emit(tx, { type: 'incoming mail deleted', audit });
          return undefined;
        }),
      ),
    ],
    listeners: {
      suspended: revoke,
      'password changed': revoke,
      'password reset': revoke,
      'sessions ended': revoke,
      'email changed': revoke,
      'email change taken back': revoke,
      'comment deleted': deleteText,
    },
    jobs: [incomingMail(composition), pollMailbox, receipt, refusalSummary, cleanUp],
  }),
};
