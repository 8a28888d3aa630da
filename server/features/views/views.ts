import * as contract from '#contract/bugs/views.ts';
import type { View, ViewCount } from '#contract/bugs/views.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Emit } from '#server/events.ts';
import type { BugFinder } from '#server/finding/finder.ts';
import type { SavedQuery } from '#server/finding/references.ts';
import { Answer } from '#server/http/answer.ts';
import { AppError, fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { type Caller, demand } from '#server/http/session/session.ts';
import { edited, withFreeName } from '#server/named.ts';
import * as queries from './queries.ts';

/** A view with the settings of a user. */
type UserView = queries.SavedView & Pick<View, 'isPinned'>;

declare module '#server/events.ts' {
  interface DomainEvents {
    'view changed': object;
  }
}

const standard: readonly queries.SavedView[] = contract.standardViews.map((view) => ({
  ...view,
  named: [],
  columns: null,
  group: null,
  isShared: true,
  owner: null,
}));

/** The context in which views are read. */
export type Reading = Pick<Call<typeof contract.listViews>, 'db' | 'longReads' | 'caller'>;

/** The views that a user sees, in the user's order, with today's names in their queries. */
export async function listViews(call: Reading, finder: BugFinder): Promise<View[]> {
  return shown(call, finder, await savedViews(call.db, call.caller._id));
}

/** The views that a user sees, in the user's order. Views without a place follow, own ones before those of others. */
async function savedViews(db: Db, me: string): Promise<UserView[]> {
  const [saved, places] = await Promise.all([queries.visibleViews(db, me), queries.placesOf(db, me)]);
  const isOwn = ({ owner }: queries.SavedView) => owner?._id === me;
  const all = [...standard, ...saved.filter(isOwn), ...saved.filter((view) => !isOwn(view))];
  const known = new Map(all.map((view) => [view._id, view]));
  const placed = places.flatMap(({ _id, isPinned }) => {
    const view = known.get(_id);
    return view ? [{ ...view, isPinned }] : [];
  });
  const isPlaced = new Set(placed.map(({ _id }) => _id));
  return [
    ...placed,
    ...all.filter(({ _id }) => !isPlaced.has(_id)).map((view) => ({ ...view, isPinned: false })),
  ];
}

/** These views with today's names in their queries. */
export async function shown(
  call: Pick<Reading, 'db' | 'longReads'>,
  finder: BugFinder,
  views: readonly UserView[],
): Promise<View[]> {
  const texts = await finder.queries.shown(
    call,
    views.map(({ query, named }) => ({ query, named: named ?? [] })),
  );
  return views.map(({ named: _, ...view }, i) => ({ ...view, query: texts[i] ?? view.query }));
}

/** @throws AppError 404 */
export async function readView(call: Reading, finder: BugFinder, id: string): Promise<View> {
  const view = (await listViews(call, finder)).find(({ _id }) => _id === id);
  if (!view) throw notFound(contract.updateView);
  return view;
}

/** How many bugs each pinned view has. */
export async function countViews(
  call: Call<typeof contract.countViews>,
  finder: BugFinder,
): Promise<Answer<ViewCount[]>> {
  const pinned = (await savedViews(call.db, call.caller._id)).filter(({ isPinned }) => isPinned);
  const views = await shown(call, finder, pinned);
  let dependsOnDay = false;
  const totals: ViewCount[] = [];
  // One after another, so that a page does not use all readers.
  for (const { _id, query } of views) {
    const count = await countOf(call, query, finder);
    dependsOnDay ||= count?.dependsOnDay === true;
    totals.push({ _id, total: count?.total ?? null });
  }
  return new Answer(totals, {}, { cache: dependsOnDay ? 'none' : 'caller' });
}

async function countOf(call: Call<typeof contract.countViews>, query: string, finder: BugFinder) {
  try {
    return await finder.count(call, query, call.query.zone);
  } catch (error) {
    // The query names something that no longer exists.
    const isQuery = error instanceof AppError && error.extras.body?.['query'] !== undefined;
    if (isQuery) return undefined;
    throw error;
  }
}

/** @throws AppError 400 for a taken name, and if there are too many views */
export async function createView(
  tx: Tx,
  { caller, emit, body }: Call<typeof contract.createView>,
  { query, named }: SavedQuery,
): Promise<UserView> {
  const { name, sort = null, columns = null, group = null, isShared = false } = body;
  await queries.holdViews(tx);
  const counts = await queries.countViews(tx, caller._id);
  if (counts.own >= contract.maxViews.own)
    throw fieldError('name', contract.viewRefusals.tooMany({ max: contract.maxViews.own }));
  if (isShared) refuseTooManyShared(counts);
  const content = { name, query, named, sort, columns, group, isShared };
  const id = await withFreeName(tx, contract.viewRefusals.nameTaken(), () =>
    queries.insertView(tx, caller._id, content),
  );
  const view = { _id: id, ...content, owner: { _id: caller._id, name: caller.name } };
  announce(tx, emit, [view]);
  return { ...view, isPinned: false };
}

/** @throws AppError 404, 403, or 400 for a taken name */
export async function updateView(
  tx: Tx,
  { caller, emit, params: { id }, body }: Call<typeof contract.updateView>,
  saved: SavedQuery | undefined,
): Promise<UserView> {
  const edit = { ...body, ...saved };
  if (edit.isShared) await queries.holdViews(tx);
  const before = await findToChange(tx, caller, id);
  const view = edited(before, edit);
  if (view.isShared && !before.isShared) refuseTooManyShared(await queries.countViews(tx, caller._id));
  await withFreeName(tx, contract.viewRefusals.nameTaken(), () => queries.updateView(tx, id, view));
  announce(tx, emit, [before, view]);
  const places = await queries.placesOf(tx, caller._id);
  return { ...view, isPinned: places.some(({ _id, isPinned }) => _id === id && isPinned) };
}

/** @throws AppError 404, 403 */
export async function deleteView(
  tx: Tx,
  { caller, emit, params }: Call<typeof contract.deleteView>,
): Promise<void> {
  const view = await findToChange(tx, caller, params.id);
  await queries.deleteView(tx, params.id);
  announce(tx, emit, [view]);
}

/** Sets a user's order of views. @throws AppError 400 if too many views are pinned */
export async function orderViews(
  tx: Tx,
  { caller: { _id: me }, emit, body: { views: places } }: Call<typeof contract.orderViews>,
): Promise<UserView[]> {
  if (places.filter(({ isPinned }) => isPinned).length > contract.maxViews.pinned)
    throw fieldError('views', contract.viewRefusals.tooManyPinned({ max: contract.maxViews.pinned }));
  const visible = new Set((await savedViews(tx, me)).map(({ _id }) => _id));
  await queries.storePlaces(
    tx,
    me,
    places.filter(({ _id }) => visible.has(_id)),
  );
  emit(tx, { type: 'view changed', changes: [{ kind: 'views', id: me, version: null }] });
  return savedViews(tx, me);
}

/** A view that the caller may change. For users who do not see it, it does not exist. */
async function findToChange(tx: Tx, caller: Caller, id: string): Promise<queries.SavedView> {
  const view = await queries.lockView(tx, id);
  if (!view || (!view.isShared && view.owner?._id !== caller._id)) throw notFound(contract.updateView);
  demand(caller, contract.viewPermissions.change, view);
  return view;
}

/** @throws AppError 400 */
function refuseTooManyShared({ shared, ownShared }: queries.ViewCounts): void {
  const { maxViews, viewRefusals } = contract;
  if (ownShared >= maxViews.ownShared)
    throw fieldError('isShared', viewRefusals.tooManyOwnShared({ max: maxViews.ownShared }));
  if (shared >= maxViews.shared)
    throw fieldError('isShared', viewRefusals.tooManyShared({ max: maxViews.shared }));
}

/** Notifies the users who see or saw a view that it has changed. */
function announce(tx: Tx, emit: Emit, states: readonly [queries.SavedView, ...queries.SavedView[]]): void {
  const [{ _id, owner }] = states;
  const isForAll = states.some(({ isShared }) => isShared);
  const change = isForAll
    ? { kind: 'view' as const, id: _id }
    : { kind: 'views' as const, id: owner?._id ?? _id };
  emit(tx, { type: 'view changed', changes: [{ ...change, version: null }] });
}
