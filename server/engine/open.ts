import { openPostgres } from '#server/engine/postgres/open.ts';
import { openSqlite } from '#server/engine/sqlite/open.ts';
import type { OpenOptions, Store } from './store.ts';

/**
 * Opens the database at a URL: `file:` for a SQLite file, created if missing, `postgres:` for PostgreSQL.
 * @throws StartError with one line of instruction if it cannot be used
 */
export async function openDatabase(url: string, options: OpenOptions): Promise<Store> {
  return url.startsWith('file:') ? openSqlite(url, options) : openPostgres(url, options);
}
