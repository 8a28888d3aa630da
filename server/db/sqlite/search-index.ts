import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '#server/db/schema.ts';
import { trigram } from '#server/db/search.ts';
import type { SqliteFile } from './file.ts';

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
 * Triggers that only record the bugs whose index entries are out of date. FTS5 flushes its pending terms at every
 * savepoint, and each unit of work is one: one update of the index per commit costs much less.
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

/** Statements that update an index from its due rows. */
interface Renewal {
  /** Selects the rows, with `?1` where there is a parameter. */
  readonly due: string;
  readonly add: string;
  /** Rows to remove from the index. Even deleting nothing takes time: FTS5 first flushes the terms in memory. */
  readonly gone: string;
  readonly remove: readonly string[];
  readonly done: string;
}

const goneBugs = `select d.number from bug_search_due d where not exists (select 1 from bugs b where b.number = d.number)`;
const bugs: Renewal = {
  due: 'select number from bug_search_due',
  add: `insert or replace into bug_search (rowid, title_fold, description_fold)
    select b.number, b.title_fold || '${textEnd}', b.description_fold || '${textEnd}'
    from bug_search_due d cross join bugs b on b.number = d.number`,
  gone: goneBugs,
  remove: [`delete from bug_search where rowid in (${goneBugs})`],
  done: 'delete from bug_search_due',
};

/** The due comments that meet the condition. */
function comments(condition: string): Renewal {
  const due = `select place from comment_search_due where ${condition}`;
  const gone = `select d.place from (${due}) d where not exists (
    select 1 from comment_places p cross join comments c on c.id = p.comment_id
    where p.place = d.place and c.body_fold <> '')`;
  return {
    due,
    add: `insert or replace into comment_search (rowid, body_fold)
      select p.place, c.body_fold from (${due}) d
      cross join comment_places p on p.place = d.place cross join comments c on c.id = p.comment_id
      where c.body_fold <> ''`,
    gone,
    remove: [
      `delete from comment_search where rowid in (${gone})`,
      `delete from comment_places where place in (
        select d.place from (${due}) d cross join comment_places p on p.place = d.place
        where not exists (select 1 from comments c where c.id = p.comment_id))`,
    ],
    // A new comment that was changed is due twice.
    done: `delete from comment_search_due where is_new in (0, 1) and place in (${due})`,
  };
}

const allComments = comments('true');
const changedComments = comments('is_new = 0');
const newComments = comments('is_new = 1 and place <= ?1');
/**
 * Below both limits, a search scans the new comments: indexing them together takes half the time. A commit indexes at
 * most this many, plus the one that exceeds the limit.
 */
export const indexedTogether = { comments: 256, bytes: 100_000 };
/** The next new comments after a place, with their sizes, which SQLite knows without reading the texts. */
const newCommentsBehind = `
  select d.place, coalesce(octet_length(c.body_fold), 0) as bytes from comment_search_due d
  left join comment_places p on p.place = d.place left join comments c on c.id = p.comment_id
  where d.is_new = 1 and d.place > ?1 order by d.place limit ${indexedTogether.comments}`;

interface NewComment {
  place: number;
  bytes: number;
}

const findTable = (name: string) => `select 1 from sqlite_schema where name = '${name}'`;
const findRow = (rows: string) => `select 1 from (${rows}) limit 1`;

/** Makes the function that updates the indices at the end of each transaction. */
export function searchIndexRenewal(file: SqliteFile): () => void {
  // Before the migrations there is no index, and in older schemas its triggers update it.
  const noted = new Set<string>();
  const finds = (query: string, parameters: readonly number[] = []) =>
    file.run(query, parameters).rows.length > 0;
  const isNoted = (table: string) => {
    if (!noted.has(table) && finds(findTable(table))) noted.add(table);
    return noted.has(table);
  };
  const renew = ({ due, add, gone, remove, done }: Renewal, ...parameters: number[]) => {
    if (!finds(findRow(due), parameters)) return;
    file.run(add, parameters);
    if (finds(findRow(gone), parameters)) for (const statement of remove) file.run(statement, parameters);
    file.run(done, parameters);
  };
  const newBehind = (place: number) => file.run(newCommentsBehind, [place]).rows as unknown as NewComment[];
  const none = { comments: 0, bytes: 0, place: 0 };
  // Too high if others have indexed comments since: they are read again before indexing.
  let waiting = none;
  const renewNewComments = () => {
    for (const { place, bytes } of newBehind(waiting.place))
      waiting = { comments: waiting.comments + 1, bytes: waiting.bytes + bytes, place };
    if (waiting.comments < indexedTogether.comments && waiting.bytes < indexedTogether.bytes) return;
    waiting = none;
    renew(newComments, lastOfThose(newBehind(0)));
  };
  return () => {
    if (isNoted('bug_search_due')) renew(bugs);
    if (!isNoted('comment_search_due')) return;
    // Edited or erased text leaves the index at commit, without waiting for new comments or paying for them.
    renew(changedComments);
    renewNewComments();
  };
}

/** The place of the last new comment to index together with those before it. */
function lastOfThose(waiting: readonly NewComment[]): number {
  let sum = 0;
  const last = waiting.find(({ bytes }) => (sum += bytes) >= indexedTogether.bytes) ?? waiting.at(-1);
  return last?.place ?? 0;
}

/** The same in the middle of a transaction that writes so much that one update at its end would take too long. */
export async function renewSearchIndex(tx: Tx): Promise<void> {
  const run = (statement: string) => sql.raw(statement).execute(tx);
  const finds = async (query: string) => (await run(query)).rows.length > 0;
  for (const [table, { due, add, gone, remove, done }] of [
    ['bug_search_due', bugs],
    ['comment_search_due', allComments],
  ] as const) {
    if (!(await finds(findTable(table))) || !(await finds(findRow(due)))) continue;
    await run(add);
    if (await finds(findRow(gone))) for (const statement of remove) await run(statement);
    await run(done);
  }
}

/**
 * The index of the texts of comments. Each comment has a number of its own there, as SQLite may change implicit rowids.
 * The index stores only which comments have a trigram, not where. Edits and deletions are indexed at their commit, so
 * that no erased text remains.
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
 * Statements that set how many bytes of new terms FTS5 collects in memory before a flush, and at how many index parts
 * it merges them.
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
