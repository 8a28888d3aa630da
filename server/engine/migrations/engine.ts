import { type RawBuilder, sql } from 'kysely';
import { engineOf as current } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';

type Statements = readonly RawBuilder<unknown>[];

/** Ends the texts in the search index, so that their last characters are in a trigram too. */
export const textEnd = '\u{10FFFD}'.repeat(2);

/** How the engines differ in what migrations create. Released migrations use it: what is here never changes. */
export interface MigrationEngine {
  readonly name: 'sqlite' | 'postgres';
  readonly types: {
    readonly uuid: RawBuilder<unknown>;
    readonly time: RawBuilder<unknown>;
    /** Text that sorts by code point, independent of the database's collation. */
    readonly foldedText: RawBuilder<unknown>;
    /** An integer of up to 53 bits, which drivers return as a number. */
    readonly bigInteger: RawBuilder<unknown>;
    /** A fractional number with at least 15 digits. */
    readonly decimal: RawBuilder<unknown>;
    /** An auto-incrementing number. */
    readonly position: RawBuilder<unknown>;
  };
  /** The options after a table's columns. */
  readonly tableEnd: RawBuilder<unknown>;
  /** Makes titles and descriptions searchable for any substring. */
  readonly searchIndex: Statements;
  /** Extends that index to the shortest texts, where it does not find them. */
  readonly searchIndexForShortTexts: Statements;
  /** Defers updates of that index to the end of each transaction, until migration 52. */
  readonly searchIndexAtCommit: Statements;
  /** Makes a table refuse changes to existing rows. */
  appendOnly(table: string): Statements;
  /** The UTC day of the moment in a column, as in 2026-11-21. */
  dayOf(column: string): RawBuilder<string>;
}

/** The engine of the database that is migrated. */
export function engineOf(db: Db): MigrationEngine {
  return current(db).name === 'sqlite' ? sqlite : postgres;
}

const dropSearchTriggers = ['insert', 'update', 'delete'].map(
  (verb) => sql`drop trigger ${sql.id(`bug_search_${verb}`)}`,
);

const sqlite: MigrationEngine = {
  name: 'sqlite',
  types: {
    uuid: sql`text`,
    time: sql`text`,
    foldedText: sql`text`,
    bigInteger: sql`integer`,
    decimal: sql`real`,
    position: sql`integer`,
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
  searchIndexForShortTexts: [
    ...dropSearchTriggers,
    sql`drop table bug_search`,
    sql`create virtual table bug_search using fts5(
      title_fold, description_fold, content = '', contentless_delete = 1, tokenize = 'trigram case_sensitive 1')`,
    sql`create virtual table bug_trigrams using fts5vocab(bug_search, row)`,
    sql`insert into bug_search (rowid, title_fold, description_fold)
      select number, title_fold || ${sql.lit(textEnd)}, description_fold || ${sql.lit(textEnd)} from bugs`,
    sql`create trigger bug_search_insert after insert on bugs begin
      insert into bug_search (rowid, title_fold, description_fold)
      values (new.number, new.title_fold || ${sql.lit(textEnd)}, new.description_fold || ${sql.lit(textEnd)});
    end`,
    sql`create trigger bug_search_update after update of title_fold, description_fold on bugs
      when old.title_fold <> new.title_fold or old.description_fold <> new.description_fold begin
      update bug_search set title_fold = new.title_fold || ${sql.lit(textEnd)},
        description_fold = new.description_fold || ${sql.lit(textEnd)}
      where rowid = new.number;
    end`,
    sql`create trigger bug_search_delete after delete on bugs begin
      delete from bug_search where rowid = old.number;
    end`,
  ],
  searchIndexAtCommit: [
    ...dropSearchTriggers,
    sql`create table bug_search_due (number integer primary key) strict`,
    sql`create trigger bug_search_insert after insert on bugs begin
      insert or ignore into bug_search_due values (new.number);
    end`,
    sql`create trigger bug_search_update after update of title_fold, description_fold on bugs
      when old.title_fold <> new.title_fold or old.description_fold <> new.description_fold begin
      insert or ignore into bug_search_due values (new.number);
    end`,
    sql`create trigger bug_search_delete after delete on bugs begin
      insert or ignore into bug_search_due values (old.number);
    end`,
    // A lookup in a view of type `row` also counts the bugs of the next term; in one of type `instance` it does not.
    sql`drop table bug_trigrams`,
    sql`create virtual table bug_trigrams using fts5vocab(bug_search, instance)`,
  ],
  appendOnly: (table) =>
    ['update', 'delete'].map(
      (
        verb,
      ) => sql`create trigger ${sql.id(`${table}_no_${verb}`)} before ${sql.raw(verb)} on ${sql.table(table)} begin
        select raise(abort, 'rows of this table are only added');
      end`,
    ),
  dayOf: (column) => sql`substr(${sql.ref(column)}, 1, 10)`,
};

const postgres: MigrationEngine = {
  name: 'postgres',
  types: {
    uuid: sql`uuid`,
    time: sql`timestamptz(3)`,
    foldedText: sql`text collate "C"`,
    bigInteger: sql`double precision`,
    decimal: sql`double precision`,
    position: sql`integer generated by default as identity`,
  },
  tableEnd: sql``,
  searchIndex: [
    sql`create extension if not exists pg_trgm`,
    sql`create index bug_search_title on bugs using gin (title_fold gin_trgm_ops)`,
    sql`create index bug_search_description on bugs using gin (description_fold gin_trgm_ops)`,
  ],
  searchIndexForShortTexts: [],
  searchIndexAtCommit: [],
  appendOnly: (table) => [
    sql`create function ${sql.id(`${table}_refuse`)}() returns trigger language plpgsql as
      $$ begin raise exception 'rows of this table are only added'; end $$`,
    sql`create trigger ${sql.id(`${table}_append_only`)} before update or delete or truncate on ${sql.table(table)}
      for each statement execute function ${sql.id(`${table}_refuse`)}()`,
  ],
  dayOf: (column) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD')`,
};
