import type { RawBuilder } from 'kysely';
import type { listBugs } from '#contract/bugs/bugs.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isZone } from '#contract/query/days.ts';
import { queryMessages } from '#contract/query/messages.ts';
import type { BugCache, SentBug } from '#server/engine/bugs/bug-cache.ts';
import type { ValueOf } from '#server/engine/compiled.ts';
import type { Db } from '#server/engine/schema.ts';
import { fieldError } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { type Conditions, conditionsOf, filtersOf } from './conditions.ts';
import type { Filters, FindableField } from './field.ts';
import { ListReader, type Page } from './lists.ts';
import { type Position, cursorAfter, positionOf } from './order.ts';
import { isInOrder, planFor } from './plan.ts';
import { Queries } from './queries.ts';
import type { SavedQuery } from './references.ts';
import { similarSearch } from './similar-search.ts';
import {
  type ConditionValues,
  type Key,
  type Where,
  kindsOf,
  nothing,
  valuesOf,
  whereOf,
} from './statements.ts';

/** The user, the time, and the databases for short reads and for long ones. */
type FindingCall = Pick<Call<Endpoint>, 'db' | 'longReads' | 'now'> & {
  readonly caller: { readonly _id: string };
};

/** The parameters that select and sort bugs, without those for paging. */
export type Selecting = Omit<Call<typeof listBugs>['query'], 'limit' | 'cursor'>;

/** How many bugs a query selects. */
interface QueryCount {
  /** A number such as `12`, or a lower bound such as `1000+` where more would have to be counted. */
  readonly total: string;
  /** Whether another day may select others. */
  readonly dependsOnDay: boolean;
}

/** The bugs that parameters select. */
export interface FoundBugs {
  /** Whether another day may select others. */
  readonly dependsOnDay: boolean;
  /**
   * The number of keys that the first page of the list should read in order to count the bugs; 0 if counting is
   * separate.
   */
  readonly countedTo: number;
  /** The position of a cursor. @throws AppError 400 if it is not a cursor of a list with this sort */
  positionOf(cursor: string): Position;
  /** The cursor of the page that follows this position. */
  cursorAfter(position: Position): string;
  /** The keys of a page, in the order of the list. */
  keys(page: Page): Promise<Key[]>;
  /**
   * The JSON of the bugs of these keys, in their order. Those that are not cached are read and cached; of these, a bug
   * that no longer meets the filters is left out.
   */
  bugs(keys: readonly Key[], cache: BugCache): Promise<Buffer[]>;
  /**
   * The number of bugs, known to be at least `atLeast`; a lower bound such as `1000+` where more would have to be
   * counted.
   */
  count(atLeast: number): Promise<string>;
}

/** How bugs are read. */
interface BugSource {
  /** Creates a statement that reads the bugs that meet a condition, which depends on the kinds of filters. */
  sending<V extends object>(
    condition: (db: Db, value: ValueOf<V>, kinds: Where['filters']) => RawBuilder<boolean>,
  ): (db: Db, values: V, kinds: Where['filters']) => Promise<readonly SentBug[]>;
}

/** Finds and counts the bugs that filters and queries select. */
export class BugFinder {
  readonly #filters: Filters;
  /** Parses queries, and stores and shows them. */
  readonly queries: Queries;
  readonly #lists: ListReader;
  readonly #read;

