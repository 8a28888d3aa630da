import { openPostgres } from '#server/db/postgres/open.ts';
import { openSqlite } from '#server/db/sqlite/open.ts';
import type { OpenOptions, Store } from './store.ts';

/**
 * Opens the database at an address: `file:` for a SQLite file, which is made where there is none, `postgres:` for PostgreSQL.
 * @throws StartError when it cannot be used, with one line of instruction
 */
export async function openDatabase(url: string, options: OpenOptions): Promise<Store> {
  return url.startsWith('file:') ? openSqlite(url, options) : openPostgres(url, options);
}
