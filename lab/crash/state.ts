import { sql } from 'kysely';
import type { Bug } from '#contract/bugs/bugs.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Db } from '#server/engine/schema.ts';
import { send } from '#lab/client.ts';
import { readBeside } from './beside.ts';
import { readFiles } from './files.ts';
import { caughtUp, readInboxes } from './inbox.ts';
import type { CommentState } from './comment-state.ts';

/** The contents of one database: what the API shows, and the rows behind it. */
export type State = Awaited<ReturnType<typeof readState>>;

/**
 * Reads the state, through a server and directly, while there are no writers.
 * @throws if the server does not show its bugs
 */
export async function readState(
  server: string,
  token: string,
  { databaseUrl, filesFolder }: { databaseUrl: string; filesFolder: string },
) {
  // Pending fan-out would change inboxes while they are read.
  const isCaughtUp = await caughtUp(databaseUrl, 'inbox fan-out');
  const listed = await send(server, { method: 'GET', path: '/api/bugs', token });
  if (listed.status !== 200)
    throw new Error(`The list of bugs is answered ${listed.status}: ${listed.message}`);
  const store = await openDatabase(databaseUrl, { exclusive: false, existing: true });
  try {
    const { db } = store;
    await store.numberChanges();
    return {
      bugs: listed.body as Bug[],
      numbers: await db.selectFrom('bugs').select('number').orderBy('number').execute(),
      comments: await comments(db),
      beside: await readBeside(db),
      files: await readFiles(db, filesFolder),
      inboxes: isCaughtUp ? await readInboxes(db) : undefined,
      users: await db.selectFrom('users').select(['id', 'email']).execute(),
      sessions: await db.selectFrom('sessions').select(['user_id', 'token_hash']).execute(),
      audit: await db.selectFrom('audit').select(['action', 'subject_id', 'details', 'request_id']).execute(),
      changes: await db.selectFrom('changes').selectAll().orderBy('seq').execute(),
      counters: await db.selectFrom('counters').selectAll().execute(),
      /** The searchable bugs; on PostgreSQL, the search data is part of the bugs. */
      searchable: databaseUrl.startsWith('file:')
        ? (await sql<{ rowid: number }>`select rowid from bug_search order by rowid`.execute(db)).rows
        : undefined,
    };
  } finally {
    await store.close();
  }
}

/** The comments with all that belongs to them. */
async function comments(db: Db): Promise<CommentState[]> {
  const rows = await db
    .selectFrom('comments')
    .select(['id as _id', 'bug_id as bugId', 'body', 'version'])
    .execute();
  const texts = await db.selectFrom('comment_versions').selectAll().orderBy('version').execute();
  const mentions = await db.selectFrom('comment_mentions').selectAll().execute();
  const reactions = await db.selectFrom('comment_reactions').selectAll().execute();
  const of = <Row extends { comment_id: string }>(some: readonly Row[], text: (row: Row) => string) => {
    const byComment = Map.groupBy(some, (row) => row.comment_id);
    return (id: string) => (byComment.get(id) ?? []).map(text);
  };
  const textsOf = of(texts, ({ body }) => body);
  const mentionsOf = of(mentions, (row) => row.user_id);
  const reactionsOf = of(reactions, (row) => `${row.user_id} ${row.name}`);
  return rows.map((row) => ({
    ...row,
    texts: textsOf(row._id),
    mentions: mentionsOf(row._id).toSorted(),
    reactions: reactionsOf(row._id).toSorted(),
  }));
}
