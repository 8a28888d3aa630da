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

/** The statements that update an index by its table of due rows. */
interface Renewal {
  readonly due: string;
  /** Finds a row where it is time. */
  readonly isTime: string;
  readonly add: readonly string[];
  /** The rows that have to leave the index. To delete nothing takes time, too: it first writes what it has collected in memory. */
  readonly gone: string;
  readonly remove: readonly string[];
}

const goneBugs = `select d.number from bug_search_due d where not exists (select 1 from bugs b where b.number = d.number)`;
const goneComments = `select d.place from comment_search_due d where not exists (
  select 1 from comment_places p cross join comments c on c.id = p.comment_id
  where p.place = d.place and c.body_fold <> '')`;
/** So many new comments are indexed together, which takes half the time. Until then, a search looks at each of them. */
const newComments = 256;

const renewals: readonly Renewal[] = [
  {
    due: 'bug_search_due',
    isTime: 'select 1 from bug_search_due limit 1',
    add: [
      `insert or replace into bug_search (rowid, title_fold, description_fold)
        select b.number, b.title_fold || '${textEnd}', b.description_fold || '${textEnd}'
        from bug_search_due d cross join bugs b on b.number = d.number`,
    ],
    gone: goneBugs,
    remove: [`delete from bug_search where rowid in (${goneBugs})`],
  },
  {
    due: 'comment_search_due',
    isTime: `select 1 from comment_search_due where is_new = 0
      union all select * from (select 1 from comment_search_due limit 1 offset ${newComments - 1}) limit 1`,
    add: [
      `insert or replace into comment_search (rowid, body_fold)
        select p.place, c.body_fold from comment_search_due d
        cross join comment_places p on p.place = d.place cross join comments c on c.id = p.comment_id
        where c.body_fold <> ''`,
    ],
    gone: goneComments,
    remove: [
      `delete from comment_search where rowid in (${goneComments})`,
      `delete from comment_places where place in (
        select d.place from comment_search_due d cross join comment_places p on p.place = d.place
        where not exists (select 1 from comments c where c.id = p.comment_id))`,
    ],
  },
];

const findTable = (name: string) => `select 1 from sqlite_schema where name = '${name}'`;
const findRow = (rows: string) => `select 1 from (${rows}) limit 1`;

/** Makes what brings the indices up to all that the connection's transaction has written, for the end of each. */
export function searchIndexRenewal(file: SqliteFile): () => void {
  // Before the migrations there is no index, and in an older schema its triggers keep it.
  const noted = new Set<Renewal>();
  const finds = (query: string) => file.run(query, []).rows.length > 0;
  return () => {
    for (const renewal of renewals) {
      const { due, isTime, add, gone, remove } = renewal;
      if (!noted.has(renewal) && finds(findTable(due))) noted.add(renewal);
      if (!noted.has(renewal) || !finds(isTime)) continue;
      for (const statement of add) file.run(statement, []);
      if (finds(findRow(gone))) for (const statement of remove) file.run(statement, []);
      file.run(`delete from ${due}`, []);
    }
  };
}

/** The same in the midst of a transaction that writes so much that all of it at the end would be a long wait. */
export async function renewSearchIndex(tx: Tx): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(tx);
  const finds = async (query: string) => (await run(query)).rows.length > 0;
  for (const { due, add, gone, remove } of renewals) {
    if (!(await finds(findTable(due)))) continue;
    for (const statement of add) await run(statement);
    if (await finds(findRow(gone))) for (const statement of remove) await run(statement);
    await run(`delete from ${due}`);
  }
}

/**
 * An index of what comments say. A comment has a number of its own in it: SQLite may give the rows of a table without one
 * other numbers. Of a trigram, only the comments that have it are known, which is what is asked. An edit or a deletion is indexed at
 * its commit, so that nothing is left of what was erased.
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
