import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/schema.ts';
import { trigram } from '#server/db/search.ts';
import type { SqliteFile } from './file.ts';

/**
 * The texts end with two of it in the index, so that every code point of them begins a trigram. As what is found is
 * looked at again, it may also stand in a text.
 */
export const textEnd = '\u{10FFFD}'.repeat(trigram - 1);

/** The search index, made anew: its rows, the triggers that keep it, and a view of its trigrams. */
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
 * Triggers that only note of which bugs the index has to be renewed. FTS5 writes what it has gathered at every savepoint,
 * of which each piece of work is one: renewed once in a commit, the index costs a part of that.
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
  // To look up a term, the view by `row` counts the bugs of it and of the one behind it, which this one does not.
  sql`drop table bug_trigrams`,
  sql`create virtual table bug_trigrams using fts5vocab(bug_search, instance)`,
];

const findDueTable = `select 1 from sqlite_schema where name = 'bug_search_due'`;

/** The bugs that are gone. To delete none from the index takes time, too: it first writes what it has collected in memory. */
const gone = `select d.number from bug_search_due d where not exists (select 1 from bugs b where b.number = d.number)`;

const renewal = {
  add: `insert or replace into bug_search (rowid, title_fold, description_fold)
    select b.number, b.title_fold || '${textEnd}', b.description_fold || '${textEnd}'
    from bug_search_due d cross join bugs b on b.number = d.number`,
  isGone: `${gone} limit 1`,
  remove: `delete from bug_search where rowid in (${gone})`,
  end: `delete from bug_search_due`,
};

/** Makes what brings the index up to all that the connection's transaction has written, for the end of each. */
export function searchIndexRenewal(file: SqliteFile): () => void {
  // Before the migrations there is no index, and in an older schema its triggers keep it.
  let isNoted = false;
  return () => {
    isNoted ||= file.run(findDueTable, []).rows.length > 0;
    if (!isNoted || file.run('select 1 from bug_search_due limit 1', []).rows.length === 0) return;
    file.run(renewal.add, []);
    if (file.run(renewal.isGone, []).rows.length > 0) file.run(renewal.remove, []);
    file.run(renewal.end, []);
  };
}

/** The same in the midst of a transaction that writes so much that all of it at the end would be a long wait. */
export async function renewSearchIndex(tx: Tx): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(tx);
  if ((await run(findDueTable)).rows.length === 0) return;
  await run(renewal.add);
  if ((await run(renewal.isGone)).rows.length > 0) await run(renewal.remove);
  await run(renewal.end);
}

/**
 * Statements that set how many bytes of new terms FTS5 collects in memory before it writes them, and from how many parts
 * of the index on it merges them.
 */
export function searchIndexSettings(settings: {
  hashsize: number;
  automerge: number;
}): RawBuilder<unknown>[] {
  return Object.entries(settings).map(
    ([name, value]) =>
      sql`insert into bug_search (bug_search, rank) values (${sql.lit(name)}, ${sql.lit(value)})`,
  );
}
