import { type RawBuilder, sql } from 'kysely';
import type { MigrationEngine } from '#server/engine/migrations/engine.ts';

/**
 * Counts with a row per shard and, on PostgreSQL, a sequence of numbers, so that writers do not wait for each other; longer
 * descriptions; relations and what duplicates carry over; triage, boards, votes and views.
 */
export const bugs = ({ name, types, tableEnd }: MigrationEngine) => {
  const { uuid, time, foldedText, bigInteger } = types;
  return [
    // SQLite can change neither a primary key nor a constraint. A shard of a count may be below zero.
    sql`alter table bug_counts rename to bug_counts_before`,
    sql`create table bug_counts (
      "of" text not null,
      status integer not null,
      priority integer not null,
      shard integer not null,
      bugs integer not null,
      constraint bug_counts_of_shards primary key ("of", status, priority, shard)
    ) ${tableEnd}`,
    sql`insert into bug_counts ("of", status, priority, shard, bugs)
      select "of", status, priority, 0, bugs from bug_counts_before`,
    sql`drop table bug_counts_before`,
    sql`alter table bug_days rename to bug_days_before`,
    sql`create table bug_days (
      day text not null,
      shard integer not null,
      opened integer not null,
      resolved integer not null,
      constraint bug_days_of_shards primary key (day, shard)
    ) ${tableEnd}`,
    sql`insert into bug_days (day, shard, opened, resolved) select day, 0, opened, resolved from bug_days_before`,
    sql`drop table bug_days_before`,
    ...(name === 'sqlite' ? longerDescriptions : forPostgres),
    sql`create index history_by_time on history (bug_id, at, id)`,
    // Finds what mails on a bug contain without reading all its texts: its first title.
    sql`create index history_of_titles on history (bug_id, version) where changes like '%"field":"title"%'`,
    sql`create table bug_relations (
      from_id ${uuid} not null references bugs (id) on delete cascade,
      kind text not null check (kind in ('blocks', 'parent', 'related', 'duplicate', 'causes')),
      to_id ${uuid} not null references bugs (id) on delete cascade,
      created_by ${uuid} not null references users (id),
      at ${time} not null,
      state_before text,
      constraint bug_relations_key primary key (from_id, kind, to_id),
      constraint bug_relations_two check (from_id <> to_id),
      constraint bug_relations_state check ((kind = 'duplicate') = (state_before is not null))
    ) ${tableEnd}`,
    sql`create index bug_relations_to on bug_relations (to_id, kind, from_id)`,
    sql`create unique index bug_relations_parent on bug_relations (to_id) where kind = 'parent'`,
    sql`create unique index bug_relations_duplicate on bug_relations (from_id) where kind = 'duplicate'`,
    sql`create table relation_changes (
      id ${uuid} not null primary key,
      bug_id ${uuid} not null references bugs (id) on delete cascade,
      at ${time} not null,
      changed_by ${uuid} not null references users (id),
      kind text not null,
      is_added integer not null check (is_added between 0 and 1),
      other_number integer not null
    ) ${tableEnd}`,
    sql`create index relation_changes_of_bug on relation_changes (bug_id, at, id)`,
    sql`create table carried_watches (
      target_id ${uuid} not null references bugs (id) on delete cascade,
      user_id ${uuid} not null references users (id),
      origin_id ${uuid} not null references bugs (id) on delete cascade,
      constraint carried_watches_key primary key (target_id, user_id, origin_id)
    ) ${tableEnd}`,
    sql`create index carried_watches_of_origin on carried_watches (origin_id)`,
    sql`create table carried_reactions (
      target_id ${uuid} not null references bugs (id) on delete cascade,
      user_id ${uuid} not null references users (id),
      origin_id ${uuid} not null references bugs (id) on delete cascade,
      name text not null,
      constraint carried_reactions_key primary key (target_id, user_id, name, origin_id)
    ) ${tableEnd}`,
    sql`create index carried_reactions_of_origin on carried_reactions (origin_id)`,
    sql`create table bug_votes (
      bug_id ${uuid} not null references bugs (id) on delete cascade,
      user_id ${uuid} not null references users (id),
      environment text not null check (length(environment) <= 2000),
      at ${time} not null,
      constraint bug_votes_key primary key (bug_id, user_id)
    ) ${tableEnd}`,
    sql`create table carried_votes (
      target_id ${uuid} not null references bugs (id) on delete cascade,
      origin_id ${uuid} not null references bugs (id) on delete cascade,
      constraint carried_votes_key primary key (target_id, origin_id)
    ) ${tableEnd}`,
    sql`create index carried_votes_of_origin on carried_votes (origin_id, target_id)`,
    sql`create table card_positions (
      bug_id ${uuid} not null primary key references bugs (id) on delete cascade,
      rank ${bigInteger} not null
    ) ${tableEnd}`,
    sql`create index card_positions_rank on card_positions (rank, bug_id)`,
    sql`create table bug_questions (
      bug_id ${uuid} not null primary key references bugs (id) on delete cascade,
      text text not null,
      asked_by ${uuid} not null references users (id),
      asked_at ${time} not null
    ) ${tableEnd}`,
    sql`create table triage_snoozes (
      user_id ${uuid} not null references users (id),
      bug_id ${uuid} not null references bugs (id) on delete cascade,
      until ${time} not null,
      constraint triage_snoozes_key primary key (user_id, bug_id)
    ) ${tableEnd}`,
    sql`create index triage_snoozes_bug on triage_snoozes (bug_id)`,
    sql`create table saved_views (
      id ${uuid} not null primary key,
      owner_id ${uuid} not null references users (id),
      name text not null,
      name_key ${foldedText} not null,
      query text not null,
      sort text,
      columns text,
      group_by text,
      is_shared integer not null check (is_shared in (0, 1)),
      constraint saved_views_name unique (owner_id, name_key)
    ) ${tableEnd}`,
    sql`create index saved_views_shared on saved_views (is_shared, name_key)`,
    sql`create table view_places (
      user_id ${uuid} not null references users (id),
      view text not null,
      position integer not null,
      is_pinned integer not null check (is_pinned in (0, 1)),
      constraint view_places_key primary key (user_id, view)
    ) ${tableEnd}`,
    sql`create index view_places_view on view_places (view)`,
  ];
};

