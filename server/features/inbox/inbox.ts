import { z } from 'zod';
import * as contract from '#contract/conversation/inbox.ts';
import type { InboxItem, InboxList } from '#contract/conversation/inbox.ts';
import { recordChange } from '#server/engine/changes.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { ServerField } from '#server/extensions/bug-field.ts';
import { Answer } from '#server/http/answer.ts';
import { fieldError, notFound } from '#server/http/errors.ts';
import { nextLink } from '#server/http/pages.ts';
import type { Call } from '#server/http/request-context.ts';
import type { Job } from '#server/jobs/job.ts';
import { enqueue } from '#server/jobs/queue.ts';
import * as queries from './queries.ts';
import * as states from './state-queries.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    'inbox changed': { userId: string };
  }
}

const defaultLimit = 50;

type Listing = Pick<Call<typeof contract.listInbox>, 'caller' | 'query'>;

/** A page of the caller's inbox, with a link to the next one. @throws AppError 400 */
export async function listInbox(
  db: Db,
  fields: readonly ServerField[],
  { caller, query }: Listing,
): Promise<Answer<InboxItem[]>> {
  const { state: list = 'all', reason, bug, limit = defaultLimit, cursor } = query;
  // A list of one bug has no further page.
  const after = cursor === undefined || bug !== undefined ? undefined : positionOf(cursor);
  const found = await queries.listItems(db, fields, caller._id, {
    list,
    reason,
    bug,
    after,
    limit: limit + 1,
  });
  const items = found.slice(0, limit);
  const last = items.at(-1);
  return new Answer(items, {
    ...(found.length > limit &&
      last && { link: nextLink(contract.listInbox.path, { ...query, limit }, cursorAfter(last, list)) }),
  });
}

function cursorAfter(last: InboxItem, list: InboxList): string {
  return Buffer.from(JSON.stringify([queries.placeIn(list, last), last.bug._id])).toString('base64url');
}

// PostgreSQL does not support the year 0.
const position = z.tuple([z.iso.datetime({ precision: 3 }).refine((time) => time >= '0001'), z.uuid()]);

/** @throws AppError 400 if it is not a cursor of an inbox */
function positionOf(cursor: string): queries.Position {
  try {
    const [at, bugId] = position.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    return { at, bugId };
  } catch {
    throw fieldError('cursor', contract.inboxMessages.noCursor());
  }
}

type Changing = Pick<Call<typeof contract.updateInbox>, 'caller' | 'body' | 'emit' | 'now'>;

/** Changes the state of bugs in the caller's inbox, and returns those that are in it. @throws AppError 400 */
export async function changeItems(
  tx: Tx,
  fields: readonly ServerField[],
  { caller, body, emit, now }: Changing,
): Promise<InboxItem[]> {
  const { bugIds, state, snoozedUntil, upTo } = body;
  const { _id: userId } = caller;
  if (snoozedUntil !== undefined) checkSnooze(snoozedUntil, now());
  const changed = await states.setState(tx, { userId, bugIds, upTo }, { state, snoozedUntil });
  if (changed > 0) {
    noteChange(tx, { userId, emit });
    if (snoozedUntil !== undefined) {
      const runAt = new Date(snoozedUntil);
      const key = `${wakeUp.kind}: ${userId} ${snoozedUntil}`;
      await enqueue(tx, wakeUp, { userId }, { now: now(), runAt, key });
    }
  }
  return queries.findItems(tx, fields, userId, bugIds);
}

/** Changes the state of one bug in the caller's inbox. @throws AppError 404 if it is not there, 400 */
export async function changeItem(
  tx: Tx,
  fields: readonly ServerField[],
  call: Call<typeof contract.updateInboxItem>,
): Promise<InboxItem> {
  const { caller, body, emit, now, params } = call;
  const bugIds = [params.bugId];
  const [item] = await changeItems(tx, fields, { caller, emit, now, body: { ...body, bugIds } });
  if (!item) throw notFound(contract.updateInboxItem);
  return item;
}

/** Marks the unread bugs in the caller's inbox as read. */
export async function readAll(
  tx: Tx,
  { caller, body, emit }: Call<typeof contract.readAllInbox>,
): Promise<void> {
  const { _id: userId } = caller;
  const changed = await states.setState(tx, { userId, ...body, isUnread: true }, { state: 'read' });
  if (changed > 0) noteChange(tx, { userId, emit });
}

function noteChange(tx: Tx, { userId, emit }: Pick<Changing, 'emit'> & { userId: string }): void {
  emit(tx, { type: 'inbox changed', userId, changes: [{ kind: 'inbox', id: userId, version: null }] });
}

/** @throws AppError 400 if the time is in the past, or too far in the future */
function checkSnooze(until: string, now: Date): void {
  const wait = Date.parse(until) - now.getTime();
  const days = contract.maxSnoozeDays;
  if (wait <= 0 || wait > days * 86_400_000)
    throw fieldError('snoozedUntil', contract.inboxMessages.noSnooze({ days }));
}

/** Returns the bugs whose snooze has ended to a user's inbox. */
export const wakeUp: Job<{ userId: string }> = {
  kind: 'inbox wake',
  payload: z.strictObject({ userId: z.string() }),
  async run({ write, now }, { userId }, { finish }) {
    await write(async (tx) => {
      await finish(tx);
      const woken = await states.wake(tx, userId, now().toISOString());
      if (woken > 0) recordChange(tx, { kind: 'inbox', id: userId, version: null });
    });
  },
};
