import type { RelationKind } from '#contract/bugs/relations.ts';
import type { ReactionName } from '#contract/conversation/reactions.ts';

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

/** The tables of relations, and of what duplicates carry over. */
export interface RelationTables {
  bug_relations: BugRelationsTable;
  relation_changes: RelationChangesTable;
  carried_watches: CarriedWatchesTable;
  carried_reactions: CarriedReactionsTable;
}
