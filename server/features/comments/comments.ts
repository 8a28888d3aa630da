import * as contract from '#contract/conversation/comments.ts';
import type { Comment, CommentVersion } from '#contract/conversation/comments.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import type { FileRef } from '#contract/conversation/file-field.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { attachableFiles } from '#server/extensions/attachable-files.ts';
import type { BugWork } from '#server/extensions/bug-work.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { Answer } from '#server/http/answer.ts';
import { AppError, notFound } from '#server/http/errors.ts';
import { etag, ifMatch } from '#server/http/headers.ts';
import { countOfPage } from '#server/http/pages.ts';
import type { Call } from '#server/http/request-context.ts';
import { demand } from '#server/http/session/session.ts';
import { countComment } from './count.ts';
import { countMentions, mentionedAfter, mentionedIn } from './mentions.ts';
import * as queries from './queries.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'comment created': { comment: Comment };
    'comment changed': { before: Comment; comment: Comment };
    /** The comment as it was before its deletion. */
    'comment deleted': { comment: Comment };
  }
}

/** A new comment. */
export type Posting = Pick<
  Call<typeof contract.createComment>,
  'params' | 'body' | 'headers' | 'caller' | 'emit' | 'now' | 'settings'
> & {
  /** For a comment by e-mail: the whole text of the message, and whether that is more than the comment. */
  readonly mail?: { readonly text: string; readonly isTrimmed: boolean };
};

type Changing = Pick<Call<typeof contract.updateComment>, 'caller' | 'emit' | 'now' | 'headers'> & {
  readonly params: { readonly id: string };
};

/** The limit of a page of versions in bytes. */
const maxPageBytes = 256_000;

/**
 * Adds a comment to a bug, and changes the bug if the request asks for it.
 * @throws AppError 404; if the bug is changed, also 403, or 412 with the stored bug
 */
export async function postComment(tx: Tx, call: Posting, bugs: BugWork): Promise<Comment> {
  const { caller, params, body, now, emit, headers } = call;
  // The id is taken first, so that in the timeline the comment precedes the change that it explains.
  const [at, _id] = [now().toISOString(), newId()];
  const { status, resolution, fixedIn } = body;
  const changesBug = status !== undefined || resolution !== undefined || fixedIn !== undefined;
  const work = async (isAnswer: boolean) => {
    const isExpected = changesBug ? ifMatch(headers['if-match']) : () => true;
    const edit = { status, resolution, fixedIn, ...(isAnswer && { question: null }) };
    await bugs.work(tx, call, { id: params.id, edit, isExpected, byRule: isAnswer ? ['question'] : [] });
  };
  const answering = bugs.isAnswer(tx, params.id, caller._id);
  // The bug is locked first: two transactions that share a lock on it could not both upgrade theirs to change it.
  if (changesBug) await work(await answering);
  const { files: ids = [] } = body;
  const [isAnswer, earliest, mentions, files] = await Promise.all([
    answering,
    queries.earliestFor(tx, params.id),
    mentionedIn(tx, { text: body.body, mentions: body.mentions }),
    attachableFiles(tx, ids, { callerId: caller._id, owner: undefined }),
  ]);
  if (earliest === undefined) throw notFound(contract.createComment);
  countMentions(tx, call, { before: [], after: mentions });
  // Done only now, to save other comments a round trip: answers are rare, and two that deadlock are retried.
  if (!changesBug && isAnswer) await work(true);
  const createdAt = earliest > at ? earliest : at;
  const comment: Comment = {
    _id,
    bugId: params.id,
    body: body.body,
    author: { _id: caller._id, name: caller.name },
    createdAt,
    updatedAt: createdAt,
    version: 1,
    deletedAt: null,
    deletedBy: null,
    mentions,
    files: files.valueOf(files.decide([])),
    reactions: [],
    isMailed: call.mail !== undefined,
    isTrimmed: call.mail?.isTrimmed === true,
  };
  queries.insertComment(tx, comment, comment.isTrimmed ? call.mail?.text : undefined);
  countComment(tx, { bugId: comment.bugId, by: 1 });
  emit(tx, {
    type: 'comment created',
    comment,
    changes: [{ kind: 'comments', id: comment.bugId, version: null }],
  });
  return comment;
}

