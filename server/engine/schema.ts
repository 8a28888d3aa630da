import type { Generated, Kysely, Transaction } from 'kysely';
import type { AuditAction } from '#contract/admin/audit.ts';
import type { JobState } from '#contract/admin/jobs.ts';
import type { ChangeKind } from '#contract/live.ts';
import type { Role } from '#contract/permissions.ts';
import type { AccountTables } from '#server/engine/tables/account.ts';
import type { BugTables } from '#server/engine/tables/bug.ts';
import type { ClassificationTables } from '#server/engine/tables/classification.ts';
import type { CommentTables } from '#server/engine/tables/comment.ts';
import type { FileTables } from '#server/engine/tables/file.ts';
import type { InboxTables } from '#server/engine/tables/inbox.ts';
import type { MailTables } from '#server/engine/tables/mail.ts';
import type { MailInTables } from '#server/engine/tables/mail-in.ts';
import type { ViewTables } from '#server/engine/tables/view.ts';

/** Moments are ISO 8601 strings in UTC, ids are lower-case UUIDs; both engines return them as such. */
interface UsersTable {
  id: string;
  name: string;
  /** As the user typed it. */
  email: string;
  /** The folded address, which decides whether addresses are the same: unique. */
  email_key: string;
  password_hash: string;
  role: Role;
  created_at: string;
  /** When the account was suspended; null if it is not. */
  suspended_at: string | null;
}

interface SessionsTable {
  /** SHA-256 of the token in hexadecimal; the token itself is stored nowhere. */
  token_hash: string;
  /** Identifies a session where its token may not be shown. */
  id: string;
  user_id: string;
  created_at: string;
  last_used_at: string;
  device: string;
  address: string;
}

/** Attempts, counted in a period that began with the first one. */
interface SignInTriesTable {
  /** The name of the counted action, and a hash of the user or address it is counted for. */
  key: string;
  tries: number;
  /** The time of the first attempt. */
  since: string;
}

/** Token buckets. */
interface RateLimitsTable {
  /** The name of the limit, and a hash of the user or address that it is for. */
  key: string;
  /** When the bucket will be full. */
  full_at: string;
}

/** Requests that were carried out, by their Idempotency-Key. */
interface IdempotencyKeysTable {
  /** A hash of the key, the endpoint and the sender. */
  request: string;
  answered_at: string;
  /** A hash of these and the body. */
  fingerprint: string;
  /** The id of what the request made. */
  result: string;
}

interface InvitationsTable {
  /** SHA-256 of the link's secret. */
  secret_hash: string;
  created_at: string;
  expires_at: string;
}

/** Rows are only ever added. */
interface AuditTable {
  id: string;
  at: string;
  action: AuditAction;
  actor_id: string | null;
  subject_id: string | null;
  address: string;
  request_id: string;
  details: string;
}

interface BugsTable {
  /** Counts up from 1 and is never reused. A higher number is a newer bug. */
  number: number;
  id: string;
  title: string;
  description: string;
  /** Title and description, folded for searching and sorting: see `fold` in the contract. */
  title_fold: string;
  description_fold: string;
  /** Position in the contract's `statuses` and `priorities`, so that the database sorts as people do. */
  status: number;
  priority: number;
  assigned_to: string | null;
  component_id: string | null;
  /** 1 once the bug has left triage. */
  triaged: number | null;
  created_by: string;
  created_at: string;
  updated_at: string;
  version: number;
}

/** The changes of bugs, one row per edit; the creation is in the bug itself. */
interface HistoryTable {
  bug_id: string;
  /** The bug's version after the edit. */
  version: number;
  id: string;
  at: string;
  changed_by: string;
  /** JSON: each changed field with its old and new value. */
  changes: string;
}

/** Counts of bugs, as sums over the shards; updated in the transaction of every change. */
interface BugCountsTable {
  /** Which bugs: `all`, `by:` their creator, `to:` their assignee, or `to:none`. */
  of: string;
  status: number;
  priority: number;
  shard: number;
  /** Negative if more were removed from the shard than added to it. */
  bugs: number;
}

/** When each resolved bug was resolved. */
interface ResolutionsTable {
  bug_id: string;
  at: string;
}

interface ChangesTable {
  /** Counts up in the order in which changes became visible. */
  seq: number;
  /** Kinds of inboxes and sessions concern only the streams of their users; all others are sent to everyone. */
  kind: ChangeKind | 'session';
  /** The id of the bug or user; for an inbox or a session, of its user. */
  id: string;
  /** The bug's version, null if it is deleted. */
  version: number | null;
}

/** Changes without a number yet; only where transactions overlap. */
interface OutboxTable extends Omit<ChangesTable, 'seq'> {
  position: Generated<number>;
}

interface CountersTable {
  name: 'bugs' | 'changes' | 'users';
  /** The last number assigned; for bugs on PostgreSQL, the last one before the newest change. */
  value: number;
}

interface BackupsTable {
  /**
   * The time of the newest proven backup, with its file; the time of a failure, with the reason. Earlier versions stored the
   * schedule in `scheduled`.
   */
  name: 'scheduled' | 'proven' | 'failed';
  at: string;
  details: string;
}

/** Background jobs. */
interface JobsTable {
  id: string;
  kind: string;
  /** The object it works on: only one job of a target runs at a time. */
  target: string | null;
  /** Unique among waiting and running jobs; null once the job has ended. */
  key: string | null;
  /** JSON. */
  payload: string;
  state: JobState;
  created_at: string;
  /**
   * When it can be claimed: the due time of a waiting job, the end of the lease of a running one. Null once it has
   * ended.
   */
  due_at: string | null;
  /** How often it was claimed. */
  attempts: number;
  /** The id of the attempt that is running. */
  lease: string | null;
  finished_at: string | null;
  /** Why the last attempt failed. */
  error: string | null;
}

/** While there is a row, no job starts. */
interface JobHoldsTable {
  since: string;
}

export interface Schema
  extends
    AccountTables,
    BugTables,
    ClassificationTables,
    CommentTables,
    FileTables,
    InboxTables,
    MailTables,
    MailInTables,
    ViewTables {
  audit: AuditTable;
  backups: BackupsTable;
  changes: ChangesTable;
  counters: CountersTable;
  outbox: OutboxTable;
  users: UsersTable;
  invitations: InvitationsTable;
  jobs: JobsTable;
  job_holds: JobHoldsTable;
  idempotency_keys: IdempotencyKeysTable;
  sessions: SessionsTable;
  sign_in_tries: SignInTriesTable;
  rate_limits: RateLimitsTable;
  bugs: BugsTable;
  bug_counts: BugCountsTable;
  resolutions: ResolutionsTable;
  history: HistoryTable;
}

/** The database for reading; a transaction can stand in for it. */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'getExecutor'>;
/** A transaction: functions that write take one, so that the compiler rejects writes outside. */
export type Tx = Transaction<Schema>;
