import type { Generated } from 'kysely';
import type { ReactionName } from '#contract/conversation/reactions.ts';

interface CommentsTable {
  id: string;
  bug_id: string;
  created_by: string;
  created_at: string;
  /** Empty if the comment is deleted. */
  body: string;
  /** The folded body, for searches: see `fold` in the contract. */
  body_fold: string;
  version: number;
  /** The author and the time of the current body. */
  updated_by: string;
  updated_at: string;
  deleted_by: string | null;
  deleted_at: string | null;
}

/** Earlier bodies of comments. */
interface CommentVersionsTable {
  comment_id: string;
  version: number;
  body: string;
  written_by: string;
  written_at: string;
}

/** How many comments a bug has, deleted ones aside, as the sum over the shards. */
interface BugCommentsTable {
  bug_id: string;
  shard: number;
  /** Negative if more were deleted in the shard than added. */
  comments: number;
}

/** Who has which reaction. */
interface Reacted {
  name: ReactionName;
  user_id: string;
  at: string;
}

interface BugReactionsTable extends Reacted {
  bug_id: string;
  /** 1 for a reaction that exists only because of a duplicate. */
  is_carried: Generated<number>;
}

interface CommentReactionsTable extends Reacted {
  comment_id: string;
}

/** The users mentioned in current texts. */
interface Mentioned {
  user_id: string;
  /** The name after the `@` in the text. */
  typed: string;
}

interface CommentMentionsTable extends Mentioned {
  comment_id: string;
  /** When the comment was created, or edited to add the mention; null if unknown. */
  since: string | null;
}

/** Of the description. */
interface BugMentionsTable extends Mentioned {
  bug_id: string;
}

/** The tables of comments, and of reactions and mentions in bugs and comments. */
export interface CommentTables {
  comments: CommentsTable;
  comment_versions: CommentVersionsTable;
  bug_comments: BugCommentsTable;
  bug_reactions: BugReactionsTable;
  comment_reactions: CommentReactionsTable;
  comment_mentions: CommentMentionsTable;
  bug_mentions: BugMentionsTable;
}
