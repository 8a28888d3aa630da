import * as contract from '#contract/bugs/relations.ts';
import {
  type AddedKind,
  type DirectedKind,
  constrainedBy,
  maxRelations,
  otherSide,
  relationMessages,
} from '#contract/bugs/relations.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { raiseRevision } from '#server/engine/bugs/bug-revisions.ts';
import { recordChange } from '#server/engine/changes.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import type { Listener } from '#server/events.ts';
import { fieldError, notFound } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { demand } from '#server/http/session/session.ts';
import { insertChanges } from './change-queries.ts';
import { type Edge, edgeOf } from './edges.ts';
import * as queries from './queries.ts';

/** The maximum number of relations that the search for a circle follows. */
const maxSearched = 5_000;
/** The maximum number of bugs of a circle that a refusal names. */
const maxNamed = 10;
/** The maximum number of live changes for bugs that count another one. */
const maxAnnounced = 50;

interface Pair {
  readonly id: string;
  readonly kind: AddedKind;
  readonly other: string;
}

/** @throws AppError 404 */
export async function readRelations(db: Db, id: string): Promise<contract.Relations> {
  const [bugs, relations, finals] = await Promise.all([
    queries.findBugs(db, [id]),
    queries.relationsOf(db, id),
    queries.finalBugs(db, [id]),
  ]);
  if (!bugs.has(id)) throw notFound(contract.getRelations);
  return { relations, final: finals.get(id) ?? null };
}

/** Relates two bugs. @throws AppError 404, 403, or 400 for a circle, a second parent and too many relations */
export async function addRelation(
  tx: Tx,
  call: Call<typeof contract.addRelation>,
): Promise<contract.Relations> {
  const { id } = call.params;
  const { kind, bug: other } = call.body;
  const pair = { id, kind, other };
  if (id === other) throw fieldError('bug', relationMessages.withItself());
  await queries.holdRelations(tx);
  const bugs = await bugsOf(tx, call, pair, true);
  const edge = edgeOf(id, kind, other);
  if (!(await queries.isRelated(tx, edge))) {
    await checkFree(tx, edge, bugs);
    const made = { by: call.caller._id, at: call.now().toISOString() };
    await queries.insertRelation(tx, edge, made);
    await note(tx, { ...pair, isAdded: true }, { bugs, ...made });
  }
  return readRelations(tx, id);
}

/** Removes a relation; does nothing if there is none. @throws AppError 404 or 403 */
export async function removeRelation(
  tx: Tx,
  call: Call<typeof contract.removeRelation>,
): Promise<contract.Relations> {
  const { id, kind, other } = call.params;
  const bugs = await bugsOf(tx, call, call.params, false);
  if (await queries.deleteRelation(tx, edgeOf(id, kind, other)))
    await note(
      tx,
      { id, kind, other, isAdded: false },
      { bugs, by: call.caller._id, at: call.now().toISOString() },
    );
  return readRelations(tx, id);
}

type Bugs = ReadonlyMap<string, queries.RelatedBug>;

async function bugsOf(
  tx: Tx,
  { caller, settings }: Pick<Call<Endpoint>, 'caller' | 'settings'>,
  { id, kind, other }: Pair,
  isAdded: boolean,
): Promise<Bugs> {
  const bugs = await queries.findBugs(tx, [id, other], { areHeld: true });
  const [bug, related] = [bugs.get(id), bugs.get(other)];
  if (!bug) throw notFound(contract.addRelation);
  if (!related) throw fieldError('bug', relationMessages.unknownBug());
  const constrained = isAdded ? constrainedBy(kind, { bug, other: related }) : undefined;
  demand(caller, contract.relationPermissions.relate, {
    bugs: constrained ? [constrained] : [bug, related],
    workers: settings.bugWorkers,
  });
  return bugs;
}

