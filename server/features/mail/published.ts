import { buffer } from 'node:stream/consumers';
import { type Expression, type SqlBool, sql } from 'kysely';
import { z } from 'zod';
import type { FileRef } from '#contract/conversation/file-field.ts';
import type { Db } from '#server/db/schema.ts';
import type { DomainEvent, Listener } from '#server/events.ts';
import type { Job, JobContext } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import { type Published, publishedIn, publishedInThread } from '#server/mail/in/published.ts';
import { voidReplyAddresses } from '#server/mail/in/reply-addresses.ts';
import { voidStopLinks } from './unsubscribe-links.ts';

/*
 * Addresses for replies and links that stop mail are secrets of their user. Where one stands in a text or a file that others can
 * read, it is voided. Texts of mails are without them.
 */

/** Larger files are no messages: a mail server would not have taken them. In bytes. */
const maxFile = 40 * 1024 ** 2;
const bugsAtOnce = 50;

const stopLink = z.strictObject({ user: z.string(), signature: z.string() });

const payload = z.strictObject({
  links: z.array(stopLink),
  /** The hashes of files. */
  contents: z.array(z.string()),
  /** The last bug whose texts and files from before this version were read, if they have to be. */
  earlier: z.optional(z.string()),
});

type Payload = z.infer<typeof payload>;

/** Voids links that stop mail, and what files contain. */
export const publishedSecrets: Job<Payload> = {
  kind: 'published secrets',
  payload,
  async run(context, { links, contents, earlier }, { signal, checkpoint }) {
    await voidAll(context, { tokens: [], links });
    for (const sha256 of contents) await readContent(context, sha256, signal);
    for (let after = earlier; after !== undefined;) {
      signal.throwIfAborted();
      const { texts, files, last } = await findEarlier(context.db, after);
      for (const text of texts) await voidAll(context, publishedIn(text));
      for (const sha256 of files) await readContent(context, sha256, signal);
      after = last;
      const rest: Payload = { links: [], contents: [], ...(last !== undefined && { earlier: last }) };
      await context.write((tx) => checkpoint(tx, rest));
    }
  },
};

/** Voids what a change publishes: addresses for replies at once. */
export const voidPublished: Listener = async (tx, event, { address, at }) => {
  const change = changeOf(event);
  // Those of a message were taken out of it.
  if (!change || address === 'e-mail') return;
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

function changeOf(event: DomainEvent): { before?: WithFiles; after: WithFiles } | undefined {
  switch (event.type) {
    case 'bug created':
      return { after: event.bug };
    case 'bug updated':
      return { before: event.before, after: event.bug };
    case 'comment created':
      return { after: event.comment };
    case 'comment changed':
      return { before: event.before, after: event.comment };
    default:
      return undefined;
  }
}

/** The values that are new, as texts. */
function textsOf({ before, after }: { before?: WithFiles; after: WithFiles }): string[] {
  const old = new Map<string, unknown>(Object.entries(before ?? {}));
  const changed = Object.entries(after).filter(([name, value]) => old.get(name) !== value);
  return changed.map(([, value]) => (typeof value === 'string' ? value : JSON.stringify(value)));
}

function canContain({ type, size }: { type: string; size: number }): boolean {
  return size <= maxFile && !/^(?:image|audio|video)\//u.test(type);
}

async function readContent({ files, ...context }: JobContext, sha256: string, signal: AbortSignal) {
  const stream = await files.read(sha256);
  if (!stream) return;
  await voidAll({ files, ...context }, await publishedInThread(await buffer(stream), signal));
}

async function voidAll({ write, files }: JobContext, { tokens, links }: Published): Promise<void> {
  if (tokens.length === 0 && links.length === 0) return;
  const secret = await files.secret();
  await write(async (tx) => {
    await voidReplyAddresses(tx, tokens);
    await voidStopLinks(tx, links, secret);
  });
}

/** The texts of the next bugs that could contain something, and their files; `last` is the last of them. */
async function findEarlier(db: Db, after: string) {
  const bugs = await db
    .selectFrom('bugs')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(bugsAtOnce)
    .execute();
  const ids = bugs.map(({ id }) => id);
  if (ids.length === 0) return { texts: [], files: [], last: undefined };
  const [described, edits, comments, files] = await Promise.all([
    db
      .selectFrom('bugs')
      .select(sql<string>`title || ' ' || description`.as('text'))
      .where('id', 'in', ids)
      .where(mayContain('description'))
      .execute(),
    db
      .selectFrom('history')
      .select('changes as text')
      .where('bug_id', 'in', ids)
      .where(mayContain('changes'))
      .execute(),
    db
      .selectFrom('comments')
      .select('body as text')
      .where('bug_id', 'in', ids)
      .where(mayContain('body'))
      .execute(),
    db
      .selectFrom('files')
      .select(['sha256', 'type', 'size'])
      .where((eb) =>
        eb.or([
          eb('bug_id', 'in', ids),
          eb('comment_id', 'in', eb.selectFrom('comments').select('id').where('bug_id', 'in', ids)),
        ]),
      )
      .execute(),
  ]);
  return {
    texts: [...described, ...edits, ...comments].map(({ text }) => text),
    files: files.filter(canContain).map(({ sha256 }) => sha256),
    last: ids.at(-1),
  };
}

function mayContain(column: string): Expression<SqlBool> {
  const text = sql.ref(column);
  const token = '_'.repeat(32);
  const patterns = ['%unsubscribe%', `%+${token}%`, `%2B${token}%`, `%2b${token}%`];
  return sql<SqlBool>`(${sql.join(
    patterns.map((pattern) => sql`${text} like ${pattern}`),
    sql` or `,
  )})`;
}
