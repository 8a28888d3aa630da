import { sql } from 'kysely';
import type { DroppedMail, FailedMail } from '#contract/conversation/mail-in.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import type { MailUser } from '#server/extensions/feature.ts';
import { batchSize } from '#server/jobs/job.ts';

/** The user and the bug of a reply address. */
export interface ReplyAddress {
  user: MailUser;
  isSuspended: boolean;
  /** Null if the bug is deleted. */
  bugId: string | null;
  expiresAt: string;
}

/** The user and bug of a reply address. In a transaction, the user can be locked until its end. */
export async function findReplyAddress(
  db: Db,
  tokenHash: string,
  { isLocked = false } = {},
): Promise<ReplyAddress | undefined> {
  const row = await db
    .selectFrom('reply_addresses as reply')
    .innerJoin('users', 'users.id', 'reply.user_id')
    .leftJoin('bugs', 'bugs.id', 'reply.bug_id')
    .select([
      'users.id as _id',
      'users.name',
      'users.email',
      'users.role',
      'users.created_at as createdAt',
      'users.suspended_at as suspendedAt',
      'bugs.id as bugId',
      'reply.expires_at as expiresAt',
    ])
    .where('reply.token_hash', '=', tokenHash)
    .$if(isLocked && engineOf(db).transactionsOverlap, (query) => query.forShare(['reply', 'users']))
    .executeTakeFirst();
  if (!row) return undefined;
  const { suspendedAt, bugId, expiresAt, ...user } = row;
  return { user, isSuspended: suspendedAt !== null, bugId, expiresAt };
}

/** Whether one of these reply addresses is known. */
export async function hasReplyAddress(db: Db, tokenHashes: readonly string[]): Promise<boolean> {
  if (tokenHashes.length === 0) return false;
  const row = await db
    .selectFrom('reply_addresses')
    .select('token_hash')
    .where('token_hash', 'in', tokenHashes)
    .executeTakeFirst();
  return row !== undefined;
}

/** The user whose account has the address. In a transaction, the user can be locked until its end. */
export async function findSender(
  db: Db,
  address: string,
  { isLocked = false } = {},
): Promise<{ user: MailUser; isSuspended: boolean } | undefined> {
  const row = await db
    .selectFrom('users')
    .select(['id as _id', 'name', 'email', 'role', 'created_at as createdAt', 'suspended_at as suspendedAt'])
    .where('email_key', '=', address.normalize('NFKC').toLowerCase())
    .$if(isLocked && engineOf(db).transactionsOverlap, (query) => query.forShare())
    .executeTakeFirst();
  // Addresses that only look the same have the same key.
  if (row?.email.toLowerCase() !== address.toLowerCase()) return undefined;
  const { suspendedAt, ...user } = row;
  return { user, isSuspended: suspendedAt !== null };
}

/** The number and title for the subject of a mail on the bug. */
export async function findTitle(
  db: Db,
  bugId: string,
): Promise<{ number: number; title: string } | undefined> {
  return db.selectFrom('bugs').select(['number', 'title']).where('id', '=', bugId).executeTakeFirst();
}

/** Which of these hashes are of files that the bug or a comment on it has. */
export async function filesOfBug(
  db: Db,
  bugId: string,
  hashes: readonly string[],
): Promise<ReadonlySet<string>> {
  if (hashes.length === 0) return new Set();
  const rows = await db
    .selectFrom('files')
    .leftJoin('comments', 'comments.id', 'files.comment_id')
    .select('files.sha256')
    .where('files.sha256', 'in', hashes)
    .where('files.loose_since', 'is', null)
    .where((eb) => eb.or([eb('files.bug_id', '=', bugId), eb('comments.bug_id', '=', bugId)]))
    .execute();
  return new Set(rows.map(({ sha256 }) => sha256));
}

/** Revokes all addresses that the user can reply to. */
export async function deleteReplyAddresses(tx: Tx, userId: string): Promise<void> {
  await tx.deleteFrom('reply_addresses').where('user_id', '=', userId).execute();
}

interface Incoming extends Origin {
  readonly id: string;
  readonly jobId: string;
  readonly raw: Uint8Array;
  readonly subject: string;
  readonly at: string;
}

export async function insertIncoming(tx: Tx, { id, jobId, raw, at, ...origin }: Incoming): Promise<void> {
  const encoded = Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength).toString('base64');
  await tx
    .insertInto('incoming_mails')
    .values({ id, job_id: jobId, received_at: at, raw: encoded, size: encoded.length, ...origin })
    .execute();
}

/** Where a message is from, as far as that is known. */
export interface Origin {
  readonly sender: string;
  readonly domain: string;
  readonly network: string | null;
}

/** The sizes of the messages that wait, as they are stored, in bytes: of all, and of those of the same origin. */
export async function sizesOfIncoming(
  db: Db,
  { sender, domain, network }: Origin,
): Promise<Record<'all' | 'sender' | 'domain' | 'network', number>> {
  const size = (condition = sql`true`) =>
    sql<number | string | null>`sum(case when ${condition} then size end)`;
  const row = await db
    .selectFrom('incoming_mails')
    .select([
      size().as('all'),
      size(sql`sender = ${sender}`).as('sender'),
      size(sql`domain = ${domain}`).as('domain'),
      size(sql`network = ${network ?? ''}`).as('network'),
    ])
    .executeTakeFirstOrThrow();
  const of = (value: number | string | null) => Number(value ?? 0);
  return { all: of(row.all), sender: of(row.sender), domain: of(row.domain), network: of(row.network) };
}

