import * as contract from '#contract/conversation/mail-in.ts';
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

/** The events that end the reply addresses of their user. */
const revoking = new Set([
  'suspended',
  'password changed',
  'password reset',
  'sessions ended',
  'email changed',
  'email change taken back',
]);

/** Reply addresses end with sessions, through which an intruder might have seen them; texts end with their comments. */
const revoke: Listener = async (tx, event) => {
  if (event.type === 'comment deleted' && event.comment.isMailed)
    await deleteMailedText(tx, event.comment._id);
  if (revoking.has(event.type) && 'userId' in event) await deleteReplyAddresses(tx, event.userId ?? '');
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
    listener: revoke,
    jobs: [incomingMail(rulesOf(composition)), pollMailbox, receipt, cleanUp],
  }),
};
