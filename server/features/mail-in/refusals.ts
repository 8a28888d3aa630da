import type { JobContext } from '#server/jobs/job.ts';
import * as queries from './queries.ts';

/** Why a reply was not accepted, in words for its sender, and in the log. */
const reasons = {
  otherSender: 'It was not sent from the e-mail address of your account.',
  expired: 'The address that it was sent to is no longer valid.',
  bugGone: 'The bug was deleted.',
  empty: 'It has no text of its own.',
  tooManyFiles: 'It has too many attachments.',
  unfit: 'Its text cannot be a comment.',
};

type Reason = keyof typeof reasons;

/** A message is not accepted, and its sender can be told why. */
export class Refused extends Error {
  readonly reason: Reason;

  constructor(reason: Reason, message: string = reasons[reason]) {
    super(message);
    this.reason = reason;
  }
}

/** Notes that a message is refused. */
export async function noteRefusal({ write, now }: JobContext, key: string): Promise<void> {
  await write((tx) => queries.noteHandled(tx, { key, at: now().toISOString() }));
}
