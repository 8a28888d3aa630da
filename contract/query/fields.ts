import { selectingFields, counts } from '#contract/bugs/bug-fields.ts';
import type { FixedField, QueryKind } from '#contract/bugs/field.ts';
import { nameKey } from '#contract/bugs/search.ts';

/** A field of queries. */
export interface QueryField {
  /** The name of the field in bugs, which the server uses. */
  readonly key: string;
  /** Its name in queries. */
  readonly name: string;
  /** Its former names, without those that another field has now. */
  readonly formerNames?: readonly string[] | undefined;
  /** Without it, the field can only be selected by `has`. */
  readonly kind?: QueryKind | undefined;
  /** The values of a choice, in the order in which they sort. */
  readonly choices?: readonly string[] | undefined;
  /** The choices that folded former names stand for. */
  readonly formerChoices?: ReadonlyMap<string, string> | undefined;
  /** Whether a bug can be without a value. */
  readonly orNone?: boolean | undefined;
  /** Whether numbers are whole ones. */
  readonly isInteger?: boolean | undefined;
  /** The word after `has:` for the bugs that have a value. */
  readonly has?: string | undefined;
  /** Its name in the list's `sort`, if bugs can be sorted by it. */
  readonly sort?: string | undefined;
}

/** The query field that a bug field declares; undefined if it declares none. */
function queryFieldOf(key: string, field: FixedField): QueryField | undefined {
  const { query, choices, sorts } = field;
  return (
    query && {
      key,
      ...query,
      name: query.name ?? key,
      choices: query.choices ?? choices,
      sort: sorts && key,
    }
  );
}

function queryFieldOfCount({ name, query }: (typeof counts)[number]): QueryField | [] {
  if (!query) return [];
  return {
    key: name,
    name,
    ...query,
    ...(query.kind === 'number' && { isInteger: true }),
  };
}

/** The numbers of every bug. */
const numbers: readonly QueryField[] = [
  {
    key: 'number',
    name: 'number',
    kind: 'number',
    isInteger: true,
    sort: 'createdAt',
  },
  ...counts.flatMap(queryFieldOfCount),
];

/** The built-in fields of queries. */
export const queryFields: readonly QueryField[] = [
  ...selectingFields.flatMap(([key, field]) => queryFieldOf(key, field) ?? []),
  ...numbers,
];

/** The parts of a query that apply to all of it. */
export const directives = ['sort', 'in'] as const;
type Directive = (typeof directives)[number];

/** Finds fields by name or by their word after `has:`, ignoring case. */
export class FieldNames {
  readonly #byName: ReadonlyMap<string, QueryField>;
  readonly #facets: ReadonlyMap<string, QueryField>;
  readonly #sorts: ReadonlyMap<string, QueryField>;
  /** The field `has`, whose choices are the words after the colon. */
  readonly has: QueryField;

  constructor(fields: readonly QueryField[]) {
    const named = fields.filter(({ kind }) => kind !== undefined);
    const former = fields.flatMap((field) =>
      (field.formerNames ?? []).map((name) => [nameKey(name), field] as const),
    );
    this.#facets = new Map(fields.flatMap((field) => (field.has ? [[nameKey(field.has), field]] : [])));
    this.#sorts = new Map(fields.flatMap((field) => (field.sort ? [[nameKey(field.name), field]] : [])));
    this.has = {
      key: 'has',
      name: 'has',
      kind: 'choice',
      choices: fields.flatMap(({ has }) => has ?? []),
      formerChoices: new Map(former.flatMap(([name, { has }]) => (has ? [[name, has] as const] : []))),
    };
    this.#byName = new Map([
      ...former,
      ...[...named, this.has].map((field) => [nameKey(field.name), field] as const),
    ]);
  }

  /** The field of this name. */
  find(name: string): QueryField | undefined {
    return this.#byName.get(nameKey(name));
  }

  /** The field that `has:` with this name asks about. */
  facet(name: string): QueryField | undefined {
    return this.#facets.get(nameKey(name));
  }

  /** The field of this name, if bugs can be sorted by it. */
  sortable(name: string): QueryField | undefined {
    return this.#sorts.get(nameKey(name));
  }

  isKnown(name: string): boolean {
    return this.find(name) !== undefined || directives.includes(nameKey(name) as Directive);
  }

  /** All names that can stand before a colon. */
  get names(): readonly string[] {
    return [...new Set(Array.from(this.#byName.values(), ({ name }) => name)), ...directives];
  }

  get sorts(): readonly string[] {
    return Array.from(this.#sorts.values(), ({ name }) => name);
  }
}
