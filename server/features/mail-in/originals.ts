import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import { sql } from 'kysely';
import { originalDays } from '#contract/conversation/mail-in.ts';
import { type Actor, isAdmin } from '#contract/permissions.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { type JobContext, batchSize, deleteBatch, inBatches } from '#server/jobs/job.ts';

/*
 * The messages that became bugs and comments, for their senders and admins. The foreign key deletes them with their
 * bugs. Deleted comments leave a row, so a listener deletes their messages.
 */

const day = 24 * 60 * 60_000;
const retention = originalDays * day;
/** The limit of all originals, as they are stored, beyond which the oldest are deleted. In bytes. */
const maxSize = 1024 ** 3;

const [deflate, inflate] = [promisify(deflateRaw), promisify(inflateRaw)];

/** A text as it is stored. */
export async function packed(text: string): Promise<string> {
  return (await deflate(text)).toString('base64');
}

interface Original {
  /** The bug, or the comment on the bug `bugId`. */
  readonly _id: string;
  readonly bugId?: string;
  readonly userId: string;
  readonly at: string;
  /** As `packed` returns it. */
  readonly text: string;
}

export async function insertOriginal(tx: Tx, { _id, bugId, userId, at, text }: Original): Promise<void> {
  const [bug, comment] = bugId === undefined ? [_id, null] : [bugId, _id];
  const row = { id: newId(), bug_id: bug, comment_id: comment, user_id: userId, at, text, size: text.length };
  await tx.insertInto('original_mails').values(row).execute();
}

export async function deleteOriginalOf(tx: Tx, commentId: string): Promise<void> {
  await tx.deleteFrom('original_mails').where('comment_id', '=', commentId).execute();
}

/** The originals that the reader may see: those sent in the reader's name, and all for admins. */
function readable(db: Db, reader: Actor) {
  const originals = db.selectFrom('original_mails');
  return isAdmin(reader) ? originals : originals.where('user_id', '=', reader._id);
}

/** Whether the bug came by a mail that the reader may see; undefined if there is no such bug. */
export async function hasOriginal(db: Db, bugId: string, reader: Actor): Promise<boolean | undefined> {
  const bug = await db
    .selectFrom('bugs')
    .leftJoin('original_mails as mail', (join) =>
      join.onRef('mail.bug_id', '=', 'bugs.id').on('mail.comment_id', 'is', null),
    )
    .select('mail.user_id as sender')
    .where('bugs.id', '=', bugId)
    .executeTakeFirst();
  return bug && (isAdmin(reader) ? bug.sender !== null : bug.sender === reader._id);
}

/** The message that became a bug or a comment; undefined if there is none that the reader may see. */
export async function findOriginal(
  db: Db,
  of: { readonly bugId: string } | { readonly commentId: string },
  reader: Actor,
): Promise<Buffer | undefined> {
  const originals = readable(db, reader).select('text');
  const row = await (
    'bugId' in of
      ? originals.where('bug_id', '=', of.bugId).where('comment_id', 'is', null)
      : originals.where('comment_id', '=', of.commentId)
  ).executeTakeFirst();
  return row && inflate(Buffer.from(row.text, 'base64'));
}

type Context = Pick<JobContext, 'longReads' | 'write' | 'now'>;

/** Deletes what is older than the retention, and the oldest beyond the limit. */
export async function cleanUpOriginals(context: Context, signal: AbortSignal): Promise<void> {
  const before = new Date(context.now().getTime() - retention).toISOString();
  const old = () => context.write((tx) => deleteBatch(tx, 'original_mails', 'id', sql`at < ${before}`));
  await inBatches(old, signal);
  await inBatches(() => keepWithin(context), signal);
}

/** Deletes the oldest beyond the limit, up to `batchSize`; returns how many. */
export async function keepWithin({ longReads, write }: Context, limit = maxSize): Promise<number> {
  const { total } = await longReads
    .selectFrom('original_mails')
    .select((eb) => eb.fn.sum<number | string | null>('size').as('total'))
    .executeTakeFirstOrThrow();
  let excess = Number(total ?? 0) - limit;
  if (excess <= 0) return 0;
  const oldest = await longReads
    .selectFrom('original_mails')
    .select(['id', 'size'])
    .orderBy('at')
    .orderBy('id')
    .limit(batchSize)
    .execute();
  const ids: string[] = [];
  for (const { id, size } of oldest) {
    if (excess <= 0) break;
    ids.push(id);
    excess -= size;
  }
  await write((tx) => tx.deleteFrom('original_mails').where('id', 'in', ids).execute());
  return ids.length;
}
