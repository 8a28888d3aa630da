import { sql } from 'kysely';
import type { MigrationEngine } from '#server/engine/migrations/engine.ts';

/** Background jobs; changes of any kind, and the outbox in which they wait for their number. */
export const jobsAndChanges = ({ types: { uuid, time, position }, tableEnd }: MigrationEngine) => [
  sql`create table jobs (
    id ${uuid} not null primary key,
    kind text not null,
    target text,
    key text unique,
    payload text not null,
    state text not null check (state in ('waiting', 'running', 'done', 'dead')),
    created_at ${time} not null,
    due_at ${time},
    attempts integer not null,
    lease ${uuid},
    finished_at ${time},
    error text,
    constraint jobs_due check ((due_at is not null) = (state in ('waiting', 'running'))),
    constraint jobs_leased check ((lease is not null) = (state = 'running'))
  ) ${tableEnd}`,
  sql`create index jobs_due_at on jobs (due_at)`,
  sql`create index jobs_finished_at on jobs (finished_at)`,
  sql`create index jobs_lease on jobs (lease)`,
  // Only one job of a target runs at a time.
  sql`create unique index jobs_running_target on jobs (target) where state = 'running'`,
  // Finds the jobs of a target that have not ended, in the order in which they were added.
  sql`create index jobs_target on jobs (target, id) where due_at is not null`,
  sql`create table job_holds (
    since ${time} not null primary key
  ) ${tableEnd}`,
  // SQLite cannot drop the constraint that listed the kinds.
  sql`alter table changes rename to changes_before`,
  sql`create table changes (
    seq integer not null,
    kind text not null,
    id ${uuid} not null,
    version integer,
    constraint changes_key primary key (seq)
  ) ${tableEnd}`,
  sql`insert into changes (seq, kind, id, version) select seq, kind, id, version from changes_before`,
  sql`drop table changes_before`,
  sql`create table outbox (
    position ${position} primary key,
    kind text not null,
    id ${uuid} not null,
    version integer
  ) ${tableEnd}`,
];
