import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import {
  addCommentReaction,
  type Comment,
  createComment,
  deleteComment,
  removeCommentReaction,
  updateComment,
  type ReactionName,
} from '#contract/conversation/comments.ts';
import { call } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { type Bug, getBug, listBugs } from '#web/lib/api/specified.ts';
import type { BugInput } from '#web/lib/bugs/bug-field.ts';
import { commentNow, readNewest, refetchComments, showEntries, storeComment } from './queries.ts';

/** A status, and the fields that depend on it. */
export type BugChange = Pick<Partial<BugInput>, 'resolution' | 'fixedIn'> & Pick<BugInput, 'status'>;

export interface NewComment {
  readonly body: string;
  /** The ids of its files. */
  readonly files: readonly string[];
  /** Its change of the bug. */
  readonly change: BugChange | undefined;
  /** The idempotency key: a comment that is resent with it is posted only once. */
  readonly name: string;
}

/** Posts a comment on the bug. `onPosted` is called even if the page was left meanwhile. */
export function usePostComment({ _id: bugId }: Bug, onPosted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ body, files, change, name }: NewComment) =>
      onceOnly(name)((headers) =>
        call(createComment, {
          params: { id: bugId },
          body: { body, ...(files.length > 0 && { files: [...files] }), ...change },
          headers,
        }),
      ),
    async onSuccess(comment) {
      onPosted();
      // It is posted, even if the entries around it cannot be fetched.
      await showEntries(client, bugId).catch(() => undefined);
      storeComment(client, comment);
      await refetchBug(client, bugId);
    },
  });
}

interface Edit {
  readonly comment: Comment;
  readonly body: string;
  /** The ids of its files, if they have changed. */
  readonly files: readonly string[] | undefined;
}

const asIs = ({ version }: Comment) => ({ 'if-match': `"${version}"` });

/** Edits a comment, unless it was changed meanwhile. */
export function useEditComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ comment, body, files }: Edit) =>
      call(updateComment, {
        params: { id: comment._id },
        body: { body, ...(files && { files: [...files] }) },
        headers: asIs(comment),
      }),
    onSuccess: (comment) => storeComment(client, comment),
  });
}

interface Tick {
  /** The comment as it was when its text was last read. */
  readonly comment: Comment;
  /** The text before the tick, and after it. */
  readonly from: string;
  readonly to: string;
}

/** Edits the text of a comment by ticking a task. The ticks of a comment are sent sequentially. */
export function useTickComment({ _id: id }: Comment) {
  const client = useQueryClient();
  return useMutation({
    scope: { id: `comment ${id}` },
    mutationFn({ comment, from, to }: Tick) {
      const now = commentNow(client, comment);
      // If the ticked text is the stored one, uses its version. Otherwise the server refuses the outdated version.
      const known = now.body === from ? now : comment;
      return call(updateComment, { params: { id }, body: { body: to }, headers: asIs(known) });
    },
    onSuccess: (comment) => storeComment(client, comment),
    onError: () => refetchComments(client, [id]).catch(() => undefined),
  });
}

/** Adds the user's reaction to a comment, or removes it. */
export function useReactToComment() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ comment, name, isMine }: { comment: Comment; name: ReactionName; isMine: boolean }) =>
      call(isMine ? removeCommentReaction : addCommentReaction, { params: { id: comment._id, name } }),
    onSuccess: (reactions, { comment }) => storeComment(client, { ...comment, reactions }),
  });
}

/** Deletes a comment, unless it was changed meanwhile. `onDeleted` is called when it is shown as deleted. */
export function useDeleteComment(onDeleted: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (comment: Comment) =>
      call(deleteComment, { params: { id: comment._id }, headers: asIs(comment) }),
    async onSuccess(_, { _id: id, bugId }) {
      await refetchComments(client, [id]).catch(() => undefined);
      onDeleted();
      await refetchBug(client, bugId);
    },
    onError: (_, { _id: id }) => refetchComments(client, [id]).catch(() => undefined),
  });
}

/** The bug counts its comments, and a comment may have changed its status. */
async function refetchBug(client: QueryClient, bugId: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: endpointKey(getBug, { params: { id: bugId } }) }),
    client.invalidateQueries({ queryKey: endpointKey(listBugs), refetchType: 'none' }),
    readNewest(client, bugId).catch(() => undefined),
  ]);
}