/** @throws AppError 404, 403, or 412 with the stored comment */
export async function editComment(tx: Tx, call: Call<typeof contract.updateComment>): Promise<Comment> {
  const { caller, body, now, emit } = call;
  const { comment: before, writerId } = await findToChange(tx, call, contract.updateComment);
  demand(caller, contract.commentPermissions.edit, before);
  checkVersion(call, before);
  if (body.body === before.body && body.mentions === undefined && body.files === undefined) return before;
  const [mentions, files, mailed] = await Promise.all([
    mentionedAfter(
      tx,
      { text: before.body, mentions: before.mentions },
      { text: body.body, mentions: body.mentions },
    ),
    filesAfter(tx, caller._id, before, body.files),
    before.isTrimmed ? queries.findMailedText(tx, before._id) : undefined,
  ]);
  const hasSameFiles = isSameInput(queries.idsOf(files), queries.idsOf(before.files));
  if (body.body === before.body && isSameInput(mentions, before.mentions) && hasSameFiles) return before;
  countMentions(tx, call, { before: before.mentions, after: mentions });
  const at = now().toISOString();
  const comment: Comment = {
    ...before,
    body: body.body,
    mentions: [...mentions],
    files,
    updatedAt: at > before.updatedAt ? at : before.updatedAt,
    version: before.version + 1,
  };
  queries.updateComment(tx, { before, beforeBy: writerId, after: comment, by: caller._id, mailed });
  const { _id: id, version } = comment;
  emit(tx, { type: 'comment changed', before, comment, changes: [{ kind: 'comment', id, version }] });
  return comment;
}

/** @throws AppError 404, 403, or 412 with the stored comment */
export async function deleteComment(tx: Tx, call: Changing): Promise<void> {
  const { caller, now, emit } = call;
  const [bug, { comment, writerId }] = await Promise.all([
    queries.findBugOf(tx, call.params.id),
    findToChange(tx, call, contract.deleteComment),
  ]);
  demand(caller, contract.commentPermissions.delete, comment);
  checkVersion(call, comment);
  queries.eraseComment(tx, comment, { writerId, by: caller._id, at: now().toISOString() });
  countComment(tx, { bugId: comment.bugId, by: -1 });
  emit(tx, {
    type: 'comment deleted',
    comment,
    // Authors' deletions of their own comments are not audited.
    ...(bug &&
      caller._id !== comment.author._id && {
        audit: {
          action: 'comment deleted',
          subjectId: comment.author._id,
          details: `#${bug.number} ${bug.title}`,
        },
      }),
    changes: [
      { kind: 'comment', id: comment._id, version: null },
      { kind: 'comments', id: comment.bugId, version: null },
    ],
  });
}

/** The comment, locked until the transaction ends. @throws AppError 404 if there is none, or it is deleted */
async function findToChange(tx: Tx, { params, caller }: Changing, endpoint: Endpoint) {
  const stored = await queries.findToChange(tx, params.id, caller._id);
  if (stored?.comment.deletedAt !== null) throw notFound(endpoint);
  return stored;
}

function checkVersion({ headers }: Changing, comment: Comment): void {
  if (ifMatch(headers['if-match'])(comment.version)) return;
  throw new AppError('version_mismatch', contract.commentMessages.changedMeanwhile(), {
    headers: { etag: etag(comment) },
    body: { comment },
  });
}

/** @throws AppError 404 */
export async function readComment(db: Db, id: string, callerId: string): Promise<Comment> {
  const comment = await queries.findComment(db, id, callerId);
  if (!comment) throw notFound(contract.getComment);
  return comment;
}

/** A page of the versions of a comment, newest first, with a link to the next one. @throws AppError 404 */
export async function listVersions(
  db: Db,
  id: string,
  before: number | undefined,
): Promise<Answer<CommentVersion[]>> {
  const version = await queries.findVersion(db, id);
  if (version === undefined) throw notFound(contract.listCommentVersions);
  const limit = contract.versionsPage;
  const range = { id, before: before ?? version + 1 };
  const sizes = await queries.listVersionSizes(db, { ...range, limit: limit + 1 });
  const count = countOfPage(sizes, { limit, maxBytes: maxPageBytes });
  const downTo = sizes[count - 1]?.version;
  if (downTo === undefined) return new Answer([], {});
  const next = `${contract.listCommentVersions.path.replace(':id', id)}?before=${downTo}`;
  return new Answer(
    await queries.listVersions(db, { ...range, downTo }),
    count < sizes.length ? { link: `<${next}>; rel="next"` } : {},
  );
}

/** The files of an edited comment: its current ones if the edit has no `files`. @throws AppError 400 */
async function filesAfter(
  tx: Tx,
  callerId: string,
  { _id: id, files }: Comment,
  ids: string[] | undefined,
): Promise<FileRef[]> {
  if (ids === undefined) return files;
  const found = await attachableFiles(tx, ids, { callerId, owner: { kind: 'comment', id } });
  return found.valueOf(found.decide(queries.idsOf(files)));
}
