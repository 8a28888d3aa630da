import { sql } from 'kysely';
import type { Bound, Test } from '#contract/query/bind.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import { type BugRows, fewBugs } from '#server/features/bugs/few-bugs.ts';
import { type ServedFields, givenOf } from './query-fields.ts';

/** More selections than this would take longer than comparing bugs. */
const maxSelections = 30;
/** The number of parts of a query that are tried. */
const maxTries = 8;

/**
 * The numbers of a few bugs that include all that a query selects, if indices find them; undefined if bugs have to be
 * scanned, which soon finds some where many are selected.
 */
export async function candidatesFor(
  db: Db,
  tree: Bound,
  fields: ServedFields,
  callerId: string,
): Promise<readonly number[] | undefined> {
  const indices = new Indices(db, fields, callerId);
  // Any part of a conjunction will do: the first with few bugs.
  for (const part of tree.kind === 'and' ? tree.nodes.slice(0, maxTries) : [tree]) {
    const found = (await indices.find(part)) ?? [];
    const numbers = found.length > maxSelections ? undefined : await fewBugs(db, found);
    if (numbers) return numbers;
  }
  return undefined;
}

class Indices {
  readonly #db: Db;
  readonly #fields: ServedFields;
  readonly #callerId: string;

  constructor(db: Db, fields: ServedFields, callerId: string) {
    this.#db = db;
    this.#fields = fields;
    this.#callerId = callerId;
  }

  /** Index selections that together include all that the part selects; undefined if there are none. */
  async find(node: Bound): Promise<readonly BugRows[] | undefined> {
    switch (node.kind) {
      case 'and': {
        const found = await Promise.all(node.nodes.map((part) => this.find(part)));
        return found.filter((each) => each !== undefined).toSorted((a, b) => a.length - b.length)[0];
      }
      case 'or': {
        const found = await Promise.all(node.nodes.map((part) => this.find(part)));
        return found.every((each) => each !== undefined) ? found.flat() : undefined;
      }
      case 'not':
        return this.#without(node.node);
      case 'words':
        return this.#withWords(node.terms, node.inComments);
      default: {
        const found = await Promise.all(node.tests.map((test) => this.#withTest(node.field.key, test)));
        return found.every((each) => each !== undefined) ? found.flat() : undefined;
      }
    }
  }

  async #withWords(terms: readonly string[], inComments: boolean): Promise<readonly BugRows[] | undefined> {
    const { search, isAmong } = engineOf(this.#db);
    const plan = await search.plan(this.#db, terms, { byNumber: true, isSelective: false, inComments });
    if (plan.among)
      return [
        {
          numbers: sql`select number from bugs where ${isAmong('bugs.number', JSON.stringify(plan.among), 'integer')}`,
        },
      ];
    return plan.way === 'index' ? [{ numbers: search.numbers(plan) }] : undefined;
  }

  /** An index finds the bugs that have a value in a field; none finds other negations. */
  #without(node: Bound): readonly BugRows[] | undefined {
    if (node.kind !== 'test' || node.tests.every(({ kind }) => kind !== 'none')) return undefined;
    const having = this.#fields.get(node.field.key)?.querying.having?.(this.#db);
    return having && [{ ids: having }];
  }

  async #withTest(key: string, test: Test): Promise<readonly BugRows[] | undefined> {
    if (test.kind === 'called') return undefined;
    const { filter, querying } = this.#fields.get(key) ?? {};
    if (querying?.ids) {
      const ids = querying.ids(this.#db, test);
      return ids && [{ ids }];
    }
    if (test.kind === 'contains') return this.#withWords([test.text], false);
    if (querying?.isIndexed && querying.where)
      return [{ numbers: sql`select bugs.number from bugs where ${querying.where(this.#db, test)}` }];
    const given = givenOf(test);
    if (!filter || given === undefined) return undefined;
    const { kind, value, isSelective } = filter.by.conditionOf(given, this.#callerId);
    const ids = filter.by.ids?.(this.#db, kind, sql`${value}`);
    if (ids) return [{ ids }];
    if (!isSelective) return undefined;
    return [
      {
        numbers: sql`select bugs.number from bugs where ${filter.by.where(this.#db, kind, sql`${value}`)}`,
      },
    ];
  }
}
