import * as contract from '#contract/conversation/mail-in.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { Listener } from '#server/events.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { notFound } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { cleanUp, incomingMail } from './incoming.ts';
import { pollMailbox } from './polling.ts';
import { receipt } from './receipt.ts';
import { rulesOf } from './rules.ts';
import {
  countIncoming,
  deleteMailedText,
  deleteReplyAddresses,
  emptyQueue,
  findMailedText,
  listFailed,
} from './queries.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'incoming mail deleted': object;
  }
}

/** Reply addresses end with sessions, through which an intruder might have seen them. */
const revoke = async (tx: Tx, { userId }: { userId: string }) => deleteReplyAddresses(tx, userId);

/** Texts end with their comments. */
const deleteText: Listener<'comment deleted'> = async (tx, { comment }) => {
  if (comment.isMailed) await deleteMailedText(tx, comment._id);
};

/** Incoming e-mail: replies to mails about bugs become comments, other messages become bugs. */
export const mailIn: ComposedFeature = {
  name: 'mail in',
  compose: (composition) => ({
    routes: [
      route(contract.getMailedText, async ({ db, params }) => {
        const found = await findMailedText(db, params.id);
        if (!found) throw notFound(contract.getMailedText);
        return found;
      }),
      route(
        contract.getIncomingMail,
        async ({
          db,
          settings: {
            mailIn: { replyTo },
          },
        }) => {
          const { messages, bytes } = await countIncoming(db);
          const failed = await listFailed(db, contract.failedMailsListed);
          return { isSetUp: replyTo !== undefined, waiting: messages, waitingBytes: bytes, failed };
        },
      ),
      route(contract.deleteIncomingMail, ({ write, emit }) =>
        write(async (tx) => {
          const deleted = await emptyQueue(tx);
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
    jobs: [incomingMail(rulesOf(composition)), pollMailbox, receipt, cleanUp],
  }),
};
