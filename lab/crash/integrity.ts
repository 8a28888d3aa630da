import { DatabaseSync } from 'node:sqlite';
import { withClient } from '#lab/postgres.ts';
import type { Fault } from './ledger.ts';

/** The faults that the database's integrity check finds. */
export async function integrityFaults(databaseUrl: string): Promise<Fault[]> {
  const found = databaseUrl.startsWith('file:')
    ? checkSqlite(databaseUrl.slice('file:'.length))
    : await checkPostgres(databaseUrl);
  return found.map((what) => ({ kind: 'damaged', what }));
}

function checkSqlite(path: string): string[] {
  const file = new DatabaseSync(path, { readOnly: true });
  try {
    const rows = ['integrity_check', 'foreign_key_check'].flatMap((check) =>
      file.prepare(`PRAGMA ${check}`).all(),
    );
    return rows.map((row) => Object.values(row).join(' ')).filter((line) => line !== 'ok');
  } finally {
    file.close();
  }
}

/** Compares every table with its B-tree indices, in both directions, and checks the foreign keys. */
async function checkPostgres(url: string): Promise<string[]> {
  return withClient(url, async (client) => {
    await client.query('create extension if not exists amcheck');
    const { rows: heaps } = await client.query<{ what: string }>(
      `select t.relname || ': ' || v.msg as what from pg_class t, verify_heapam(t.oid) v
       where t.relnamespace = 'public'::regnamespace and t.relkind = 'r'`,
    );
    await client.query(
      `select bt_index_check(i.indexrelid, true) from pg_index i join pg_class c on c.oid = i.indexrelid
       join pg_am a on a.oid = c.relam where c.relnamespace = 'public'::regnamespace and a.amname = 'btree'`,
    );
    const { rows: orphans } = await client.query<{ what: string }>(
      `select 'a session without a user' as what from sessions where user_id not in (select id from users)
       union all select 'a bug without a creator' from bugs where created_by not in (select id from users)
       union all select 'an audit entry without a user' from audit where subject_id not in (select id from users)`,
    );
    return [...heaps, ...orphans].map(({ what }) => what);
  }).catch((error: unknown) => [String(error)]);
}
