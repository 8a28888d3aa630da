import * as z from 'zod/mini';
import { statusBody } from '#contract/bugs/bug-work.ts';
import { bugMessages, mentionIds } from '#contract/bugs/bugs.ts';
import { id, positiveNumber, requiredText, timestamp } from '#contract/text.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { fileIds, fileRef } from './file-field.ts';
import { catalogue, type Message } from '#contract/messages.ts';
import { isAdmin, type Permission } from '#contract/permissions.ts';
import { after, type UserRef, userRef, type Wait } from '#contract/accounts/users.ts';

/** A user whom a text mentions. */
const mention = z.extend(userRef, {
  /** The name after the `@`: the user's name at the time of writing. */
  typed: z.string(),
});

export type Mention = z.infer<typeof mention>;

/** Messages about mentions that only the server sends. */
export const mentionRefusals = catalogue('mentionRefusals', {
  cannotBeMentioned: () => 'Only users whose accounts are not suspended can be mentioned',
  tooMany: (wait: Wait) => `You have mentioned too many people in a short time. ${after(wait)}`,
});

/** The reactions that a user can have to a bug or a comment, each once. They are named as on GitHub, and come in this order. */
export const reactionNames = ['+1', '-1', 'heart', 'hooray', 'confused', 'eyes'] as const;

export type ReactionName = (typeof reactionNames)[number];

/** The maximum number of users that a reaction names. */
export const maxNamed = 10;

/** A reaction with the users who added it, of whom there is at least one. */
const reaction = z.object({
  name: z.enum(reactionNames),
  count: z.int(),
  /** Whether the caller is one of them. */
  mine: z.boolean(),
  /** The first users, up to the limit. */
  users: z.array(userRef),
});

export type Reaction = z.infer<typeof reaction>;

const reactionParams = z.strictObject({ id, name: z.enum(reactionNames) });

/** A comment on a bug. The text of a deleted one is erased: its body is empty. */
export const comment = z.object({
  _id: id,
  bugId: id,
  /** Markdown as it was typed; empty in a deleted comment. */
  body: z.string(),
  author: userRef,
  createdAt: timestamp,
  /** When the body was last changed. */
  updatedAt: timestamp,
  /** 1, plus one for each edit: above 1, the comment was edited. */
  version: z.int(),
  /** When the comment was deleted, and by whom; both null until then. */
  deletedAt: z.nullable(timestamp),
  deletedBy: z.nullable(userRef),
  /** The users mentioned in the body, in the order of their present names. */
  mentions: z.array(mention),
  /** In the order in which the author gave them. */
  files: z.array(fileRef),
  reactions: z.array(reaction),
  /** Whether it came by e-mail: `GET /api/comments/{id}/mail` then has the whole text of the message. */
  isMailed: z.boolean(),
  /** Whether quotes or a signature were cut from that text. */
  isTrimmed: z.boolean(),
});

export type Comment = z.infer<typeof comment>;

/** The length of the longest comment, in code points. */
export const maxComment = 20_000;

export const commentMessages = catalogue('comments', {
  notFound: () => 'Comment not found',
  onlyAuthorEdits: () => 'Only the author of a comment or an admin can edit it',
  onlyAuthorDeletes: () => 'Only the author of a comment or an admin can delete it',
  changedMeanwhile: () => 'This comment was changed meanwhile',
});

/** A permission on a comment that its author and admins have. */
function ofAuthor(name: string, refusal: Message): Permission<{ readonly author: Pick<UserRef, '_id'> }> {
  return {
    name,
    on: 'comment',
    refusal,
    allows: (actor, { author }) => isAdmin(actor) || actor._id === author._id,
  };
}

export const commentPermissions = {
  edit: ofAuthor('edit comment', commentMessages.onlyAuthorEdits()),
  delete: ofAuthor('delete comment', commentMessages.onlyAuthorDeletes()),
};

/** The text of a comment. */
export const commentText = requiredText('Comment', { max: maxComment });

/** An edit of a comment. */
const updateCommentBody = z.strictObject({
  body: commentText,
  mentions: mentionIds,
  files: z.optional(fileIds),
});

/** A new comment; `status`, `resolution` and `fixedIn` change the bug in the same transaction. */
const createCommentBody = z.extend(updateCommentBody, z.partial(statusBody).shape);

const params = z.strictObject({ id });
const notFound = commentMessages.notFound();
/** The longest comment in emoji, each written as two JSON escapes, still fits. */
const bodyLimit = 256 * 1024;

export const createComment = endpoint('POST', '/api/bugs/:id/comments', {
  summary:
    'Comments on a bug. The bug keeps its version and `updatedAt`. `files` are the ids of at most 20 own uploads that belong to nothing yet. `mentions` are the ids of the users whom the text mentions, who cannot be suspended; without it, each `@` before the full name of exactly one user who is not suspended is a mention, in the text as it is shown: not in code, addresses and quotations. A name is found without regard to case and marks, unless someone has it to the letter. `status`, `resolution` and `fixedIn` are set as by `PUT /api/bugs/{id}/status`, with the same permission, in the same transaction; `If-Match` then names the version of the bug, and is ignored without them.',
  access: 'signed-in',
  status: 201,
  params,
  body: createCommentBody,
  response: comment,
  notFound: bugMessages.notFound(),
  errors: ['forbidden', 'version_mismatch', 'too_many_requests'],
  bodyLimit,
  idempotent: true,
});

