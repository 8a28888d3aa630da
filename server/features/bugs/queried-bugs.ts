import { isZone } from '#contract/query/days.ts';
import { queryMessages } from '#contract/query/messages.ts';
import type { BugQueries, QueryCall, QueryCount } from '#server/extensions/bug-queries.ts';
import type { CountedField, StoredField } from '#server/extensions/bug-field.ts';
import { fieldError } from '#server/http/errors.ts';
import { conditionsOf, filtersOf } from './filters.ts';
import { isQuick } from './list.ts';
import { BugCounter } from './list-count.ts';
import { BugFinder } from './list-queries.ts';
import { prepare } from './list-statement.ts';
import { withQuery } from '#server/features/bugs/query/query.ts';
import { QueryFields } from '#server/features/bugs/query/query-fields.ts';
import type { BugReader } from './reads.ts';

/** Counts the bugs that queries select, as lists do. */
export class QueriedBugs implements BugQueries {
  readonly #finder: BugFinder;
  readonly #counter: BugCounter;
  readonly #fields: QueryFields;

  constructor(reader: BugReader, fields: readonly StoredField[], counted: readonly CountedField[]) {
    this.#finder = new BugFinder(reader, filtersOf(fields));
    this.#counter = new BugCounter(this.#finder);
    this.#fields = new QueryFields(fields, counted);
  }

  async check(call: QueryCall, query: string): Promise<void> {
    await this.#conditions(call, query, 'UTC');
  }

  async count(call: QueryCall, query: string, zone = 'UTC'): Promise<QueryCount> {
    if (!isZone(zone)) throw fieldError('zone', queryMessages.notZone());
    const { conditions, dependsOnDay } = await this.#conditions(call, query, zone);
    const finding = isQuick(conditions) ? call.db : call.longReads;
    const prepared = await prepare(finding, this.#finder.filters, conditions);
    return { total: await this.#counter.countMatching(finding, conditions, prepared), dependsOnDay };
  }

  async #conditions({ db, longReads, caller, now }: QueryCall, text: string, zone: string) {
    const others = conditionsOf(this.#finder.filters, caller._id, {});
    const asker = { me: caller._id, now: now(), zone };
    return withQuery({ db, longReads }, this.#fields, { text, asker, others });
  }
}