/** @throws AppError 400 if the relation of these two bugs cannot be added */
export async function checkFree(tx: Tx, { from, kind, to }: Edge, bugs: Bugs): Promise<void> {
  const named = (id: string) => `#${bugs.get(id)?.number ?? ''}`;
  // Duplicates have a limit of their own.
  for (const id of kind === 'duplicate' ? [from] : [from, to])
    if ((await queries.countRelations(tx, id)) >= maxRelations)
      throw fieldError('bug', relationMessages.tooMany({ bug: named(id), max: maxRelations }));
  if (kind === 'related') return;
  await checkCircle(tx, { from, kind, to });
  const parent = kind === 'parent' ? await queries.parentOf(tx, to) : undefined;
  if (parent === undefined) return;
  const number = (await queries.findBugs(tx, [parent])).get(parent)?.number ?? '';
  throw fieldError('bug', relationMessages.hasParent({ child: named(to), parent: `#${number}` }));
}

async function checkCircle(
  tx: Tx,
  { from, kind, to }: { from: string; kind: DirectedKind; to: string },
): Promise<void> {
  const edges = await queries.reachable(tx, { bugId: to, kind, way: 'from', limit: maxSearched + 1 });
  if (edges.length > maxSearched) throw fieldError('bug', relationMessages.tooConnected());
  const path = pathBetween(edges, to, from);
  if (!path) return;
  const circle = [from, ...path];
  const bugs = await queries.findBugs(tx, [...new Set(circle)]);
  const names = circle.map((id) => `#${bugs.get(id)?.number ?? ''}`);
  const shown = names.length > maxNamed ? [...names.slice(0, maxNamed - 2), '…', ...names.slice(-1)] : names;
  throw fieldError('bug', relationMessages.circle({ kind, path: shown }));
}

/** Adds the change of a relation to the timelines of both bugs, and sends live changes. */
export async function note(
  tx: Tx,
  { id, kind, other, isAdded }: { id: string; kind: contract.RelationKind; other: string; isAdded: boolean },
  { bugs, by, at }: { bugs: Bugs; by: string; at: string },
): Promise<void> {
  const changes = [
    { bugId: id, kind, number: bugs.get(other)?.number ?? 0 },
    { bugId: other, kind: otherSide[kind], number: bugs.get(id)?.number ?? 0 },
  ];
  await insertChanges(tx, changes, { by, at, isAdded });
  recordRelationChanges(tx, [id, other]);
}

/** Sends live changes that make clients refetch the relations and counts of these bugs. */
export function recordRelationChanges(tx: Tx, bugIds: readonly string[]): void {
  for (const id of bugIds) recordChange(tx, { kind: 'relations', id, version: null });
}

/** Sends live changes for the bugs that count the changed one. Clients that show that bug itself get its own change. */
export const announceChange: Listener<'bug updated'> = async (tx, { before, bug }) => {
  if (before.status === bug.status) return;
  await announceToCounting(tx, bug._id);
};

/** Sends live changes for the bugs that count this one, also before its deletion, which removes its relations. */
export async function announceToCounting(tx: Tx, bugId: string): Promise<void> {
  const counting = await queries.countingBugs(tx, bugId);
  recordRelationChanges(tx, counting.slice(0, maxAnnounced));
  for (const id of counting.slice(maxAnnounced)) raiseRevision(tx, id);
}

/** The shortest path from one bug to another along relations, with both ends; undefined if there is none. */
function pathBetween(
  edges: readonly { readonly from: string; readonly to: string }[],
  from: string,
  to: string,
): string[] | undefined {
  const next = Map.groupBy(edges, (edge) => edge.from);
  const cameFrom = new Map<string, string | undefined>([[from, undefined]]);
  for (const id of cameFrom.keys()) {
    if (id === to) return wayTo(cameFrom, to);
    for (const { to: other } of next.get(id) ?? []) if (!cameFrom.has(other)) cameFrom.set(other, id);
  }
  return undefined;
}

function wayTo(cameFrom: ReadonlyMap<string, string | undefined>, end: string): string[] {
  const way: string[] = [];
  for (let id: string | undefined = end; id !== undefined; id = cameFrom.get(id)) way.unshift(id);
  return way;
}
