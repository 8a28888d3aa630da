import type { RawBuilder } from 'kysely';

/** The ids of bugs that an index finds: rows with `bug_id`, in which a bug may occur several times. */
export type BugIds = RawBuilder<{ bug_id: string }>;
