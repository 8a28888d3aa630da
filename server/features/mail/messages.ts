import type { Selectable } from 'kysely';
import type { Reason } from '#contract/conversation/inbox.ts';
import type { MailSettings } from '#contract/conversation/mail.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import { type BugEvent, type Period, findActivities, withNamed } from '#server/extensions/bug-activity.ts';
import type { ServerField } from '#server/extensions/bug-field.ts';
import type { Job, JobContext } from '#server/jobs/job.ts';
import { sendOrFail } from '#server/mail/account-mail.ts';
import { replyAddressFor } from '#server/mail/in/reply-addresses.ts';
import type { MailAddress } from '#server/jobs/mailer.ts';
import { findNotifiedUser } from '#server/mail/recipient.ts';
import { mailHost, messageIdOf, threadIdOf } from '#server/mail/header-text.ts';
import { type MailContent, render } from '#server/mail/render.ts';
import { reasonsOf } from '#server/engine/tables/conversation.ts';
import { findBug } from './bug-queries.ts';
import { type Surroundings, composeMessage, longest } from './compose.ts';
import { type RowKey, addJob, messageJob } from './schedule.ts';
import { modeOf, readSettings } from './settings.ts';
import { unsubscribeUrl } from './unsubscribe.ts';

type Row = Selectable<Schema['inbox']>;

/** The activity that a message covers: fixed before it is sent, so that a repetition covers the same. */
interface Covered {
  readonly from: string;
  readonly until: string;
  /** The number of messages about the bug that the user got before. */
  readonly count: number;
  readonly reasons: readonly Reason[];
}

const nothingLeft = {
  mail_from_at: null,
  mail_due_at: null,
  mail_until: null,
  mail_is_urgent: 0,
} as const;

/** Sends a message on a bug to a user when it is due, unless the user has read the bug by then. */
export const sendMessages = (fields: readonly ServerField[]): Job<RowKey> => ({
  ...messageJob,
  async run(context, key, { finish, signal }) {
    const { write, now, mail } = context;
    const covered = await write(async (tx) => {
      const begun = await begin(tx, key, { now: now(), canSend: mail !== undefined });
      if (begun && !(begun instanceof Date)) return begun;
      await finish(tx);
      if (begun) await addJob(tx, messageJob, key, { now: now(), runAt: begun });
      return undefined;
    });
    if (!covered || !mail) return;
    const message = await messageFor(context, { key, covered, fields });
    if (message) await sendOrFail(mail, { ...message, ...(await replyToOf(context, key)) }, signal);
    await write(async (tx) => {
      // Locks the row, then the job, in the order of the fan-out, which avoids deadlocks.
      const row = await lockRow(tx, key);
      await finish(tx);
      if (row) await end(tx, row, { covered, isSent: message !== undefined, now: now() });
    });
  },
});

/** Each attempt gets a new address, because only the hashes of earlier ones are stored. */
async function replyToOf(
  { write, now, settings }: JobContext,
  key: RowKey,
): Promise<{ replyTo?: MailAddress }> {
  if (!settings.mailIn.replyTo) return {};
  const address = await write((tx) => replyAddressFor(tx, key, { now: now(), settings }));
  return address === undefined ? {} : { replyTo: { name: settings.name, address } };
}

/** The message to send; a time if the bug has not been quiet for long enough; undefined if there is nothing to send. */
async function begin(
  tx: Tx,
  key: RowKey,
  { now, canSend }: { now: Date; canSend: boolean },
): Promise<Covered | Date | undefined> {
  const row = await lockRow(tx, key);
  if (!row || row.mail_due_at === null || row.mail_from_at === null) return undefined;
  const { mail_due_at: due, mail_until: until } = row;
  const reasons = reasonsOf(row.reasons);
  const settings = await readSettings(tx, key.userId);
  const isWanted = canSend && row.state === 'unread' && modeOf(settings, reasons) === 'now';
  const from = laterOf(row.mail_from_at, row.first_unread_at);
  // A repetition, unless all covered activity has been read since.
  if (until !== null && isWanted && from <= until)
    return { from: row.mail_from_at, until, count: row.mail_count, reasons };
  const isDue = due <= now.toISOString();
  if (until === null && !isDue) return new Date(due);
  // An earlier attempt may have used the Message-ID.
  const count = row.mail_count + (until === null ? 0 : 1);
  if (!isWanted) {
    await setRow(tx, key, { ...nothingLeft, mail_count: count });
    return undefined;
  }
  const mail_until = isDue ? row.latest_at : null;
  await setRow(tx, key, { mail_from_at: from, mail_until, mail_count: count });
  return mail_until === null ? new Date(due) : { from, until: mail_until, count, reasons };
}