  constructor(fields: readonly FindableField[], source: BugSource) {
    const filters = filtersOf(fields);
    this.#filters = filters;
    this.queries = new Queries(fields);
    this.#lists = new ListReader(filters);
    this.#read = source.sending<ConditionValues>((db, value, kinds) =>
      whereOf(db, filters, { ...nothing, filters: kinds, among: true }, value),
    );
  }

  /**
   * Finds the bugs that these parameters select.
   * @throws AppError 400 if one of them is invalid, or names something that does not exist
   */
  async find(call: FindingCall, selecting: Selecting): Promise<FoundBugs> {
    const { conditions, dependsOnDay } = await this.#conditions(call, selecting);
    const { filters, sort } = conditions;
    const db = isQuick(this.#filters, conditions) ? call.db : call.longReads;
    const plan = await planFor(db, this.#filters, conditions);
    return {
      dependsOnDay,
      countedTo: this.#lists.countedTo(plan),
      positionOf: (cursor) => positionOf(cursor, sort),
      cursorAfter: (position) => cursorAfter(position, sort),
      keys: async (page) => this.#lists.keys(db, plan, page),
      bugs: async (keys, cache) => {
        const known = keys.map((key) => cache.get(key));
        const others = keys.flatMap(({ number }, i) => (known[i] ? [] : [number]));
        const values = { ...valuesOf(filters), among: JSON.stringify(others) };
        const read = others.length === 0 ? [] : await this.#read(call.db, values, kindsOf(filters));
        for (const bug of read) cache.set(bug);
        const bugs = new Map(read.map((bug) => [bug.number, bug]));
        return keys.flatMap(({ number }, i) => (known[i] ?? bugs.get(number))?.json ?? []);
      },
      count: async (atLeast) => this.#lists.count(db, conditions, plan, atLeast),
    };
  }

  /** Counts the bugs that a query selects, on days of a time zone. @throws AppError 400 as `find` does */
  async count(call: FindingCall, query: string, zone?: string): Promise<QueryCount> {
    const found = await this.find(call, { query, zone });
    return { total: await found.count(0), dependsOnDay: found.dependsOnDay };
  }

  /** A similar search that finds bugs, for a search that finds none. Undefined if there is no such search. */
  async suggest(
    call: FindingCall,
    selecting: Selecting & { readonly q: string },
  ): Promise<string | undefined> {
    const q = await similarSearch(call.longReads, selecting.q);
    if (q === undefined) return undefined;
    const found = await this.find(call, { ...selecting, q });
    const [first] = await found.keys({ after: undefined, limit: 1 });
    return first && q;
  }

  /**
   * Converts a query into its saved form.
   * @throws AppError 400 if it is invalid, or names something that does not exist
   */
  async toSave(call: FindingCall, query: string): Promise<SavedQuery> {
    await this.#conditions(call, { query });
    return this.queries.saved(call, query);
  }

  /** Replaces the ids of merged objects in the parameters with the ids of what they became. */
  async #withoutMerged<T extends Omit<Selecting, 'query' | 'zone'>>(db: Db, parameters: T): Promise<T> {
    const replaced = Object.entries(parameters).map(async ([name, given]) => {
      const { resolveMerged } = this.#filters.get(name) ?? {};
      const isAsked = resolveMerged !== undefined && typeof given === 'string' && given !== 'none';
      return [name, isAsked ? await resolveMerged(db, given) : given] as const;
    });
    return Object.fromEntries(await Promise.all(replaced)) as T;
  }

  async #conditions(
    { db, longReads, caller, now }: FindingCall,
    { query, zone, ...others }: Selecting,
  ): Promise<{ conditions: Conditions; dependsOnDay: boolean }> {
    if (zone !== undefined && !isZone(zone)) throw fieldError('zone', queryMessages.notZone());
    const conditions = conditionsOf(this.#filters, caller._id, await this.#withoutMerged(db, others));
    if (query === undefined) return { conditions, dependsOnDay: false };
    const asker = { me: caller._id, now: now(), zone: zone ?? 'UTC' };
    return this.queries.add({ db, longReads }, conditions, query, asker);
  }
}

/** The filters whose columns an index by number begins with. */
const indices: readonly (readonly string[])[] = [['status', 'priority'], ['assignedTo'], ['createdBy']];

/** Whether one index has the list in its order, so that reading the list does not hold up other requests. */
function isQuick(known: Filters, conditions: Conditions): boolean {
  const names = Object.keys(conditions.filters);
  const isOfOne = indices.some((index) => names.every((name) => index.includes(name)));
  return isOfOne && isInOrder(known, conditions);
}
