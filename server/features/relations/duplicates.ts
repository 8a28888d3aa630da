import type { z } from 'zod';
import type { Bug, updateBugBody } from '#contract/bugs/bugs.ts';
import type * as contract from '#contract/bugs/relations.ts';
import { maxDuplicates, relationMessages } from '#contract/bugs/relations.ts';
import type { BugWork } from '#server/extensions/bug-work.ts';
import type { CarryOver, Carried } from '#server/extensions/bug-extension.ts';
import type { Tx } from '#server/engine/schema.ts';
import type { Listener } from '#server/events.ts';
import { fieldError } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import * as queries from './queries.ts';
import { recordRelationChanges, checkFree, note } from './relations.ts';

const always = () => true;

/** The rules for marking bugs as duplicates. */
export class Duplicates {
  readonly #bugs: BugWork;
  readonly #carryOvers: readonly CarryOver[];

  constructor(bugs: BugWork, carryOvers: readonly CarryOver[]) {
    this.#bugs = bugs;
    this.#carryOvers = carryOvers;
  }

  /**
   * Marks a bug as a duplicate, which resolves it.
   * @throws AppError 404, 403, or 400 for an unknown bug, a circle, and too many relations or duplicates
   */
  async mark(tx: Tx, call: Call<typeof contract.markDuplicate>): Promise<Bug> {
    const { id } = call.params;
    const of = call.body.bug;
    if (id === of) throw fieldError('bug', relationMessages.withItself());
    await queries.holdRelations(tx);
    const bug = await this.#bugs.work(tx, call, { id, edit: {}, isExpected: always });
    const former = await queries.markOf(tx, id);
    if (former?.of === of) return bug;
    const bugs = await queries.findBugs(tx, [id, of], { areHeld: true });
    if (!bugs.has(of)) throw fieldError('bug', relationMessages.unknownBug());
    const [by, at] = [call.caller._id, call.now().toISOString()];
    if (former) await this.#end(tx, { id, of: former.of }, { by, at });
    const edge = { from: id, kind: 'duplicate', to: of } as const;
    await checkFree(tx, edge, bugs);
    const [origins, final] = [await duplicatesOf(tx, id), await finalOf(tx, of)];
    if (origins.length + 1 + (await duplicatesOf(tx, final.id)).length > maxDuplicates) {
      const name = `#${final.number ?? bugs.get(of)?.number ?? ''}`;
      throw fieldError('bug', relationMessages.tooManyDuplicates({ bug: name, max: maxDuplicates }));
    }
    await queries.insertRelation(tx, edge, { by, at, stateBefore: former?.stateBefore ?? stateOf(bug) });
    await note(tx, { id, kind: 'duplicate-of', other: of, isAdded: true }, { bugs, by, at });
    await this.#takeBack(tx, { origins, target: id });
    await this.#carry(tx, { origins: [id, ...origins], target: final.id }, at);
    recordRelationChanges(tx, [final.id]);
    const edit = { status: 'resolved', resolution: 'duplicate' } as const;
    return this.#bugs.work(tx, call, { id, edit, isExpected: always, byRule: ['resolution'] });
  }

  /** Removes the mark with all its effects. Changes nothing if the bug has none. @throws AppError 404 or 403 */
  async unmark(tx: Tx, call: Call<typeof contract.unmarkDuplicate>): Promise<Bug> {
    const { id } = call.params;
    await queries.holdRelations(tx);
    const bug = await this.#bugs.work(tx, call, { id, edit: {}, isExpected: always });
    const mark = await queries.markOf(tx, id);
    if (!mark) return bug;
    await this.#end(tx, { id, of: mark.of }, { by: call.caller._id, at: call.now().toISOString() });
    const edit = JSON.parse(mark.stateBefore) as Pick<Bug, 'status' | 'resolution'>;
    return this.#bugs.work(tx, call, { id, edit, isExpected: always, byRule: ['resolution'] });
  }

  /** Ends the mark when an edit ends the resolution. */
  readonly endMark: Listener<'bug updated'> = async (tx, { before, bug }, { actorId, at }) => {
    if (actorId === undefined) return;
    if (before.resolution !== 'duplicate' || bug.resolution === 'duplicate') return;
    await queries.holdRelationsAtOnce(tx);
    const mark = await queries.markOf(tx, bug._id);
    if (mark) await this.#end(tx, { id: bug._id, of: mark.of }, { by: actorId, at: at.toISOString() });
  };

  async #end(tx: Tx, { id, of }: { id: string; of: string }, { by, at }: { by: string; at: string }) {
    const [origins, final] = [await duplicatesOf(tx, id), await finalOf(tx, of)];
    await queries.deleteRelation(tx, { from: id, kind: 'duplicate', to: of });
    await this.#takeBack(tx, { origins: [id, ...origins], target: final.id });
    await this.#carry(tx, { origins, target: id }, at);
    const bugs = await queries.findBugs(tx, [id, of]);
    await note(tx, { id, kind: 'duplicate-of', other: of, isAdded: false }, { bugs, by, at });
    recordRelationChanges(tx, [final.id]);
  }

  async #carry(tx: Tx, { origins, target }: Carried, at: string): Promise<void> {
    if (origins.length === 0) return;
    for (const each of this.#carryOvers) await each.carry(tx, { origins, target }, at);
  }

  async #takeBack(tx: Tx, { origins, target }: Carried): Promise<void> {
    if (origins.length === 0) return;
    for (const each of this.#carryOvers) await each.takeBack(tx, { origins, target });
  }
}

/** Takes the lock for relations before an edit that may end a mark locks the bug. */
export async function holdMark(
  tx: Tx,
  bugId: string,
  { status, resolution }: z.output<typeof updateBugBody>,
): Promise<void> {
  if (status !== undefined || resolution !== undefined) await queries.holdRelationsOfMarked(tx, bugId);
}

/** The state to restore when a bug is no longer a duplicate, as JSON. */
function stateOf({ status, resolution }: Bug): string {
  return JSON.stringify({ status, resolution: resolution === 'duplicate' ? null : resolution });
}

/** The direct and indirect duplicates of a bug. A mark that would exceed their limit is refused. */
async function duplicatesOf(tx: Tx, bugId: string): Promise<string[]> {
  const search = { bugId, kind: 'duplicate', way: 'to', limit: maxDuplicates } as const;
  return (await queries.reachable(tx, search)).map(({ from }) => from);
}

/** The bug at the end of the chain that begins with this one. */
async function finalOf(tx: Tx, id: string): Promise<{ id: string; number?: number }> {
  const final = (await queries.finalBugs(tx, [id])).get(id);
  return final ? { id: final._id, number: final.number } : { id };
}
