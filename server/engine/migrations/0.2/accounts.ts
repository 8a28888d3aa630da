import { sql } from 'kysely';
import type { MigrationEngine } from '#server/engine/migrations/engine.ts';

/** Limits of attempts, addresses that change or wait to be confirmed, reset links, devices, and a stricter audit trail. */
export const accounts = ({ name, types: { uuid, time }, tableEnd }: MigrationEngine) => [
  sql`create table rate_limits (
    key text not null primary key,
    full_at ${time} not null
  ) ${tableEnd}`,
  sql`create index rate_limits_full_at on rate_limits (full_at)`,
  sql`create table email_changes (
    id ${uuid} not null primary key,
    user_id ${uuid} not null references users (id) on delete cascade,
    old_email text not null,
    old_email_key text not null,
    new_email text not null,
    changed_at ${time} not null,
    session_id ${uuid} not null,
    was_confirmed integer not null default 1 check (was_confirmed between 0 and 1)
  ) ${tableEnd}`,
  sql`create index email_changes_user on email_changes (user_id)`,
  sql`create index email_changes_old on email_changes (old_email_key)`,
  sql`create index email_changes_changed_at on email_changes (changed_at)`,
  sql`create table email_confirmations (
    id ${uuid} not null primary key,
    user_id ${uuid} not null references users (id) on delete cascade,
    is_change integer not null check (is_change between 0 and 1),
    email text not null,
    email_key text not null,
    expires_at ${time} not null,
    session_id ${uuid},
    constraint email_confirmations_session check ((is_change = 1) = (session_id is not null)),
    constraint email_confirmations_user unique (user_id, is_change)
  ) ${tableEnd}`,
  sql`create index email_confirmations_expires_at on email_confirmations (expires_at)`,
  sql`create table password_resets (
    token_hash text not null primary key,
    user_id ${uuid} not null unique references users (id),
    created_at ${time} not null,
    expires_at ${time} not null,
    is_mailed integer not null default 0 check (is_mailed between 0 and 1)
  ) ${tableEnd}`,
  sql`create table known_devices (
    user_id ${uuid} not null references users (id),
    device text not null,
    seen_at ${time} not null,
    constraint known_devices_key primary key (user_id, device)
  ) ${tableEnd}`,
  sql`create index known_devices_seen_at on known_devices (seen_at)`,
  sql`create index users_by_name on users (name)`,
  // They were encrypted with keys that are quicker to guess than a password's hash.
  sql`delete from kept_answers`,
  // REPLACE deletes without firing DELETE triggers, by the primary key as well as by the rowid. On PostgreSQL, ON CONFLICT
  // changes rows by an update, which is refused.
  ...(name === 'sqlite'
    ? [
        sql`create trigger audit_no_replace before insert on audit
          when exists (select 1 from audit where id = new.id or rowid = new.rowid) begin
          select raise(abort, 'rows of this table are only added');
        end`,
      ]
    : []),
];