/** Deletes the content of a message whose job has failed for good. */
export async function deleteContent(tx: Tx, id: string): Promise<void> {
  await tx.updateTable('incoming_mails').set({ raw: '', size: 0 }).where('id', '=', id).execute();
}

/** How many messages wait, and their size as they are stored, in bytes. */
export async function countIncoming(db: Db): Promise<{ messages: number; bytes: number }> {
  const row = await db
    .selectFrom('incoming_mails')
    .select([
      sql<number | string>`count(*)`.as('messages'),
      sql<number | string | null>`sum(size)`.as('bytes'),
    ])
    .where('size', '>', 0)
    .executeTakeFirstOrThrow();
  return { messages: Number(row.messages), bytes: Number(row.bytes ?? 0) };
}

/** The messages whose jobs failed for good, the latest first. */
export async function listFailed(db: Db, limit: number): Promise<FailedMail[]> {
  return db
    .selectFrom('incoming_mails as mail')
    .innerJoin('jobs', 'jobs.id', 'mail.job_id')
    .select([
      'jobs.id as _id',
      'mail.sender',
      'mail.subject',
      'mail.received_at as receivedAt',
      'jobs.error as reason',
    ])
    .where('jobs.state', '=', 'dead')
    .orderBy('mail.received_at', 'desc')
    .orderBy('mail.id')
    .limit(limit)
    .execute();
}

/** How many dropped messages are stored. */
const maxDropped = 1_000;

/** Records a dropped message once, and deletes the oldest records beyond `maxDropped`. */
export async function insertDropped(tx: Tx, row: Schema['dropped_mails']): Promise<void> {
  await tx
    .insertInto('dropped_mails')
    .values(row)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await tx
    .deleteFrom('dropped_mails')
    .where('id', '<', ({ selectFrom }) =>
      selectFrom('dropped_mails')
        .select('id')
        .orderBy('id', 'desc')
        .limit(1)
        .offset(maxDropped - 1),
    )
    .execute();
}

/** The dropped messages, the latest first. */
export async function listDropped(db: Db, limit: number): Promise<DroppedMail[]> {
  return db
    .selectFrom('dropped_mails')
    .select(['id as _id', 'sender', 'subject', 'at as droppedAt', 'reason'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Deletes the messages that are not being handled, with their jobs. Returns how many. */
export async function emptyQueue(tx: Tx): Promise<number> {
  const { numDeletedRows } = await tx
    .deleteFrom('jobs')
    .where('kind', '=', 'incoming mail')
    .where('state', 'in', ['waiting', 'dead'])
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** The message as it was transferred. */
export async function findIncoming(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('incoming_mails').select('raw').where('id', '=', id).executeTakeFirst();
  return row && Buffer.from(row.raw, 'base64');
}

export async function deleteIncoming(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('incoming_mails').where('id', '=', id).execute();
}

/** Which of these keys are of handled messages. */
export async function handledOf(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom('handled_mails').select('key').where('key', 'in', keys).execute();
  return new Set(rows.map(({ key }) => key));
}

/** Records a message as handled; returns false if it already was. */
export async function noteHandled(
  tx: Tx,
  { key, at, answeredTo = null }: { key: string; at: string; answeredTo?: string | null },
): Promise<boolean> {
  const noted = await tx
    .insertInto('handled_mails')
    .values({ key, at, answered_to: answeredTo })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return noted !== undefined;
}

export async function insertMailedText(tx: Tx, row: Schema['mailed_texts']): Promise<void> {
  await tx.insertInto('mailed_texts').values(row).execute();
}

export async function findMailedText(db: Db, commentId: string): Promise<{ text: string } | undefined> {
  return db.selectFrom('mailed_texts').select('text').where('comment_id', '=', commentId).executeTakeFirst();
}

export async function deleteMailedText(tx: Tx, commentId: string): Promise<void> {
  await tx.deleteFrom('mailed_texts').where('comment_id', '=', commentId).execute();
}

const day = 24 * 60 * 60_000;
/** The tables whose rows are deleted `retention` milliseconds after `time`. */
const old = {
  // Replies to expired addresses are answered until then.
  reply_addresses: { key: 'token_hash', time: 'expires_at', retention: 60 * day },
  handled_mails: { key: 'key', time: 'at', retention: 60 * day },
  dropped_mails: { key: 'id', time: 'at', retention: 30 * day },
} as const;

export const tablesWithOld = Object.keys(old) as (keyof typeof old)[];

/** Deletes rows of the table after their retention; returns how many. */
export async function deleteOld(tx: Tx, table: keyof typeof old, now: Date): Promise<number> {
  const { key, time, retention } = old[table];
  const before = new Date(now.getTime() - retention).toISOString();
  const deleted = await sql`
    delete from ${sql.table(table)} where ${sql.ref(key)} in (
      select ${sql.ref(key)} from ${sql.table(table)} where ${sql.ref(time)} < ${before} limit ${batchSize}
    )`.execute(tx);
  return Number(deleted.numAffectedRows ?? 0n);
}