export const getComment = endpoint('GET', '/api/comments/:id', {
  summary: 'One comment, deleted ones included. `ETag` is its version, for `If-Match`.',
  access: 'signed-in',
  status: 200,
  params,
  response: comment,
  notFound,
});

export const updateComment = endpoint('PUT', '/api/comments/:id', {
  summary:
    'Edits a comment; author and admins only. Mentions are those of the new text. `files` replaces those of the comment; one that was removed can be given again for three days. With `If-Match`, only that version is edited.',
  access: commentPermissions.edit,
  status: 200,
  params,
  body: updateCommentBody,
  response: comment,
  notFound,
  bodyLimit,
  errors: ['version_mismatch', 'too_many_requests'],
});

export const deleteComment = endpoint('DELETE', '/api/comments/:id', {
  summary:
    'Deletes a comment; author and admins only. Its texts are erased, earlier versions included; its author and date, and who deleted it and when, remain. With `If-Match`, only that version is deleted.',
  access: commentPermissions.delete,
  status: 204,
  params,
  notFound,
  errors: ['version_mismatch'],
});

export const addCommentReaction = endpoint('PUT', '/api/comments/:id/reactions/:name', {
  summary:
    'Adds a reaction of the caller to a comment; the names are those of reactions to bugs. Returns all reactions. The comment keeps its version.',
  access: 'signed-in',
  status: 200,
  params: reactionParams,
  response: z.array(reaction),
  notFound,
});

export const removeCommentReaction = endpoint('DELETE', '/api/comments/:id/reactions/:name', {
  summary: 'Removes a reaction of the caller from a comment. Returns the remaining ones.',
  access: 'signed-in',
  status: 200,
  params: reactionParams,
  response: z.array(reaction),
  notFound,
});

/** A text that a comment had or has. */
const commentVersion = z.object({
  version: z.int(),
  body: z.string(),
  /** Who wrote it, and when. */
  by: userRef,
  at: timestamp,
});

export type CommentVersion = z.infer<typeof commentVersion>;

/** The highest version of a comment. */
const maxVersion = 2_147_483_647;

export const versionsPage = 50;

export const listCommentVersions = endpoint('GET', '/api/comments/:id/versions', {
  summary: `The texts of a comment, the present one first, at most ${versionsPage} at a time, and fewer where they are long; the next page’s address is in \`Link\`, \`before\` continues behind a version. Of a deleted comment there are none.`,
  access: 'signed-in',
  status: 200,
  params,
  query: z.strictObject({ before: positiveNumber('before', maxVersion) }),
  response: z.array(commentVersion),
  notFound,
});

export const getBugReactions = endpoint('GET', '/api/bugs/:id/reactions', {
  summary: `The reactions to a bug, each with the first ${maxNamed} users who added it.`,
  access: 'signed-in',
  status: 200,
  bugPage: { name: 'reactions' },
  params,
  response: z.array(reaction),
  notFound: bugMessages.notFound(),
});

export const addBugReaction = endpoint('PUT', '/api/bugs/:id/reactions/:name', {
  summary: `Adds a reaction of the caller to a bug: ${reactionNames.map((name) => `\`${name}\``).join(', ')}. Answers all of them. The bug keeps its version.`,
  access: 'signed-in',
  status: 200,
  params: reactionParams,
  response: z.array(reaction),
  notFound: bugMessages.notFound(),
});

export const removeBugReaction = endpoint('DELETE', '/api/bugs/:id/reactions/:name', {
  summary: 'Removes a reaction of the caller from a bug. Returns the remaining ones.',
  access: 'signed-in',
  status: 200,
  params: reactionParams,
  response: z.array(reaction),
  notFound: bugMessages.notFound(),
});

export const getBugMentions = endpoint('GET', '/api/bugs/:id/mentions', {
  summary:
    'Who is mentioned in the description of a bug, by their present names; `typed` is the name as the description has it.',
  access: 'signed-in',
  status: 200,
  params,
  response: z.array(mention),
  notFound: bugMessages.notFound(),
});

export const manifest = {
  endpoints: [
    createComment,
    getComment,
    updateComment,
    deleteComment,
    listCommentVersions,
    addCommentReaction,
    removeCommentReaction,
    getBugReactions,
    addBugReaction,
    removeBugReaction,
    getBugMentions,
  ],
  messages: { comments: commentMessages, mentionRefusals },
  permissions: commentPermissions,
  // `comments` and `reactions` have the id of the bug whose number of comments, or whose reactions, changed.
  liveKinds: ['comment', 'comments', 'reactions'],
  shapes: { Comment: comment, 'Comment version': commentVersion, Mention: mention, Reaction: reaction },
} as const satisfies Manifest;