/**
 * SQLite cannot change a column's constraint. Replacing the column keeps the table's indices, triggers and search index, and
 * other tables' references to it. The default only applies until the column is filled.
 */
const longerDescriptions: RawBuilder<unknown>[] = [
  sql`alter table bugs rename column description to description_before`,
  sql`alter table bugs add column description text not null default '-'
    check (length(description) between 1 and 400000)`,
  sql`update bugs set description = description_before`,
  sql`alter table bugs drop column description_before`,
];

/**
 * A number and its time are taken under one lock, held only for the call, so times never decrease as numbers increase. The
 * end of a transaction does not release this lock: every exit of the function has to.
 */
const forPostgres: RawBuilder<unknown>[] = [
  sql`create sequence bug_numbers as integer`,
  sql`create sequence bug_times`,
  sql`create function next_bug(wanted timestamptz, out number integer, out at timestamptz) language plpgsql as $$
    declare
      milliseconds bigint := floor(extract(epoch from wanted) * 1000);
    begin
      perform pg_advisory_lock(5289343, 1);
      number := nextval('bug_numbers');
      milliseconds := greatest(milliseconds, (select last_value from bug_times));
      perform setval('bug_times', milliseconds);
      at := to_timestamp(milliseconds / 1000.0);
      perform pg_advisory_unlock(5289343, 1);
    exception when query_canceled or others then
      perform pg_advisory_unlock(5289343, 1);
      raise;
    end $$`,
  sql`select setval('bug_numbers', greatest(value, 1), value > 0) from counters where name = 'bugs'`,
  sql`select setval('bug_times', greatest(1, floor(extract(epoch from created_at) * 1000)::bigint))
    from bugs order by number desc limit 1`,
  // Each search reads the whole pending list: at the default of 4 MB, that took seven times as long as the search itself.
  sql`alter index bug_search_title set (gin_pending_list_limit = 256)`,
  sql`alter index bug_search_description set (gin_pending_list_limit = 256)`,
  sql`alter table bugs drop constraint bugs_description_check,
    add constraint bugs_description_check check (length(description) between 1 and 400000)`,
];
