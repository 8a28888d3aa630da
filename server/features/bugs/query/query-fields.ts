import { FieldNames, type QueryField, queryFields } from '#contract/query/fields.ts';
import type {
  CountedField,
  FieldFilter,
  FieldQuerying,
  SqlTest,
  StoredField,
} from '#server/extensions/bug-field.ts';
import type { Db } from '#server/engine/schema.ts';
import { columnFields } from '#server/features/bugs/columns.ts';
import { fixedColumns, ranging } from '#server/features/bugs/fixed-columns.ts';

/** A field of queries with the server's part of it. */
export interface ServedField {
  readonly field: QueryField;
  readonly querying: FieldQuerying;
  /** The filter of lists that selects by the same field, and its query parameter. */
  readonly filter?: { readonly parameter: string; readonly by: FieldFilter } | undefined;
}

/** The fields of queries, by their keys. */
export type ServedFields = ReadonlyMap<string, ServedField>;

/** A later version may have a field whose name an installation gave to one of its own. */
const builtIn = new FieldNames(queryFields);

/** The server's part of the fields of queries. */
export class QueryFields {
  readonly #stored: readonly StoredField[];
  readonly #static: readonly ServedField[];

  constructor(stored: readonly StoredField[], counted: readonly CountedField[]) {
    this.#stored = stored;
    const ofFields = [...columnFields, ...fixedColumns, ...stored].map(
      ({ name, querying = {}, filters = {} }) => [name, { querying, filter: firstOf(filters) }] as const,
    );
    const ofCounts = counted.map(
      ({ name, select, querying }) =>
        [name, { querying: { ...ranging(select, { isInteger: true }), ...querying } }] as const,
    );
    const known = new Map<string, Omit<ServedField, 'field'>>([...ofFields, ...ofCounts]);
    this.#static = queryFields.map((field) => {
      const served = known.get(field.key);
      if (!served) throw new Error(`The server lacks the field ${field.key} of queries`);
      return { field, ...served };
    });
  }

  /** All fields that queries can use now. */
  async read(db: Db): Promise<readonly ServedField[]> {
    const own = await Promise.all(this.#stored.map(async ({ ownQueryFields }) => ownQueryFields?.(db) ?? []));
    const others = own.flat().filter(({ field }) => !builtIn.isKnown(field.name));
    return [...this.#static, ...others.map(({ field, ...querying }) => ({ field, querying }))];
  }
}

function firstOf(filters: Readonly<Record<string, FieldFilter>>): ServedField['filter'] {
  const [first] = Object.entries(filters);
  return first && { parameter: first[0], by: first[1] };
}

/** The parameter of a filter for a test; undefined where filters have no such test. */
export function givenOf(test: SqlTest): string | undefined {
  if (test.kind === 'none') return 'none';
  return test.kind === 'among' && test.values.length > 0 ? test.values.join(',') : undefined;
}
