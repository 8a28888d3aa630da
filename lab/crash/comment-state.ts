import type { Comment, ReactionName } from '#contract/conversation/comments.ts';

/** A comment with all that belongs to it. */
export interface CommentState extends Pick<Comment, '_id' | 'bugId' | 'body' | 'version'> {
  /** Its earlier texts, oldest first. */
  readonly texts: readonly string[];
  /** The ids of the users whom it mentions. */
  readonly mentions: readonly string[];
  /** The reactions, each as the id of a user and the name of the reaction. */
  readonly reactions: readonly string[];
}

/** A change of a comment; `id` is the id of its bug. */
export type CommentChange =
  | { kind: 'edit comment'; id: string; commentId: string; body: string }
  | { kind: 'delete comment'; id: string; commentId: string }
  | { kind: 'react'; id: string; commentId: string; name: ReactionName; by: string };

/** The comment after the change. */
export function afterwards(before: CommentState, change: CommentChange): CommentState {
  switch (change.kind) {
    case 'edit comment':
      return {
        ...before,
        body: change.body,
        version: before.version + 1,
        texts: [...before.texts, before.body],
      };
    case 'delete comment':
      return { ...before, body: '', texts: [], mentions: [], reactions: [] };
    default: {
      const reactions = new Set([...before.reactions, `${change.by} ${change.name}`]);
      return { ...before, reactions: [...reactions].toSorted() };
    }
  }
}

/** The live changes for a change of a comment: kind, id and version. */
export function announced(before: CommentState, change: CommentChange): string[] {
  const { _id, bugId, version } = afterwards(before, change);
  if (change.kind === 'delete comment') return [`comment ${_id} null`, `comments ${bugId} null`];
  if (change.kind === 'react' && before.reactions.includes(`${change.by} ${change.name}`)) return [];
  return [`comment ${_id} ${version}`];
}

/** The whole state of a comment, as one text. */
export function summaryOf({ _id, bugId, body, version, texts, mentions, reactions }: CommentState): string {
  return `${_id} on ${bugId}: ${JSON.stringify([version, body, texts, mentions, reactions])}`;
}
