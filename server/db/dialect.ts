import { type Expression, type RawBuilder, type SqlBool, SqliteAdapter, sql } from 'kysely';
import type { Db } from './schema.ts';

/** Why a database refused or failed, in words that mean the same on every engine. */
export type Failure = 'unique' | 'reference' | 'busy' | 'full' | 'io';

/** Where the engines differ: each difference once, under a name that says why. */
export interface Engine {
  readonly types: {
    readonly uuid: RawBuilder<unknown>;
    readonly time: RawBuilder<unknown>;
    /** A counter that is never given twice, as the primary key. */
    readonly number: RawBuilder<unknown>;
  };
  /** What stands behind a table's columns. */
  readonly tableEnd: RawBuilder<unknown>;
  /** Statements that make titles and descriptions searchable for any substring. */
  readonly searchIndex: readonly RawBuilder<unknown>[];
  /** Whether the bug at hand contains `needle`, which is already folded and not empty. */
  containing(needle: string): Expression<SqlBool>;
  failure(error: unknown): Failure | undefined;
}

/** Three code points are what a trigram index can look up. */
const trigram = 3;

const sqliteFailures: Record<number, Failure> = { 5: 'busy', 6: 'busy', 10: 'io', 13: 'full' };
const sqliteConstraints: Record<number, Failure> = { 787: 'reference', 1555: 'unique', 2067: 'unique' };

export const sqlite: Engine = {
  types: {
    uuid: sql`text`,
    time: sql`text`,
    number: sql`integer primary key autoincrement`,
  },
  tableEnd: sql`strict`,
  // Only the index is stored (the texts are in the table), under the bug's number, so that matches come newest first.
  searchIndex: [
    sql`create virtual table bug_search using fts5(
      title_fold, description_fold, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
    sql`create trigger bug_search_insert after insert on bugs begin
      insert into bug_search (rowid, title_fold, description_fold)
      values (new.number, new.title_fold, new.description_fold);
    end`,
    sql`create trigger bug_search_update after update of title_fold, description_fold on bugs
      when old.title_fold <> new.title_fold or old.description_fold <> new.description_fold begin
      update bug_search set title_fold = new.title_fold, description_fold = new.description_fold
      where rowid = new.number;
    end`,
    sql`create trigger bug_search_delete after delete on bugs begin
      delete from bug_search where rowid = old.number;
    end`,
  ],
  containing(needle) {
    const plainly = sql<SqlBool>`(instr(bugs.title_fold, ${needle}) > 0 or instr(bugs.description_fold, ${needle}) > 0)`;
    if ([...needle].length < trigram) return plainly;
    // A quoted phrase is taken as it is, but for quotes, which are doubled.
    const phrase = `"${needle.replaceAll('"', '""')}"`;
    return sql<SqlBool>`bugs.number in (select rowid from bug_search where bug_search match ${phrase})`;
  },
  failure(error) {
    if (!(error instanceof Error) || !('errcode' in error) || typeof error.errcode !== 'number') return undefined;
    return sqliteConstraints[error.errcode] ?? sqliteFailures[error.errcode & 0xff];
  },
};

/** The engine that a database or a transaction runs on. */
export function engineOf(db: Db): Engine {
  const { adapter } = db.getExecutor();
  if (adapter instanceof KatydidSqliteAdapter) return adapter.engine;
  throw new Error('This database was not opened by openDatabase.');
}

/**
 * Kysely's adapter, with the engine. Kysely's own claims neither DDL in transactions, which SQLite can, nor a second
 * connection, which the driver has for reading.
 */
export class KatydidSqliteAdapter extends SqliteAdapter {
  readonly engine = sqlite;
  override get supportsMultipleConnections() {
    return true;
  }
  override get supportsTransactionalDdl() {
    return true;
  }
}
