import type { OpenOptions, Store } from './store.ts';

/**
 * Opens the database at a URL: `file:` for a SQLite file, created if missing, `postgres:` for PostgreSQL.
 * @throws StartError with one line of instruction if it cannot be used
 */
export async function openDatabase(url: string, options: OpenOptions): Promise<Store> {
  // The driver of the other engine takes time to load.
  if (url.startsWith('file:')) {
    const { openSqlite } = await import('#server/engine/sqlite/open.ts');
    return openSqlite(url, options);
  }
  const { openPostgres } = await import('#server/engine/postgres/open.ts');
  return openPostgres(url, options);
}
