import type { TimelineSource } from '#server/extensions/bug-extension.ts';
import { commentsWithIds } from './queries.ts';

/** Comments as entries of timelines. */
export const commentEntries: TimelineSource = {
  table: 'comments',
  columns: { at: 'created_at', text: 'body' },
  async read(db, ids, callerId) {
    const comments = await commentsWithIds(db, ids, callerId);
    return comments.map((comment) => ({
      kind: 'comment',
      _id: comment._id,
      at: comment.createdAt,
      comment,
    }));
  },
};
