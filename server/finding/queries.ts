import { type Asker, bindQuery } from '#contract/query/bind.ts';
import { FieldNames, queryFields } from '#contract/query/fields.ts';
import { parseQuery } from '#contract/query/parse.ts';
import type { Db } from '#server/engine/schema.ts';
import { type Conditions, withPart } from './conditions.ts';
import type { BoundQueryField, BoundQueryFields, FindableField } from './field.ts';
import { type SavedQuery, referencesIn, withTodaysNames } from './references.ts';
import { refused, resolve } from './resolve.ts';

/** A later version may add a field with a name that an installation has given to one of its own fields. */
const builtIn = new FieldNames(queryFields);

/** The databases for short reads and for long ones. */
interface Databases {
  readonly db: Db;
  readonly longReads: Db;
}

/**
 * Adds queries by the fields of the contract and of admins to the conditions of a list, saves them, and shows them
 * again.
 */
export class Queries {
  readonly #fields: readonly FindableField[];
  readonly #declared: readonly BoundQueryField[];

  constructor(fields: readonly FindableField[]) {
    this.#fields = fields;
    const byName = new Map(fields.map((field) => [field.name, field]));
    this.#declared = queryFields.map((field) => {
      const serverPart = byName.get(field.key);
      if (!serverPart) throw new Error(`The server lacks the field ${field.key} of queries`);
      const { querying = {}, filters = {} } = serverPart;
      const [first] = Object.entries(filters);
      return { field, querying, filter: first && { parameter: first[0], by: first[1] } };
    });
  }

  /** The fields of queries, by their keys. */
  async fields(db: Db): Promise<BoundQueryFields> {
    const own = await Promise.all(this.#fields.map(async ({ ownQueryFields }) => ownQueryFields?.(db) ?? []));
    const others = own.flat().filter(({ field }) => !builtIn.isKnown(field.name));
    const bound = [...this.#declared, ...others.map(({ field, ...querying }) => ({ field, querying }))];
    return new Map(bound.map((each) => [each.field.key, each]));
  }

  /**
   * Adds the conditions of a query to those of a list. Also returns whether they depend on the day. `db` reads fields,
   * and `longReads` looks up names.
   * @throws AppError 400 if the query is invalid, or names something that does not exist
   */
  async add(
    { db, longReads }: Databases,
    conditions: Conditions,
    text: string,
    asker: Asker,
  ): Promise<{ conditions: Conditions; dependsOnDay: boolean }> {
    const { fields, known, query } = await this.#parsed(db, text);
    const { tree, sort = conditions.sort, dependsOnDay } = bindQuery(query, asker, known);
    const sorted = { ...conditions, sort };
    if (!tree) return { conditions: sorted, dependsOnDay };
    const part = { tree: await resolve(longReads, fields, tree), fields, callerId: asker.me };
    return { conditions: withPart(sorted, part), dependsOnDay };
  }

  /** The saved form of a query, with the ids of what it names. @throws AppError 400 if it is invalid */
  async saved({ db, longReads }: Databases, query: string): Promise<SavedQuery> {
    const { fields, query: parsed } = await this.#parsed(db, query);
    return { query, named: await referencesIn(longReads, fields, parsed) };
  }

  /** The texts of saved queries with today's names. */
  async shown({ db, longReads }: Databases, saved: readonly SavedQuery[]): Promise<readonly string[]> {
    if (saved.every(({ named }) => named.length === 0)) return saved.map(({ query }) => query);
    return withTodaysNames(longReads, await this.fields(db), saved);
  }

  async #parsed(db: Db, text: string) {
    const fields = await this.fields(db);
    const known = [...fields.values()].map(({ field }) => field);
    const { query, error } = parseQuery(text, known);
    if (error) throw refused(error);
    return { fields, known, query };
  }
}
