import * as z from 'zod/mini';
import { adminPermissions } from '#contract/permissions.ts';
import { bugMessages } from '#contract/bugs/bugs.ts';
import { commentMessages } from './comments.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { id, timestamp } from '#contract/text.ts';

/** The message that became a comment. */
const mailedText = z.object({
  /** The whole text of the e-mail, with the quotes and the signature that were cut from the comment. */
  text: z.string(),
});

export const getMailedText = endpoint('GET', '/api/comments/:id/mail', {
  summary:
    'The whole text of the message that became the comment, with the quotes and the signature that were left out of it; 404 for a comment that did not come by e-mail.',
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ id }),
  response: mailedText,
  notFound: commentMessages.notFound(),
});

/** How long originals are stored, in days. */
export const originalDays = 30;

const original = `The e-mail as it came: its main headers, its texts, HTML as its source, and its attachments by name alone, as \`text/plain\`; without reply addresses and links that stop mails. For its sender and admins, for ${originalDays} days;`;

export const getBugMail = endpoint('GET', '/api/bugs/:id/mail', {
  summary:
    'Whether the bug came by an e-mail that the caller can read: `GET /api/bugs/{id}/mail/original` then has it.',
  access: 'signed-in',
  status: 200,
  bugPage: { name: 'mail' },
  params: z.strictObject({ id }),
  response: z.object({ hasOriginal: z.boolean() }),
  notFound: bugMessages.notFound(),
});

export const getOriginalOfBug = endpoint('GET', '/api/bugs/:id/mail/original', {
  summary: `${original} 404 for everyone else, and for a bug that did not come by e-mail.`,
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ id }),
  notFound: bugMessages.notFound(),
});

export const getOriginalOfComment = endpoint('GET', '/api/comments/:id/mail/original', {
  summary: `${original} 404 for everyone else, and for a comment that did not come by e-mail.`,
  access: 'signed-in',
  status: 200,
  params: z.strictObject({ id }),
  notFound: commentMessages.notFound(),
});

/** A message whose job failed for good: its content is deleted. */
const failedMail = z.object({
  /** The id of its job. */
  _id: id,
  /** The address in `From`, which may be forged; empty if there is none, or several. */
  sender: z.string(),
  subject: z.string(),
  receivedAt: timestamp,
  reason: z.nullable(z.string()),
});

export type FailedMail = z.infer<typeof failedMail>;

/** How many failed messages are listed. */
export const failedMailsListed = 50;

/** Why a message was dropped. */
const dropReasons = [
  'bounce',
  'report',
  'automaticReply',
  'bulkMail',
  'ownMail',
  'ownAddress',
  'notOneSender',
  'automatedSender',
  'unknownRecipient',
  'unknownReplyAddress',
  'unknownSender',
  'unauthenticatedSender',
  'unconfirmedAddress',
  'suspendedUser',
  'unreadable',
  'tooLarge',
  'mailNotConfigured',
] as const;

export type DropReason = (typeof dropReasons)[number];

/** A message that had no effect, though its sender may believe that it did. */
const droppedMail = z.object({
  _id: id,
  /** As in a failed message. */
  sender: z.string(),
  subject: z.string(),
  droppedAt: timestamp,
  reason: z.enum(dropReasons),
});

export type DroppedMail = z.infer<typeof droppedMail>;

/** How many dropped messages are listed. */
export const droppedMailsListed = 100;

export const getIncomingMail = endpoint('GET', '/api/admin/incoming-mail', {
  summary: `The e-mails that wait to be handled, the latest ${failedMailsListed} that failed for good, and the latest ${droppedMailsListed} of the last 30 days that were dropped.`,
  access: adminPermissions.manageJobs,
  status: 200,
  response: z.object({
    /** Whether this server takes e-mails. */
    isSetUp: z.boolean(),
    waiting: z.int(),
    /** Their size as they are stored. */
    waitingBytes: z.int(),
    failed: z.array(failedMail),
    dropped: z.array(droppedMail),
  }),
});

export const deleteIncomingMail = endpoint('DELETE', '/api/admin/incoming-mail', {
  summary: 'Deletes the e-mails that wait to be handled and those that failed, with their jobs.',
  access: adminPermissions.manageJobs,
  status: 204,
});

export const manifest = {
  endpoints: [
    getMailedText,
    getBugMail,
    getOriginalOfBug,
    getOriginalOfComment,
    getIncomingMail,
    deleteIncomingMail,
  ],
} as const satisfies Manifest;
