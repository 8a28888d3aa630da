import type { RawBuilder } from 'kysely';

/** Bugs that an index has, by their ids: rows with `bug_id`, of which several may be of one bug. */
export type BugIds = RawBuilder<{ bug_id: string }>;
