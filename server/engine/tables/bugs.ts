import type { RelationKind } from '#contract/bugs/relations.ts';
import type { ReactionName } from '#contract/conversation/comments.ts';

/** The tables of bugs, their history, counts and relations; of boards, triage, votes and views. */
export interface BugTables {
  bugs: {
    /** Counts up from 1 and is never reused. A higher number is a newer bug. */
    number: number;
    id: string;
    title: string;
    description: string;
    /** Title and description, folded for searching and sorting: see `fold` in the contract. */
    title_fold: string;
    description_fold: string;
    /** Title and description folded without removing marks, for exact phrases; null where they have none. */
    title_marked: string | null;
    description_marked: string | null;
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
  };
  /** How often the contents of a bug have changed without a new version, as sums over the shards. */
  bug_revisions: { bug_id: string; shard: number; revision: number };
  /** The changes of bugs, one row per edit; the creation is in the bug itself. */
  history: {
    bug_id: string;
    /** The bug's version after the edit. */
    version: number;
    id: string;
    at: string;
    changed_by: string;
    /** JSON: each changed field with its old and new value. */
    changes: string;
  };
  /** Counts of bugs, as sums over the shards; updated in the transaction of every change. */
  bug_counts: {
    /** Which bugs: `all`, `by:` their creator, `to:` their assignee, or `to:none`. */
    of: string;
    status: number;
    priority: number;
    shard: number;
    /** Negative if more were removed from the shard than added to it. */
    bugs: number;
  };
  /** When each resolved bug was resolved. */
  resolutions: { bug_id: string; at: string };
  /** How bugs are related: each relation once, as in `from blocks to`. */
  bug_relations: {
    from_id: string;
    /** Related bugs have the lower id in `from_id`. */
    kind: 'blocks' | 'parent' | 'related' | 'duplicate' | 'causes';
    to_id: string;
    created_by: string;
    at: string;
    /** JSON: the status and resolution that a duplicate had before; null for the other kinds. */
    state_before: string | null;
  };
  /** Additions and removals of relations, with an entry for each of the two bugs. */
  relation_changes: {
    id: string;
    bug_id: string;
    at: string;
    changed_by: string;
    kind: RelationKind;
    is_added: number;
    /** The number of the other bug, which may be deleted. */
    other_number: number;
  };
  /** The users who watch a bug, or would, because of a duplicate. */
  carried_watches: {
    /** The bug that is watched. */
    target_id: string;
    user_id: string;
    /** The duplicate that the user watched. */
    origin_id: string;
  };
  /** The reactions that a bug has, or would have, because of reactions to a duplicate. */
  carried_reactions: {
    /** The bug that has the reaction. */
    target_id: string;
    user_id: string;
    /** The duplicate to which the user reacted. */
    origin_id: string;
    name: ReactionName;
  };
  /** The ranks of bugs that were placed on boards. Other bugs have the rank of their number. */
  card_positions: {
    bug_id: string;
    /** See `rankOf` in the contract. */
    rank: number;
  };
  /** Users affected by a bug. */
  bug_votes: {
    bug_id: string;
    user_id: string;
    /** Empty if not given. */
    environment: string;
    at: string;
  };
  /** The duplicates whose votes count for another bug. */
  carried_votes: { target_id: string; origin_id: string };
  /** Questions to the reporters of bugs, as long as they are not answered. */
  bug_questions: {
    bug_id: string;
    text: string;
    asked_by: string;
    asked_at: string;
  };
  /** The bugs that users have left out of triage for a while. */
  triage_snoozes: { user_id: string; bug_id: string; until: string };
  /** A list of bugs that a user has saved. */
  saved_views: {
    id: string;
    owner_id: string;
    name: string;
    /** The folded name, which is unique per owner. */
    name_key: string;
    query: string;
    /** The parts of the query that name something, as JSON; null for a view saved before these parts were. */
    named: string | null;
    /** Null for newest first. */
    sort: string | null;
    /** As JSON; null for the default columns. */
    columns: string | null;
    group_by: string | null;
    is_shared: number;
  };
  /** The position of a view in a user's bar. */
  view_places: {
    user_id: string;
    /** The id of a saved view, or the name of a standard one. */
    view: string;
    position: number;
    is_pinned: number;
  };
}
