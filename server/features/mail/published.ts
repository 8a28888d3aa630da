import { buffer } from 'node:stream/consumers';
import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { FileRef } from '#contract/conversation/file-field.ts';
import type { Db } from '#server/engine/schema.ts';
import type { DomainEvent, Listener } from '#server/events.ts';
import { type Job, type JobContext, PermanentFailure } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { type Published, publishedIn } from '#server/mail/in/published.ts';
import { voidReplyAddresses } from '#server/mail/in/reply-addresses.ts';
import { type defaultLimits, publishedInThread } from '#server/mail/in/thread.ts';
import { voidStopLinks } from './unsubscribe.ts';

/*
 * Reply addresses and unsubscribe links are secrets of their user. One that appears in a text or a file that others can
 * read is voided. `redact` removes them from ordinary replies, which therefore void nothing.
 */

/** Larger files are not messages: mail servers refuse them. In bytes. */
const maxFile = 40 * 1024 ** 2;
const rowsAtOnce = 50;

/** The texts that others can read, by table. */
const texts = {
  bugs: sql<string>`title || ' ' || description`,
  comments: sql<string>`body`,
  history: sql<string>`changes`,
};
const tables = ['bugs', 'comments', 'history', 'files'] as const;
type Table = (typeof tables)[number];

const beforeAll = '00000000-0000-0000-0000-000000000000';

const stopLink = z.strictObject({ user: z.string(), signature: z.string() });

const payload = z.strictObject({
  links: z.array(stopLink),
  /** The hashes of files. */
  contents: z.array(z.string()),
  /** The last row that was read among those from before this version, and its table, if they have to be read. */
  earlier: z.optional(z.string()),
  table: z.optional(z.enum(tables)),
});

type Payload = z.infer<typeof payload>;

const kind = 'published secrets';

/** Voids links that stop mail, and the secrets that files contain. */
export const publishedSecrets: Job<Payload> = {
  kind,
  payload,
  // One at a time: each needs a processor, and memory.
  target: () => kind,
  async run(context, { links, contents, earlier, table: first = 'bugs' }, { signal, checkpoint }) {
    await voidAll(context, { tokens: [], links });
    await voidContents(context, contents, signal);
    let [table, after]: [Table | undefined, string | undefined] = [first, earlier];
    while (table !== undefined && after !== undefined) {
      signal.throwIfAborted();
      const found = await findEarlier(context.longReads, { table, after });
      for (const text of found.texts) await voidAll(context, publishedIn(text));
      await voidContents(context, found.files, signal);
      if (found.last === undefined) table = tables[tables.indexOf(table) + 1];
      after = found.last ?? beforeAll;
      const rest: Payload = {
        links: [],
        contents: [],
        ...(table !== undefined && { earlier: after, table }),
      };
      await context.write((tx) => checkpoint(tx, rest));
    }
  },
};

type Publishing = 'bug created' | 'bug updated' | 'comment created' | 'comment changed';

/** Voids what a change publishes: reply addresses in its transaction, the rest by a job. */
const voidPublished: Listener<Publishing> = async (tx, event, { at }) => {
  const change = changeOf(event);
  const found = textsOf(change).map((text) => publishedIn(text));
  await voidReplyAddresses(
    tx,
    found.flatMap(({ tokens }) => tokens),
  );
  const links = found.flatMap((each) => each.links);
  const known = new Set(change.before?.files.map(({ _id }) => _id));
  const files = change.after.files.filter((file) => !known.has(file._id) && canContain(file));
  const contents = files.map(({ sha256 }) => sha256);
  if (links.length > 0 || contents.length > 0)
    await enqueue(tx, publishedSecrets, { links, contents }, { now: at });
};

interface WithFiles {
  readonly files: readonly FileRef[];
}

function changeOf(event: DomainEvent<Publishing>): { before?: WithFiles; after: WithFiles } {
  const after = 'bug' in event ? event.bug : event.comment;
  return 'before' in event ? { before: event.before, after } : { after };
}

export const voidingListeners = {
  'bug created': voidPublished,
  'bug updated': voidPublished,
  'comment created': voidPublished,
  'comment changed': voidPublished,
};

/** The values that are new, as texts. */
function textsOf({ before, after }: { before?: WithFiles; after: WithFiles }): string[] {
  const old = new Map<string, unknown>(Object.entries(before ?? {}));
  const changed = Object.entries(after).filter(([name, value]) => old.get(name) !== value);
  return changed.map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function canContain({ type, size }: { type: string; size: number }): boolean {
  return size <= maxFile && !/^(?:image|audio|video)\//u.test(type);
}

/** Voids the secrets in the files with these hashes. One that cannot be read within limits does not block others. */
export async function voidContents(
  context: JobContext,
  contents: readonly string[],
  signal: AbortSignal,
  limits?: typeof defaultLimits,
): Promise<void> {
  for (const sha256 of contents) {
    const stream = await context.files.read(sha256);
    const content = stream && (await buffer(stream));
    try {
      if (content) await voidAll(context, await publishedInThread(content, signal, limits));
    } catch (error) {
      if (!(error instanceof PermanentFailure)) throw error;
      context.log.warn({ err: error, sha256 }, 'could not look for published secrets in a file');
    }
  }
}

async function voidAll({ write, files }: JobContext, { tokens, links }: Published): Promise<void> {
  if (tokens.length === 0 && links.length === 0) return;
  const secret = await files.secret();
  await write(async (tx) => {
    await voidReplyAddresses(tx, tokens);
    await voidStopLinks(tx, links, secret);
  });
}

/** The texts or files of the next rows of a table that may contain secrets; `last` is the last row, if there may be more. */
async function findEarlier(db: Db, { table, after }: { table: Table; after: string }) {
  if (table === 'files') {
    const files = await db
      .selectFrom('files')
      .select(['id', 'sha256', 'type', 'size'])
      .where('id', '>', after)
      .where((eb) => eb.or([eb('bug_id', 'is not', null), eb('comment_id', 'is not', null)]))
      .orderBy('id')
      .limit(rowsAtOnce)
      .execute();
    return { texts: [], files: files.filter(canContain).map(({ sha256 }) => sha256), last: files.at(-1)?.id };
  }
  const text = texts[table];
  const { rows } = await sql<{ id: string; text: string | null }>`
    select id, case when ${mayContain(text)} then ${text} end as text from ${sql.table(table)}
    where id > ${after} order by id limit ${rowsAtOnce}`.execute(db);
  return { texts: rows.flatMap((row) => row.text ?? []), files: [], last: rows.at(-1)?.id };
}

const token = '_'.repeat(32);
/** One of these is in every text in which `publishedIn` finds something. */
const patterns = ['unsubscribe', ...['+', '2B', '2b', '43;', 'plus;'].map((plus) => `${plus}${token}`)];

function mayContain(text: Expression<string>): Expression<SqlBool> {
  const found = patterns.map((pattern) => sql`${text} like ${`%${pattern}%`}`);
  return sql<SqlBool>`(${sql.join(found, sql` or `)})`;
}
