import type { z } from 'zod';
import type { Bug, updateBugBody } from '#contract/bugs.ts';
import type * as contract from '#contract/duplicates.ts';
import { relationMessages } from '#contract/relations.ts';
import type { Carried, CarryOver } from '#server/carry-over.ts';
import type { Tx } from '#server/db/schema.ts';
import type { Listener } from '#server/events.ts';
import { fieldError } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { markOf } from './duplicate-queries.ts';
import * as queries from './queries.ts';
import { announce, checkFree, maxSearched, note } from './relations.ts';

type Marking = Pick<Call<typeof contract.markDuplicate>, 'caller' | 'emit' | 'now' | 'settings'>;

/** What is asked of the rules for bugs. */
export interface BugWork {
  /** @throws AppError 404 or 403 */
  work(
    tx: Tx,
    call: Marking,
    edit: {
      id: string;
      edit: z.output<typeof updateBugBody>;
      isExpected: (version: number) => boolean;
      byRule?: boolean;
    },
  ): Promise<Bug>;
}

const always = () => true;

/** The rules for marking bugs as duplicates. */
export class Duplicates {
  readonly #bugs: BugWork;
  readonly #carryOvers: readonly CarryOver[];

  constructor(bugs: BugWork, carryOvers: readonly CarryOver[]) {
    this.#bugs = bugs;
    this.#carryOvers = carryOvers;
  }

  /** Marks a bug as a duplicate, which resolves it. @throws AppError 404, 403, or 400 where it would be one of itself */
  async mark(tx: Tx, call: Marking, id: string, of: string): Promise<Bug> {
    if (id === of) throw fieldError('bug', relationMessages.withItself());
    await queries.holdRelations(tx);
    const bug = await this.#bugs.work(tx, call, { id, edit: {}, isExpected: always });
    const former = await markOf(tx, id);
    if (former?.of === of) return bug;
    const bugs = await queries.findBugs(tx, [id, of], { areHeld: true });
    if (!bugs.has(of)) throw fieldError('bug', relationMessages.unknownBug());
    const [by, at] = [call.caller._id, call.now().toISOString()];
    if (former) await this.#end(tx, { id, of: former.of }, { by, at });
    const edge = { from: id, kind: 'duplicate', to: of } as const;
    await checkFree(tx, edge, bugs);
    await queries.insertRelation(tx, edge, { by, at, stateBefore: former?.stateBefore ?? stateOf(bug) });
    await note(tx, { id, kind: 'duplicate-of', other: of, isAdded: true }, { bugs, by, at });
    const carried = await carriedBy(tx, id);
    for (const each of this.#carryOvers) await each.carry(tx, carried, at);
    announce(tx, carried.origins.slice(1));
    const edit = { status: 'resolved', resolution: 'duplicate' } as const;
    return this.#bugs.work(tx, call, { id, edit, isExpected: always, byRule: true });
  }

  /** Takes the mark back, with all that came of it; the bug stays as it is where it has none. @throws AppError 404 or 403 */
  async unmark(tx: Tx, call: Marking, id: string): Promise<Bug> {
    await queries.holdRelations(tx);
    const bug = await this.#bugs.work(tx, call, { id, edit: {}, isExpected: always });
    const mark = await markOf(tx, id);
    if (!mark) return bug;
    await this.#end(tx, { id, of: mark.of }, { by: call.caller._id, at: call.now().toISOString() });
    const edit = JSON.parse(mark.stateBefore) as Pick<Bug, 'status' | 'resolution'>;
    return this.#bugs.work(tx, call, { id, edit, isExpected: always, byRule: true });
  }

  /** An edit that ends the resolution ends the mark. */
  readonly endMark: Listener = async (tx, event, { actorId, at }) => {
    if (event.type !== 'bug updated' || actorId === undefined) return;
    const { before, bug } = event;
    if (before.resolution !== 'duplicate' || bug.resolution === 'duplicate') return;
    await queries.holdRelations(tx);
    const mark = await markOf(tx, bug._id);
    if (mark) await this.#end(tx, { id: bug._id, of: mark.of }, { by: actorId, at: at.toISOString() });
  };

  async #end(tx: Tx, { id, of }: { id: string; of: string }, { by, at }: { by: string; at: string }) {
    const carried = await carriedBy(tx, id);
    await queries.deleteRelation(tx, { from: id, kind: 'duplicate', to: of });
    for (const each of this.#carryOvers) await each.takeBack(tx, carried);
    const bugs = await queries.findBugs(tx, [id, of]);
    await note(tx, { id, kind: 'duplicate-of', other: of, isAdded: false }, { bugs, by, at });
    announce(tx, carried.origins.slice(1));
  }
}

/** What a bug gets back when it is no longer a duplicate. */
function stateOf({ status, resolution }: Bug): string {
  return JSON.stringify({ status, resolution: resolution === 'duplicate' ? null : resolution });
}

/** The bug itself and its duplicates, through others or not; and all bugs that it leads to. */
async function carriedBy(tx: Tx, id: string): Promise<Carried> {
  const search = { bugId: id, kind: 'duplicate', limit: maxSearched } as const;
  const [origins, targets] = await Promise.all([
    queries.reachable(tx, { ...search, way: 'to' }),
    queries.reachable(tx, { ...search, way: 'from' }),
  ]);
  return { origins: [id, ...origins.map(({ from }) => from)], targets: targets.map(({ to }) => to) };
}
