import type * as contract from '#contract/bugs/bugs.ts';
import { isZone } from '#contract/query/days.ts';
import { queryMessages } from '#contract/query/messages.ts';
import type { Db } from '#server/engine/schema.ts';
import type { BugQueries, QueryCall, QueryCount } from '#server/extensions/bug-work.ts';
import type { CountedField, StoredField } from '#server/extensions/bug-field.ts';
import { fieldError } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { type BugConditions, conditionsOf, filtersOf, hasFewParts } from './filters.ts';
import { BugCounter } from './list-count.ts';
import { BugFinder } from './list-queries.ts';
import { type Prepared, prepare } from './list-statement.ts';
import { sortOrder } from './order.ts';
import { withQuery } from '#server/features/bugs/query/query.ts';
import { QueryFields } from '#server/features/bugs/query/query-fields.ts';
import type { BugReader } from './reads.ts';

/** The parameters that select bugs, without those of pages. */
type Selecting = Omit<Call<typeof contract.listBugs>['query'], 'limit' | 'cursor' | 'ids'>;

/** Finds and counts the bugs that filters and queries select, for lists and for other features. */
export class QueriedBugs implements BugQueries {
  readonly finder: BugFinder;
  readonly counter: BugCounter;
  readonly #fields: QueryFields;

  constructor(reader: BugReader, fields: readonly StoredField[], counted: readonly CountedField[]) {
    this.finder = new BugFinder(reader, filtersOf(fields));
    this.counter = new BugCounter(this.finder);
    this.#fields = new QueryFields(fields, counted);
  }

  async check(call: QueryCall, query: string): Promise<void> {
    await this.conditions(call, { query });
  }

  async count(call: QueryCall, query: string, zone?: string): Promise<QueryCount> {
    const { conditions, dependsOnDay } = await this.conditions(call, { query, zone });
    const { finding, prepared } = await this.prepare(call, conditions);
    return { total: await this.counter.countMatching(finding, conditions, prepared), dependsOnDay };
  }

  /**
   * The conditions in these parameters, and whether they depend on the day.
   * @throws AppError 400 if one of them is invalid, or names something that does not exist
   */
  async conditions(
    { db, longReads, caller, now }: QueryCall,
    { query: text, zone, ...filter }: Selecting,
  ): Promise<{ conditions: BugConditions; dependsOnDay: boolean }> {
    if (zone !== undefined && !isZone(zone)) throw fieldError('zone', queryMessages.notZone());
    const others = conditionsOf(this.finder.filters, caller._id, filter);
    if (text === undefined) return { conditions: others, dependsOnDay: false };
    const asker = { me: caller._id, now: now(), zone: zone ?? 'UTC' };
    return withQuery({ db, longReads }, this.#fields, { text, asker, others });
  }

  /** Prepares the search for bugs, with the database for it: finding them may take long. */
  async prepare(
    { db, longReads }: Pick<QueryCall, 'db' | 'longReads'>,
    conditions: BugConditions,
  ): Promise<{ finding: Db; prepared: Prepared }> {
    const finding = isQuick(conditions) ? db : longReads;
    return { finding, prepared: await prepare(finding, this.finder.filters, conditions) };
  }
}

/** The first columns of an index by number. */
const indexed: readonly (readonly string[])[] = [['status', 'priority'], ['assignedTo'], ['createdBy']];

/** Whether an index gives these bugs in their order. */
function isQuick(conditions: BugConditions): boolean {
  const { filters, number, terms, part, sort } = conditions;
  if (terms.length > 0 || part || !hasFewParts(conditions)) return false;
  const names = Object.keys(filters);
  if (number !== undefined || names.length === 0) return true;
  const isIndexed = indexed.some((index) => names.every((name) => index.includes(name)));
  // An index orders the bugs of one person; none orders those of several.
  const isInParts = Object.values(filters).every(({ kind, oneOf }) => kind !== 'any' || oneOf);
  return isIndexed && isInParts && sortOrder(sort).column === 'number';
}
