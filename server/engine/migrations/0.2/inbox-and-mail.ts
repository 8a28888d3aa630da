import { sql } from 'kysely';
import type { MigrationEngine } from '#server/engine/migrations/engine.ts';

/** Who watches which bug, inboxes with a row for each user and bug, settings of mail, and incoming mail. */
export const inboxAndMail = ({ types: { uuid, time }, tableEnd }: MigrationEngine) => [
  sql`create table watches (
    bug_id ${uuid} not null references bugs (id) on delete cascade,
    user_id ${uuid} not null references users (id),
    is_on integer not null check (is_on between 0 and 1),
    at ${time} not null,
    is_carried integer not null default 0 check (is_carried between 0 and 1),
    constraint watches_key primary key (bug_id, user_id)
  ) ${tableEnd}`,
  // Creators watch without a row.
  sql`insert into watches (bug_id, user_id, is_on, at)
    select id, assigned_to, 1, updated_at from bugs where assigned_to is not null`,
  sql`create table inbox (
    user_id ${uuid} not null references users (id),
    bug_id ${uuid} not null references bugs (id) on delete cascade,
    state text not null check (state in ('unread', 'read', 'done', 'snoozed')),
    reasons integer not null check (reasons between 1 and 63),
    first_unread_at ${time},
    snoozed_until ${time},
    listed_at ${time} not null,
    latest_at ${time} not null,
    latest_kind text not null check (latest_kind in ('created', 'changed', 'commented')),
    latest_by ${uuid} not null references users (id),
    latest_comment ${uuid},
    named_at ${time},
    named_by ${uuid} references users (id),
    named_as text check (named_as in ('mentioned', 'assigned')),
    mail_from_at ${time},
    mail_due_at ${time},
    mail_until ${time},
    mail_count integer not null default 0,
    mail_is_urgent integer not null default 0 check (mail_is_urgent between 0 and 1),
    constraint inbox_key primary key (user_id, bug_id),
    constraint inbox_snoozed check ((state = 'snoozed') = (snoozed_until is not null)),
    constraint inbox_named check ((named_at is null) = (named_by is null or named_as is null))
  ) ${tableEnd}`,
  // The lists in their order: by state for what is neither done nor snoozed, and snoozed ones by their return.
  sql`create index inbox_open on inbox (user_id, listed_at, bug_id, reasons) where state in ('unread', 'read')`,
  sql`create index inbox_by_state on inbox (user_id, state, listed_at, bug_id)`,
  sql`create index inbox_snoozes on inbox (user_id, snoozed_until, bug_id) where state = 'snoozed'`,
  sql`create index inbox_of_bug on inbox (bug_id)`,
  // Rows waiting for the user's next digest.
  sql`create index inbox_digest on inbox (user_id) where mail_from_at is not null and mail_due_at is null`,
  sql`create table mail_settings (
    user_id ${uuid} not null primary key references users (id),
    choices text not null,
    digest text not null check (digest in ('daily', 'weekly')),
    hour integer not null check (hour between 0 and 23),
    weekday integer not null check (weekday between 1 and 7),
    time_zone text not null,
    language text not null
  ) ${tableEnd}`,
  sql`create table reply_addresses (
    token_hash text not null primary key check (length(token_hash) = 64),
    user_id ${uuid} not null references users (id),
    bug_id ${uuid} references bugs (id) on delete set null,
    created_at ${time} not null,
    expires_at ${time} not null
  ) ${tableEnd}`,
  sql`create index reply_addresses_of_user on reply_addresses (user_id)`,
  sql`create index reply_addresses_of_bug on reply_addresses (bug_id)`,
  sql`create index reply_addresses_by_end on reply_addresses (expires_at)`,
  sql`create table incoming_mails (
    id ${uuid} not null primary key,
    received_at ${time} not null,
    raw text not null
  ) ${tableEnd}`,
  sql`create table handled_mails (
    key text not null primary key check (length(key) = 64),
    at ${time} not null,
    answered_to ${uuid} references users (id)
  ) ${tableEnd}`,
  sql`create index handled_mails_by_time on handled_mails (at)`,
  sql`create table mailed_texts (
    comment_id ${uuid} not null primary key references comments (id) on delete cascade,
    text text not null,
    is_trimmed integer not null check (is_trimmed between 0 and 1)
  ) ${tableEnd}`,
];
