import { hash } from 'node:crypto';
import { sql } from 'kysely';
import type { MailSettings } from '#contract/conversation/mail.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import type { ServerField } from '#server/extensions/bug-field.ts';
import type { Job, JobContext } from '#server/jobs/job.ts';
import { sendOrFail } from '#server/mail/account-mail.ts';
import { messageIdOf } from '#server/mail/header-text.ts';
import { findNotifiedUser } from '#server/mail/recipient.ts';
import { reasonsOf } from '#server/engine/tables/conversation.ts';
import { findBug } from './bug-queries.ts';
import { composeDigest } from './compose.ts';
import { nextDigest } from './local-time.ts';
import { eventsOf, laterOf, mailTo } from './messages.ts';
import { type UserKey, addJob, digestJob } from './schedule.ts';
import { modeOf, readSettings } from './settings.ts';

/** How many bugs a digest shows; it counts the rest. */
const maxBugs = 50;
/** How many rows a transaction marks as mailed. */
const batch = 500;

type Row = Pick<
  Schema['inbox'],
  'bug_id' | 'state' | 'reasons' | 'mail_from_at' | 'latest_at' | 'first_unread_at'
>;

/** Sends a user's digest of the waiting activity that is still unread. */
export const sendDigests = (fields: readonly ServerField[]): Job<UserKey> => ({
  ...digestJob,
  async run(context, { userId }, { id, finish, signal }) {
    const { db, write, now, mail } = context;
    const rows = await readPending(db, userId);
    const digest = mail && (await digestFor(context, { userId, id, rows, fields }));
    if (mail && digest) await sendOrFail(mail, digest, signal);
    // In the order in which changes by the user lock rows. Between two batches, other requests are served.
    const inOrder = rows.toSorted((a, b) => (a.bug_id < b.bug_id ? -1 : 1));
    const rest = inOrder.length % batch;
    for (let at = 0; at < inOrder.length - rest; at += batch)
      await write((tx) => clear(tx, userId, inOrder.slice(at, at + batch)));
    await write(async (tx) => {
      // Locks rows, then the job, in the order of the fan-out, which avoids deadlocks.
      await clear(tx, userId, inOrder.slice(inOrder.length - rest));
      await finish(tx);
      // No job with the key exists now, so rows that were added meanwhile need a new one.
      if ((await readPending(tx, userId)).length === 0) return;
      const runAt = nextDigest(now(), await readSettings(tx, userId));
      await addJob(tx, digestJob, { userId }, { now: now(), runAt });
    });
  },
});

/** Reschedules a waiting digest for the user's new settings. */
export async function moveDigest(
  tx: Tx,
  userId: string,
  { settings, now }: { settings: MailSettings; now: Date },
): Promise<void> {
  await tx
    .updateTable('jobs')
    .set({ due_at: nextDigest(now, settings).toISOString() })
    .where('key', '=', digestJob.target({ userId }))
    .where('state', '=', 'waiting')
    .execute();
}

/** The rows of the inbox whose activity is in no message, past or future, newest first. */
async function readPending(db: Db, userId: string): Promise<Row[]> {
  return db
    .selectFrom('inbox')
    .select(['bug_id', 'state', 'reasons', 'mail_from_at', 'latest_at', 'first_unread_at'])
    .where('user_id', '=', userId)
    .where('mail_from_at', 'is not', null)
    .where('mail_due_at', 'is', null)
    .orderBy('latest_at', 'desc')
    .orderBy('bug_id')
    .execute();
}

/** Marks the activity of these rows, which are in the order of their bugs, as mailed, but not later activity. */
async function clear(tx: Tx, userId: string, rows: readonly Row[]): Promise<void> {
  if (rows.length === 0) return;
  const { isAmong, transactionsOverlap, types } = engineOf(tx);
  if (transactionsOverlap) {
    await tx
      .selectFrom('inbox')
      .select('bug_id')
      .where('user_id', '=', userId)
      .where(isAmong('bug_id', sql`${JSON.stringify(rows.map((row) => row.bug_id))}`, 'uuid'))
      .orderBy('bug_id')
      .forUpdate()
      .execute();
  }
  const mailed = rows.map(({ bug_id: bugId, latest_at: until }) => {
    const next = new Date(Date.parse(until) + 1).toISOString();
    return sql`(cast(${bugId} as ${types.uuid}), cast(${until} as ${types.time}), cast(${next} as ${types.time}))`;
  });
  await sql`
    with mailed (bug_id, until, next) as (values ${sql.join(mailed)})
    update inbox set mail_from_at = case when latest_at > mailed.until then mailed.next end
    from mailed where inbox.user_id = ${userId} and inbox.bug_id = mailed.bug_id and case
      when latest_at > mailed.until then mail_from_at < mailed.next else mail_due_at is null end`.execute(tx);
}

interface Digest extends UserKey {
  /** The id of the job. */
  readonly id: string;
  readonly rows: readonly Row[];
  readonly fields: readonly ServerField[];
}

/** The message; undefined if it has no recipient or content. */
async function digestFor(context: JobContext, { userId, id, rows, fields }: Digest) {
  const { db, settings: server } = context;
  const [user, settings] = [
    await findNotifiedUser(db, userId, server),
    await readSettings(db, userId, server),
  ];
  const wanted = rows.filter(
    (row) => row.state === 'unread' && modeOf(settings, reasonsOf(row.reasons)) !== 'inbox',
  );
  if (!user || wanted.length === 0) return undefined;
  const bugs = [];
  for (const row of wanted.slice(0, maxBugs)) {
    const { bug_id: bugId, latest_at: until } = row;
    const from = laterOf(row.mail_from_at ?? '', row.first_unread_at);
    const reasons = reasonsOf(row.reasons);
    const part = { userId, reasons, period: { bugId, from, until } };
    const [bug, events] = [await findBug(db, bugId), await eventsOf(db, fields, part)];
    if (bug && events.length > 0) bugs.push({ bug, events, reasons });
  }
  if (bugs.length === 0) return undefined;
  const digest = { interval: settings.digest, bugs, more: Math.max(0, wanted.length - maxBugs) };
  const mailed = await mailTo(context, { userId, ...user, settings, reasons: ['digest'] }, (around) =>
    composeDigest(digest, around),
  );
  return { ...mailed, messageId: messageIdOf(`digest.${id}.${hashOf(wanted)}`, server.publicUrl) };
}

/** The hash of the covered activity: a repetition that covers something else is another message. */
function hashOf(rows: readonly Row[]): string {
  const covered = rows.map(({ bug_id: bugId, latest_at: latest }) => [bugId, latest]);
  return hash('sha256', JSON.stringify(covered)).slice(0, 16);
}
