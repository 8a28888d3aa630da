import type { ReactionName } from '#contract/conversation/reactions.ts';
import type { RelationKind } from '#contract/bugs/relations.ts';

/** How bugs are related: each relation once, as in `from blocks to`. */
interface BugRelationsTable {
  from_id: string;
  /** Related bugs have the lower id in `from_id`. */
  kind: 'blocks' | 'parent' | 'related' | 'duplicate' | 'causes';
  to_id: string;
  created_by: string;
  at: string;
  /** JSON: the status and resolution that a duplicate had before; null for the other kinds. */
  state_before: string | null;
}

/** Additions and removals of relations, with an entry for each of the two bugs. */
interface RelationChangesTable {
  id: string;
  bug_id: string;
  at: string;
  changed_by: string;
  kind: RelationKind;
  is_added: number;
  /** The number of the other bug, which may be deleted. */
  other_number: number;
}

/** The users who watch a bug, or would, because of a duplicate. */
interface CarriedWatchesTable {
  /** The bug that is watched. */
  target_id: string;
  user_id: string;
  /** The duplicate that the user watched. */
  origin_id: string;
}

/** The reactions that a bug has, or would have, because of reactions to a duplicate. */
interface CarriedReactionsTable extends CarriedWatchesTable {
  name: ReactionName;
}

/** The ranks of bugs that were placed on boards. Other bugs have the rank of their number. */
interface CardPositionsTable {
  bug_id: string;
  /** See `rankOf` in the contract. */
  rank: number;
}

/** Users affected by a bug. */
interface BugVotesTable {
  bug_id: string;
  user_id: string;
  /** Empty if not given. */
  environment: string;
  at: string;
}

/** The duplicates whose votes count at another bug. */
interface CarriedVotesTable {
  target_id: string;
  origin_id: string;
}

/** Questions to the reporters of bugs that are not answered yet. */
interface BugQuestionsTable {
  bug_id: string;
  text: string;
  asked_by: string;
  asked_at: string;
}

/** The bugs that users have left out of triage for a while. */
interface TriageSnoozesTable {
  user_id: string;
  bug_id: string;
  until: string;
}

/** The tables of bugs: relations and what duplicates carry over, boards, votes and triage. */
export interface BugTables {
  bug_relations: BugRelationsTable;
  relation_changes: RelationChangesTable;
  carried_watches: CarriedWatchesTable;
  carried_reactions: CarriedReactionsTable;
  card_positions: CardPositionsTable;
  bug_votes: BugVotesTable;
  carried_votes: CarriedVotesTable;
  bug_questions: BugQuestionsTable;
  triage_snoozes: TriageSnoozesTable;
}