/** The later of two times; the first if there is no second. */
export function laterOf(at: string, other: string | null): string {
  return other !== null && other > at ? other : at;
}

/** Notes that the message was sent; later activity belongs to the next one. */
async function end(
  tx: Tx,
  row: Row,
  { covered, isSent, now }: { covered: Covered; isSent: boolean; now: Date },
): Promise<void> {
  const key = { userId: row.user_id, bugId: row.bug_id };
  const mail_count = covered.count + (isSent ? 1 : 0);
  if (row.latest_at <= covered.until || row.mail_due_at === null) {
    await setRow(tx, key, { ...nothingLeft, mail_count });
    return;
  }
  const next = new Date(Date.parse(covered.until) + 1).toISOString();
  await setRow(tx, key, { mail_from_at: next, mail_until: null, mail_count });
  await addJob(tx, messageJob, key, { now, runAt: new Date(row.mail_due_at) });
}

async function lockRow(tx: Tx, { userId, bugId }: RowKey): Promise<Row | undefined> {
  return tx
    .selectFrom('inbox')
    .selectAll()
    .where('user_id', '=', userId)
    .where('bug_id', '=', bugId)
    .$if(engineOf(tx).transactionsOverlap, (query) => query.forUpdate())
    .executeTakeFirst();
}

async function setRow(tx: Tx, { userId, bugId }: RowKey, columns: Partial<Row>): Promise<void> {
  await tx
    .updateTable('inbox')
    .set(columns)
    .where('user_id', '=', userId)
    .where('bug_id', '=', bugId)
    .execute();
}

/** The message; undefined if it no longer has a recipient or content. */
async function messageFor(
  context: JobContext,
  { key, covered, fields }: { key: RowKey; covered: Covered; fields: readonly ServerField[] },
) {
  const { db, settings: server } = context;
  const { publicUrl } = server;
  const { userId, bugId } = key;
  const { from, until, count, reasons } = covered;
  const [user, settings, bug, events] = await Promise.all([
    findNotifiedUser(db, userId, server),
    readSettings(db, userId, server),
    findBug(db, bugId),
    eventsOf(db, fields, { userId, reasons, period: { bugId, from, until } }),
  ]);
  if (!user || !bug || events.length === 0) return undefined;
  const mailed = await mailTo(context, { userId, ...user, settings, reasons }, (around) =>
    composeMessage({ bug, events, reasons }, around),
  );
  const authors = [...new Set(events.map(({ by }) => by.name))];
  const opening = threadIdOf(bugId, publicUrl);
  const idOf = (number: number) => messageIdOf(`bug.${bugId}.${userId}.${number}`, publicUrl);
  const previous = count > 0 ? [idOf(count - 1)] : [];
  return {
    ...mailed,
    ...(authors.length === 1 && { fromName: `${authors[0]} (${server.name})` }),
    messageId: idOf(count),
    inReplyTo: previous[0] ?? opening,
    references: [opening, ...previous],
  };
}

/** The maximum number of activities in a message; the rest is on the bug's page. */
const maxEvents = 30;

/** The activity that a message, or a part of a digest, is about. */
export async function eventsOf(
  db: Db,
  fields: readonly ServerField[],
  { userId, reasons, period }: { userId: string; reasons: readonly Reason[]; period: Period },
): Promise<readonly BugEvent[]> {
  // A longer text is cut.
  const wanted = { userId, periods: [period], most: maxEvents, textLength: longest + 1 };
  const found = await findActivities(db, fields, wanted);
  return withNamed(found.get(period.bugId)?.events ?? [], {
    assigned: reasons.includes('assigned'),
    mentioned: reasons.includes('mentioned'),
  });
}

interface Mailed {
  readonly userId: string;
  readonly address: string;
  readonly settings: MailSettings;
  readonly reasons: readonly (Reason | 'digest')[];
}

/** A mail with the headers by which mail programs sort messages and offer to unsubscribe. */
export async function mailTo(
  context: JobContext,
  { userId, address, settings, reasons }: Mailed,
  compose: (around: Surroundings) => MailContent,
) {
  const { publicUrl, name } = context.settings;
  const stop = await unsubscribeUrl(context, userId);
  return {
    to: { address },
    ...render(compose({ publicUrl, tracker: name, unsubscribeUrl: stop, settings }), settings.language),
    headers: {
      'List-Id': `${name} <katydid.${mailHost(publicUrl)}>`,
      'List-Unsubscribe': `<${stop}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'X-Katydid-Reason': reasons.join(', '),
    },
  };
}
