import { commentText } from '#contract/conversation/comments.ts';
import type { DropReason } from '#contract/conversation/mail-in.ts';
import { replyTokenHash } from '#server/mail/in/reply-addresses.ts';
import { isUnconfirmed } from '#server/mail/recipient.ts';
import { type Incoming, type Posting, Refused, isDuplicate, keyOf, postOnce } from './posting.ts';
import * as queries from './queries.ts';

/**
 * The limit of a user's replies to a bug by mail, because two programs could answer each other through it: 20 at once,
 * and then one every three minutes.
 */
const replyLimit = { burst: 20, perMinute: 1 / 3 };

/** Turns a message to a reply address into a comment, once, or refuses it. Returns why it is dropped, if it is. */
export async function acceptReply(incoming: Incoming, token: string): Promise<DropReason | undefined> {
  const { context, mail } = incoming;
  const tokenHash = replyTokenHash(token);
  const found = await queries.findReplyAddress(context.db, tokenHash);
  // Not answered, because the sender is unknown.
  if (!found) return 'unknownReplyAddress';
  if (found.isSuspended) return 'suspendedUser';
  const { user, bugId } = found;
  if (await isDuplicate(incoming, tokenHash)) return undefined;
  const shown = mail.files.filter(({ isShown }) => isShown).map(({ sha256 }) => sha256);
  const known = bugId === null ? new Set() : await queries.filesOfBug(context.db, bugId, shown);
  // A shown file that the bug has already is quoted, or a signature's logo.
  const files = mail.files.filter(({ isShown, sha256 }) => !isShown || !known.has(sha256));
  const reduced = { ...incoming, mail: { ...mail, files } };
  return postOnce(reduced, {
    kind: 'comment',
    key: keyOf(mail, tokenHash),
    user,
    limit: {
      name: `mail-in-reply:${user._id}:${bugId}`,
      limit: replyLimit,
      sizeOf: user._id,
      refuse: (reason) => new Refused(reason === 'tooMany' ? 'tooManyReplies' : reason),
    },
    prepare: () => prepareComment(reduced, { found, tokenHash }),
  });
}

async function prepareComment(
  { context: { db, now, settings }, composition: { bugs, provided }, mail }: Incoming,
  { found: { user, bugId, expiresAt }, tokenHash }: { found: queries.ReplyAddress; tokenHash: string },
): ReturnType<Posting['prepare']> {
  const { reply, isTrimmed } = mail;
  // The address alone is not enough: all recipients of a forwarded mail see it.
  if (mail.from !== user.email.toLowerCase()) throw new Refused('otherSender');
  if (expiresAt <= now().toISOString()) throw new Refused('expired');
  if (bugId === null) throw new Refused('bugGone');
  if (await isUnconfirmed(db, user._id, settings)) throw new Refused('unconfirmed');
  if (reply === '' && mail.files.length === 0) throw new Refused('empty');
  const { error } = reply === '' ? {} : commentText.safeParse(reply);
  const message = error?.issues[0]?.message;
  if (message !== undefined) throw new Refused('unfit', message);
  return async (tx, { files, ...given }) => {
    // Read again: the address may have been revoked since, or the user renamed or suspended.
    const current = await queries.findReplyAddress(tx, tokenHash, { isLocked: true });
    if (!current || current.isSuspended) throw new Refused('expired');
    const body = {
      body: reply === '' ? files.map(({ name }) => name).join(', ') : reply,
      files: files.map(({ _id }) => _id),
    };
    const posting = {
      ...given,
      params: { id: bugId },
      body,
      caller: current.user,
      mail: { text: mail.text, isTrimmed },
    };
    const comment = await provided('postMailedComment')(tx, posting, bugs);
    const text = { comment_id: comment._id, text: mail.text, is_trimmed: isTrimmed ? 1 : 0 };
    await queries.insertMailedText(tx, text);
    return comment;
  };
}
