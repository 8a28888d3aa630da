import { getBugMentions } from '#contract/conversation/bug-mentions.ts';
import * as contract from '#contract/conversation/comments.ts';
import * as reactions from '#contract/conversation/reactions.ts';
import type { ComposedFeature } from '#server/extensions/feature.ts';
import { Answer } from '#server/http/answer.ts';
import { etag } from '#server/http/headers.ts';
import { route } from '#server/http/route.ts';
import type { TimelineSource } from '#server/extensions/bug-extension.ts';
import { carriedReactions } from './carried-reactions.ts';
import { deleteComment, editComment, listVersions, postComment, readComment } from './comments.ts';
import { commentCount } from './count.ts';
import { descriptionMentions, readBugMentions } from './mentions.ts';
import { react, readBugReactions } from './reacting.ts';
import { commentsWithIds } from './queries.ts';

const reactionRoutes = [
  route(contract.addCommentReaction, async (call) =>
    call.write((tx) => react(tx, call, { target: 'comment', isAdded: true })),
  ),
  route(contract.removeCommentReaction, async (call) =>
    call.write((tx) => react(tx, call, { target: 'comment', isAdded: false })),
  ),
  route(
    reactions.getBugReactions,
    async ({ db, params, caller }) => readBugReactions(db, params.id, caller._id),
    { cached: true },
  ),
  route(reactions.addBugReaction, async (call) =>
    call.write((tx) => react(tx, call, { target: 'bug', isAdded: true })),
  ),
  route(reactions.removeBugReaction, async (call) =>
    call.write((tx) => react(tx, call, { target: 'bug', isAdded: false })),
  ),
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
    postMailedComment: (tx, { caller, isTrimmed, ...posting }, bugs) =>
      postComment(
        tx,
        { ...posting, caller: { ...caller, token: '' }, headers: {}, mail: { isTrimmed } },
        bugs,
      ),
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
        async ({ db, params, caller }) => {
          const comment = await readComment(db, params.id, caller._id);
          return new Answer(comment, { etag: etag(comment) });
        },
        { cached: true },
      ),
      route(contract.updateComment, async (call) => {
        const comment = await call.write((tx) => editComment(tx, call));
        return new Answer(comment, { etag: etag(comment) });
      }),
      route(contract.deleteComment, async (call) => {
        await call.write((tx) => deleteComment(tx, call));
        return undefined;
      }),
      route(contract.listCommentVersions, async ({ db, params, query }) =>
        listVersions(db, params.id, query.before),
      ),
      ...reactionRoutes,
      route(getBugMentions, async ({ db, params }) => readBugMentions(db, params.id), { cached: true }),
    ],
  }),
};

function posted(comment: contract.Comment): Answer<contract.Comment> {
  return new Answer(comment, { etag: etag(comment), location: `/api/comments/${comment._id}` });
}
