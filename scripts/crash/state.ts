import { sql } from 'kysely';
import type { Bug } from '#contract/bugs.ts';
import { openDatabase } from '#server/db/open.ts';
import { send } from './client.ts';

/** All that one database holds: what the API shows, and the rows behind it. */
export type State = Awaited<ReturnType<typeof readState>>;

/** Reads it, through a server and directly, while there are no writers. @throws when the server does not show its bugs */
export async function readState(server: string, token: string, databaseUrl: string) {
  const listed = await send(server, token, { method: 'GET', path: '/api/bugs' });
  if (listed?.status !== 200)
    throw new Error(`The list of bugs is answered ${listed?.status ?? 'not at all'}: ${listed?.message}`);
  const store = await openDatabase(databaseUrl, { exclusive: false, existing: true });
  try {
    const { db } = store;
    await store.numberChanges();
    return {
      bugs: listed.body as Bug[],
      numbers: await db.selectFrom('bugs').select('number').orderBy('number').execute(),
      comments: await db.selectFrom('comments').select(['id as _id', 'bug_id as bugId', 'body']).execute(),
      users: await db.selectFrom('users').select(['id', 'email']).execute(),
      sessions: await db.selectFrom('sessions').select(['user_id', 'token_hash']).execute(),
      audit: await db.selectFrom('audit').select(['action', 'subject_id', 'details', 'request_id']).execute(),
      changes: await db.selectFrom('changes').selectAll().orderBy('seq').execute(),
      counters: await db.selectFrom('counters').selectAll().execute(),
      /** The bugs that can be searched for; what is searched on PostgreSQL is part of the bugs. */
      searchable: databaseUrl.startsWith('file:')
        ? (await sql<{ rowid: number }>`select rowid from bug_search order by rowid`.execute(db)).rows
        : undefined,
    };
  } finally {
    await store.close();
  }
}
