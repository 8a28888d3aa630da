import { isDeepStrictEqual } from 'node:util';
import type { Bug } from '#contract/bugs/bugs.ts';
import { isDone } from './beside.ts';
import { settleUpload } from './files.ts';
import type { Fault, Fields, Ledger, Write } from './ledger.ts';
import { afterwards, type CommentChange, type CommentState, summaryOf } from './comment-state.ts';
import type { State } from './state.ts';

type Settled = Pick<State, 'bugs' | 'users' | 'comments' | 'files' | 'beside'>;

/**
 * Determines the outcome of writes without a response: each may have been carried out or not, but only once and
 * completely. Afterwards the ledger holds the expected state.
 */
export function settle(ledger: Ledger, state: Settled): Fault[] {
  const faults = [...ledger.unanswered].flatMap((write) => settleOne(ledger, state, write));
  ledger.unanswered.clear();
  return faults;
}

function settleOne(ledger: Ledger, { bugs, users, comments, files, beside }: Settled, write: Write): Fault[] {
  if (write.kind === 'watch') return [];
  if (write.kind === 'vote' || write.kind === 'relate') {
    if (isDone(write, beside)) ledger.wroteBeside(write);
    return [];
  }
  if (write.kind === 'mark') {
    ledger.marked(write, undefined);
    return [];
  }
  switch (write.kind) {
    case 'register':
      return settleRegistration(ledger, users, write);
    case 'create':
      return settleCreate(ledger, bugs, write);
    case 'edit':
      return settleEdit(ledger, bugs, write);
    case 'upload':
      return settleUpload(ledger, files, write);
    case 'comment':
      return settleComment(ledger, comments, write);
    case 'edit comment':
    case 'delete comment':
    case 'react':
      return settleCommentChange(ledger, comments, write);
    default:
      if (!bugs.some(({ _id }) => _id === write.id)) ledger.gone(write.id);
      return [];
  }
}

function settleRegistration(
  ledger: Ledger,
  users: State['users'],
  { email, name }: Extract<Write, { kind: 'register' }>,
): Fault[] {
  const user = users.find((one) => one.email === email);
  if (user) ledger.registered({ _id: user.id, email, name, token: undefined, requestId: undefined });
  return [];
}

function settleCreate(
  ledger: Ledger,
  bugs: readonly Bug[],
  write: Extract<Write, { kind: 'create' }>,
): Fault[] {
  const made = bugs.filter(({ title }) => title === write.fields.title);
  for (const bug of made) ledger.stored(bug);
  if (made.length > 1)
    return [{ kind: 'doubled', what: `filed ${made.length} times: ${write.fields.title}` }];
  const wrong = made.filter(
    (bug) => !has(bug, write.fields) || bug.version !== 1 || bug.createdBy._id !== write.by,
  );
  return wrong.map(({ title }) => ({
    kind: 'half done',
    what: `filed, but not as it was sent: ${title}`,
  }));
}

function settleEdit(
  ledger: Ledger,
  bugs: readonly Bug[],
  { id, fields }: Extract<Write, { kind: 'edit' }>,
): Fault[] {
  const before = ledger.bugs.get(id);
  const after = bugs.find(({ _id }) => _id === id);
  if (before && after && isEdited(before, after, fields)) ledger.stored(after);
  return [];
}

function settleComment(
  ledger: Ledger,
  comments: readonly CommentState[],
  write: Extract<Write, { kind: 'comment' }>,
): Fault[] {
  const made = comments.filter(({ body }) => body === write.body);
  for (const comment of made) {
    ledger.addComment(comment);
    ledger.attached(write.files, comment._id);
  }
  if (made.length > 1) return [{ kind: 'doubled', what: `posted ${made.length} times: ${write.body}` }];
  const wrong = made.filter(({ mentions }) => mentions.join() !== write.mentions.join());
  return wrong.map(({ body }) => ({ kind: 'half done', what: `posted without its mentions: ${body}` }));
}

function settleCommentChange(
  ledger: Ledger,
  comments: readonly CommentState[],
  write: CommentChange,
): Fault[] {
  const before = ledger.comments.get(write.commentId);
  const after = comments.find(({ _id }) => _id === write.commentId);
  if (before && after && summaryOf(after) === summaryOf(afterwards(before, write))) ledger.changed(write);
  return [];
}

function has(bug: Bug, fields: Fields): boolean {
  return Object.entries(fields).every(([name, value]) => isDeepStrictEqual(bug[name as keyof Fields], value));
}

function isEdited(before: Bug, after: Bug, fields: Fields): boolean {
  const expected = { ...before, ...fields, version: before.version + 1, updatedAt: after.updatedAt };
  return isDeepStrictEqual(expected, after) && after.updatedAt >= before.updatedAt;
}
