import type { Generated, Kysely, Transaction } from 'kysely';
import type { JobState } from '#contract/admin/jobs.ts';
import type { ChangeKind } from '#contract/index.ts';
import type { AccountTables } from '#server/engine/tables/accounts.ts';
import type { BugTables } from '#server/engine/tables/bugs.ts';
import type { ClassificationTables } from '#server/engine/tables/classification.ts';
import type { ConversationTables } from '#server/engine/tables/conversation.ts';

/** All tables. Moments are ISO 8601 strings in UTC, ids are lower-case UUIDs, on both engines. */
export interface Schema extends AccountTables, BugTables, ClassificationTables, ConversationTables {
  changes: {
    /** Counts up in the order in which changes became visible. */
    seq: number;
    /** Changes to inboxes and sessions are sent only to the streams of their users; all others are sent to everyone. */
    kind: ChangeKind | 'session';
    /** The id of the bug or user; for an inbox or a session, of its user. */
    id: string;
    /** The bug's version, null if it is deleted. */
    version: number | null;
  };
  /** Changes that have no number yet. Used only where transactions overlap. */
  outbox: {
    position: Generated<number>;
    kind: ChangeKind | 'session';
    id: string;
    version: number | null;
  };
  counters: {
    /** `names` counts how often anything that bugs show by name has changed. */
    name: 'bugs' | 'changes' | 'users' | 'names' | 'bugs to fold';
    /**
     * The last number assigned; for bugs on PostgreSQL, the last one before the newest change. For `bugs to fold`, see
     * `refold`.
     */
    value: number;
  };
  backups: {
    /**
     * The time of the newest proven backup, with its file; the time of a failure, with the reason. Earlier versions
     * stored the schedule in `scheduled`.
     */
    name: 'scheduled' | 'proven' | 'failed';
    at: string;
    details: string;
  };
  /** Background jobs. */
  jobs: {
    id: string;
    kind: string;
    /** The object it works on: only one job per target runs at a time. */
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
  };
  /** The settings that admins have changed; a setting without a row has its default. */
  settings: { name: string; value: string };
  /** While there is a row, no job starts. */
  job_holds: { since: string };
}

/** The database for reading; a transaction can stand in for it. */
export type Db = Pick<Kysely<Schema>, 'selectFrom' | 'getExecutor'>;
/** A transaction: functions that write take one, so that the compiler rejects writes outside. */
export type Tx = Transaction<Schema>;
