import { getMailedText } from '#contract/conversation/mail-in.ts';
import type { Listener } from '#server/events.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { notFound } from '#server/http/errors.ts';
import { route } from '#server/http/route.ts';
import { cleanUp, incomingMail } from './incoming.ts';
import { pollMailbox } from './polling.ts';
import { receipt } from './receipt.ts';
import { rulesOf } from './rules.ts';
import { deleteMailedText, deleteReplyAddresses, findMailedText } from './queries.ts';

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
      route(getMailedText, async ({ db, params }) => {
        const found = await findMailedText(db, params.id);
        if (!found) throw notFound(getMailedText);
        return found;
      }),
    ],
    listener: revoke,
    jobs: [incomingMail(rulesOf(composition)), pollMailbox, receipt, cleanUp],
  }),
};
