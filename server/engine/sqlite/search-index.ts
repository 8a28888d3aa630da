import { type RawBuilder, sql } from 'kysely';
import { trigram } from '#server/engine/search.ts';

/**
 * In the index, texts end with two of this character, so that a trigram begins at every code point. Matches are compared
 * again, so it may also occur in a text.
 */
export const textEnd = '\u{10FFFD}'.repeat(trigram - 1);

/** Creates the search index: its rows, the triggers that update it, and a view of its trigrams. */
export const searchIndexForShortTexts = [
  ...['insert', 'update', 'delete'].map((verb) => sql`drop trigger ${sql.id(`bug_search_${verb}`)}`),
  sql`drop table bug_search`,
  // Only the index is stored (the texts are in the table), under the bug's number, so that matches come newest first.
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
];

/**
 * Until migration 52, triggers only recorded the bugs whose index entries were out of date, and each commit updated the
 * index once.
 */
export const searchIndexAtCommit = [
  ...['insert', 'update', 'delete'].map((verb) => sql`drop trigger ${sql.id(`bug_search_${verb}`)}`),
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
];

/**
 * The index of the texts of comments. Each comment has a number of its own there, as SQLite may change implicit rowids.
 * The index stores only which comments have a trigram, not where.
 */
export const commentSearch = [
  sql`create table comment_places (place integer primary key, comment_id text not null unique) strict`,
  sql`create table comment_search_due (is_new integer, place integer, primary key (is_new, place)) strict, without rowid`,
  sql`create virtual table comment_search using fts5(
    body_fold, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`,
  sql`create virtual table comment_trigrams using fts5vocab(comment_search, instance)`,
  sql`insert into comment_places (comment_id) select id from comments`,
  sql`insert into comment_search_due select 0, place from comment_places`,
  sql`create trigger comment_search_insert after insert on comments begin
    insert into comment_places (comment_id) values (new.id);
    insert into comment_search_due values (1, last_insert_rowid());
  end`,
  sql`create trigger comment_search_update after update of body_fold on comments begin
    insert or ignore into comment_search_due select 0, place from comment_places where comment_id = new.id;
  end`,
  sql`create trigger comment_search_delete after delete on comments begin
    insert or ignore into comment_search_due select 0, place from comment_places where comment_id = old.id;
  end`,
];

/** The statement that sets how many parts of the index FTS5 merges at a time. */
export function mergeSearchIndexBy(parts: number): RawBuilder<unknown> {
  return sql`insert into bug_search (bug_search, rank) values ('automerge', ${sql.lit(parts)})`;
}
