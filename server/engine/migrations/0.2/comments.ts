import { type RawBuilder, sql } from 'kysely';
import type { MigrationEngine } from '#server/engine/migrations/engine.ts';

/** Comments with their earlier versions, count and search index; reactions, mentions and files of bugs and comments. */
export const comments = ({ name, types, tableEnd }: MigrationEngine) => {
  const { uuid, time, bigInteger } = types;
  return [
    // 20,000 characters may be four times as many code points when decomposed.
    sql`create table comments (
      id ${uuid} not null primary key,
      bug_id ${uuid} not null references bugs (id) on delete cascade,
      created_by ${uuid} not null references users (id),
      created_at ${time} not null,
      body text not null check (length(body) <= 80000),
      version integer not null check (version > 0),
      updated_by ${uuid} not null references users (id),
      updated_at ${time} not null,
      deleted_by ${uuid} references users (id),
      deleted_at ${time},
      body_fold text not null default '',
      constraint comments_body_or_deleted check ((length(body) = 0) = (deleted_at is not null))
    ) ${tableEnd}`,
    sql`create index comments_of_bug on comments (bug_id, created_at, id)`,
    // Finds what mails on a bug contain without reading all its texts: its latest comments.
    sql`create index comments_by_change on comments (bug_id, updated_at, id) where deleted_at is null`,
    sql`create table comment_versions (
      comment_id ${uuid} not null references comments (id) on delete cascade,
      version integer not null check (version > 0),
      body text not null check (length(body) between 1 and 80000),
      written_by ${uuid} not null references users (id),
      written_at ${time} not null,
      constraint comment_versions_key primary key (comment_id, version)
    ) ${tableEnd}`,
    sql`create table bug_comments (
      bug_id ${uuid} not null references bugs (id) on delete cascade,
      shard integer not null,
      comments integer not null,
      constraint bug_comments_key primary key (bug_id, shard)
    ) ${tableEnd}`,
    // Queries ask for bugs with many comments.
    sql`create index bug_comments_comments on bug_comments (comments, bug_id)`,
    ...(name === 'sqlite' ? sqliteSearch : postgresSearch),
    sql`create table bug_reactions (
      bug_id ${uuid} not null references bugs (id) on delete cascade,
      name text not null,
      user_id ${uuid} not null references users (id),
      at ${time} not null,
      is_carried integer not null default 0 check (is_carried between 0 and 1),
      constraint bug_reactions_key primary key (bug_id, name, user_id)
    ) ${tableEnd}`,
    sql`create table comment_reactions (
      comment_id ${uuid} not null references comments (id) on delete cascade,
      name text not null,
      user_id ${uuid} not null references users (id),
      at ${time} not null,
      constraint comment_reactions_key primary key (comment_id, name, user_id)
    ) ${tableEnd}`,
    sql`create table comment_mentions (
      comment_id ${uuid} not null references comments (id) on delete cascade,
      user_id ${uuid} not null references users (id),
      typed text not null default '',
      since ${time},
      constraint comment_mentions_key primary key (comment_id, user_id)
    ) ${tableEnd}`,
    sql`create table bug_mentions (
      bug_id ${uuid} not null references bugs (id) on delete cascade,
      user_id ${uuid} not null references users (id),
      typed text not null,
      constraint bug_mentions_key primary key (bug_id, user_id)
    ) ${tableEnd}`,
    sql`create table files (
      id ${uuid} not null primary key,
      sha256 text not null check (length(sha256) = 64),
      name text not null check (length(name) between 1 and 255),
      size integer not null check (size >= 0),
      type text not null,
      width integer,
      height integer,
      created_by ${uuid} not null references users (id),
      created_at ${time} not null,
      bug_id ${uuid} references bugs (id) on delete set null,
      comment_id ${uuid} references comments (id) on delete set null,
      position integer not null,
      loose_since ${time},
      deleted_at ${time}
    ) ${tableEnd}`,
    sql`create index files_by_sha256 on files (sha256)`,
    sql`create index files_of_bug on files (bug_id, position)`,
    sql`create index files_of_comment on files (comment_id, position)`,
    sql`create index files_loose on files (loose_since) where loose_since is not null`,
    // Files of deleted bugs or comments, until that is recorded.
    sql`create index files_orphaned on files (id)
      where bug_id is null and comment_id is null and loose_since is null`,
    sql`create table file_usage (
      user_id ${uuid} not null primary key references users (id),
      bytes ${bigInteger} not null
    ) ${tableEnd}`,
    sql`create table file_folders (
      id ${uuid} not null primary key
    ) ${tableEnd}`,
  ];
};

/**
 * The index of the texts of comments. Each comment has a number of its own there, as SQLite may change implicit rowids.
 * The index stores only which comments have a trigram, not where. Until migration 52, triggers only recorded the comments
 * whose index entries were out of date.
 */
const sqliteSearch: RawBuilder<unknown>[] = [
  sql`create table comment_places (place integer primary key, comment_id text not null unique) strict`,
  sql`create table comment_search_due (is_new integer, place integer, primary key (is_new, place)) strict, without rowid`,
  sql`create virtual table comment_search using fts5(
    body_fold, content = '', contentless_delete = 1, detail = none, tokenize = 'trigram case_sensitive 1')`,
  sql`create virtual table comment_trigrams using fts5vocab(comment_search, instance)`,
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

const postgresSearch: RawBuilder<unknown>[] = [
  sql`create index comment_search on comments using gin (body_fold gin_trgm_ops) with (gin_pending_list_limit = 256)`,
];
