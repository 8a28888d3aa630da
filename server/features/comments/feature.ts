import { getBugMentions } from '#contract/conversation/comments.ts';
import * as contract from '#contract/conversation/comments.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { type Answer, versioned } from '#server/http/answer.ts';
import { route } from '#server/http/route.ts';
import type { TimelineSource } from '#server/extensions/bug-extension.ts';
import { deleteComment, editComment, listVersions, postComment, readComment } from './comments.ts';
import { commentCount } from './count.ts';
import { descriptionMentions, readBugMentions } from './mentions.ts';
import { carriedReactions, reacting, readBugReactions } from './reactions.ts';
import { commentsWithIds } from './queries.ts';

const reactionRoutes = [
  route(contract.addCommentReaction, reacting('comment', true)),
  route(contract.removeCommentReaction, reacting('comment', false)),
  route(
    contract.getBugReactions,
    async ({ db, params, caller }) => readBugReactions(db, params.id, caller._id),
    { cached: true },
  ),
  route(contract.addBugReaction, reacting('bug', true)),
  route(contract.removeBugReaction, reacting('bug', false)),
];

/** Comments as entries of timelines. */
const commentEntries: TimelineSource = {
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

/**
 * Comments on bugs, reactions to both, and mentions in both. A comment that also sets the status of the bug is subject to
 * the rules for bugs.
 */
export const comments: ComposedFeature = {
  name: 'comments',
  bugs: { counts: [commentCount], timeline: [commentEntries], carryOver: carriedReactions },
  provides: {
    descriptionMentions,
    postMailedComment: (tx, { caller, mail, ...posting }, bugs) =>
      postComment(tx, { ...posting, caller: { ...caller, token: '' }, headers: {}, mail }, bugs),
  },
  compose: ({ bugs }) => ({
    routes: [
      route(
        contract.createComment,
        async (call) => call.write(async (tx) => posted(await postComment(tx, call, bugs))),
        {
          repetition: { again: async ({ db, caller }, id) => posted(await readComment(db, id, caller._id)) },
        },
      ),
      route(
        contract.getComment,
        async ({ db, params, caller }) => versioned(await readComment(db, params.id, caller._id)),
        { cached: true },
      ),
      route(contract.updateComment, async (call) =>
        versioned(await call.write((tx) => editComment(tx, call))),
      ),
      route(contract.deleteComment, async (call) => call.write((tx) => deleteComment(tx, call))),
      route(contract.listCommentVersions, async ({ db, params, query }) =>
        listVersions(db, params.id, query.before),
      ),
      ...reactionRoutes,
      route(getBugMentions, async ({ db, params }) => readBugMentions(db, params.id), { cached: true }),
    ],
  }),
};

function posted(comment: contract.Comment): Answer<contract.Comment> {
  return versioned(comment, { location: `/api/comments/${comment._id}` });
}
