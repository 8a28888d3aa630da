import {
  getBugMentions,
  type Mention,
  mentionRefusals,
  type createComment,
} from '#contract/conversation/comments.ts';
import { proseOf } from '#contract/conversation/markdown.ts';
import { mentionFinder, ownersOf } from '#contract/conversation/mentions.ts';
import { isSameInput } from '#contract/bugs/field.ts';
import { maxMentions } from '#contract/bugs/bugs.ts';
import { fold } from '#contract/bugs/search.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { DescriptionMentions, MentionChange } from '#server/extensions/feature.ts';
import { type CommitStore, atCommit } from '#server/engine/transaction.ts';
import { fieldError, notFound, tooManyRequests } from '#server/http/errors.ts';
import { takeToken, waitForToken } from '#server/http/rate-limit.ts';
import type { Call } from '#server/http/request-context.ts';
import { findMentionsOfBug, storeMentions } from './mention-queries.ts';

/** A text as a request gives it. */
interface Text {
  readonly text: string;
  /** The ids in the request; without them, the mentions follow from the text. */
  readonly mentions?: readonly string[] | undefined;
}

/** A text as it is stored. */
interface StoredText {
  readonly text: string;
  readonly mentions: readonly Mention[];
}

/**
 * The users whom a text mentions, by name. Suspended users can remain if they were mentioned `before`, and a name that
 * was in the text before still means the same user.
 * @throws AppError 400 if a given user cannot be mentioned
 */
export async function mentionedIn(
  tx: Tx,
  { text, mentions }: Text,
  before: readonly Mention[] = [],
): Promise<Mention[]> {
  if (mentions === undefined) return named(tx, proseWithNames(text), before);
  if (mentions.length === 0) return [];
  const { isAmong } = engineOf(tx);
  const known = JSON.stringify(before.map(({ _id }) => _id));
  const users = await selectUsers(tx)
    .where(isAmong('id', JSON.stringify(mentions), 'uuid'))
    .where((eb) => eb.or([eb('suspended_at', 'is', null), isAmong('id', known, 'uuid')]))
    .execute();
  if (users.length < mentions.length) throw fieldError('mentions', mentionRefusals.cannotBeMentioned());
  const typedBefore = (id: string) =>
    before.find(({ _id, typed }) => _id === id && text.includes(`@${typed}`))?.typed;
  return inOrder(users.map((user) => ({ ...user, typed: typedBefore(user._id) ?? user.name })));
}

/** The users whom a text mentions after an edit. @throws AppError 400 if a given user cannot be mentioned */
export async function mentionedAfter(tx: Tx, before: StoredText, after: Text): Promise<readonly Mention[]> {
  if (after.mentions !== undefined) return mentionedIn(tx, after, before.mentions);
  const prose = proseWithNames(after.text);
  // The same names mean the same users, even if a user was renamed since, or another one has the name now.
  return isSameInput(candidatesOf(prose), candidatesOf(proseWithNames(before.text)))
    ? before.mentions
    : named(tx, prose, before.mentions);
}

/** The user who mentions others, and the time. */
type Mentioner = Pick<Call<typeof createComment>, 'caller' | 'now' | 'settings'>;

/** The tokens for the users who are newly mentioned, and the bucket to take them from; undefined for none. */
function tokensFor({ caller, settings }: Mentioner, { before, after }: MentionChange) {
  const known = new Set([caller._id, ...before.map(({ _id }) => _id)]);
  const count = after.filter(({ _id }) => !known.has(_id)).length;
  const limit = settings.mentions;
  if (count === 0) return undefined;
  return { key: `mentions:${caller._id}`, taking: { ...limit, count: Math.min(count, limit.burst) } };
}

function refuseToWait(wait: number): void {
  if (wait > 0) throw tooManyRequests(mentionRefusals.tooMany, wait);
}

/** Refuses what `countMentions` would refuse now, before work that would be rolled back. @throws AppError 429 */
async function checkMentions(db: Db, by: Mentioner, change: MentionChange): Promise<void> {
  const tokens = tokensFor(by, change);
  if (tokens) refuseToWait(await waitForToken(db, tokens.key, tokens.taking, by.now()));
}

/**
 * Counts the users who are newly mentioned, because each is notified of later activity without being asked. If there
 * are too many in a short time, the transaction fails with 429.
 */
export function countMentions(tx: Tx, by: Mentioner, change: MentionChange): void {
  const tokens = tokensFor(by, change);
  if (!tokens) return;
  atCommit(tx, mentionLimits, { ...tokens, at: by.now() });
}

const mentionLimits: CommitStore<NonNullable<ReturnType<typeof tokensFor>> & { at: Date }> = {
  name: 'mention limits',
  async write(tx, taken) {
    for (const { key, taking, at } of taken) refuseToWait(await takeToken(tx, key, taking, at));
  },
};

/** The runs of shown text that contain an `@`. */
function proseWithNames(text: string): readonly string[] {
  const hasMark = (part: string) => part.includes('@') || part.includes('＠');
  return hasMark(text) ? proseOf(text).filter(hasMark) : [];
}

/** The names that each `@` may stand for. */
function candidatesOf(prose: readonly string[]): readonly string[] {
  const names: string[] = [];
  const look = mentionFinder((name) => {
    names.push(name);
    return undefined;
  });
  for (const run of prose) look(run);
  return names;
}

/** The users whom a text means by names: those who had the names when they were typed, or else those who have them. */
async function named(tx: Tx, prose: readonly string[], before: readonly Mention[]): Promise<Mention[]> {
  if (candidatesOf(prose).length === 0) return [];
  // Reads all active users, because SQL has no folded names: it takes some milliseconds for thousands of users.
  const users = await selectUsers(tx).where('suspended_at', 'is', null).execute();
  const whoHas = ownersOf(users.map((user) => [user.name, user]));
  const mentionsIn = mentionFinder((name) => before.find(({ typed }) => typed === name) ?? whoHas(name));
  const found = prose
    .flatMap(mentionsIn)
    .map(({ typed, person: { _id, name } }): Mention => ({ _id, name, typed }));
  // If a text mentions a user by several names, an earlier name is stored: the current one is in the account.
  const earlierLast = found.toSorted((a, b) => Number(a.typed !== a.name) - Number(b.typed !== b.name));
  const unique = new Map(earlierLast.map((mention) => [mention._id, mention]));
  return inOrder([...unique.values()].slice(0, maxMentions));
}

function selectUsers(tx: Tx) {
  return tx.selectFrom('users').select(['id as _id', 'name']);
}

/** The mentions sorted by name, in the same way on both engines. */
function inOrder(mentions: readonly Mention[]): Mention[] {
  const key = ({ _id, name }: UserRef) => `${fold(name)} ${_id}`;
  return mentions.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** The mentions in the JSON of the row `comments`. */
export function readMentions(json: string): Mention[] {
  return inOrder(JSON.parse(json) as Mention[]);
}

/** The users whom the description of a bug mentions. @throws AppError 404 */
export async function readBugMentions(db: Db, bugId: string): Promise<Mention[]> {
  const mentions = await findMentionsOfBug(db, bugId);
  if (!mentions) throw notFound(getBugMentions);
  return inOrder(mentions);
}

/** The mentions in descriptions, for the feature of bugs. */
export const descriptionMentions: DescriptionMentions = {
  find: async (tx, bugId) => inOrder((await findMentionsOfBug(tx, bugId)) ?? []),
  mentionedIn,
  mentionedAfter,
  check: checkMentions,
  count: countMentions,
  store: (tx, bugId, change) => storeMentions(tx, { target: 'bug', id: bugId }, change),
};
