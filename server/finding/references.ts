import { maxQueryLength } from '#contract/bugs/bugs.ts';
import { nameKey } from '#contract/bugs/search.ts';
import { FieldNames, type QueryField, queryFields } from '#contract/query/fields.ts';
import { maxQuery } from '#contract/query/parse.ts';
import { isBareName, printField } from '#contract/query/print.ts';
import { quote, quotedAt } from '#contract/query/tokens.ts';
import type { Node, Query, Span, Term, Value } from '#contract/query/tree.ts';
import { id as anId } from '#contract/text.ts';
import type { Db } from '#server/engine/schema.ts';
import type { BoundQueryFields, FieldQuerying } from './field.ts';
import { NameResolver } from './resolve.ts';

/*
 * Saved queries are stored as typed, together with the ids of what they name, so that they can be shown with today's
 * names.
 */

/** A part of a query that names something. */
export interface Reference extends Span {
  /** The key of the field that it names, or to which the value belongs. */
  readonly field: string;
  /** The ids of what the value names; undefined if the part is the name of a field. */
  readonly ids?: readonly string[];
}

/** A query that was saved. */
export interface SavedQuery {
  readonly query: string;
  /** The parts of the query that name something, in their order. */
  readonly named: readonly Reference[];
}

const isId = (text: string) => anId.safeParse(text.toLowerCase()).success;

/** The parts of a query that name objects that can be renamed. Names of nothing that exists are left out. */
export async function referencesIn(
  db: Db,
  fields: BoundQueryFields,
  query: Query,
): Promise<readonly Reference[]> {
  const names = new NameResolver(db, fields);
  const known = new FieldNames([...fields.values()].map(({ field }) => field));
  const references: Reference[] = [];
  for (const { field: name, name: at, values } of query.tree ? termsOf(query.tree) : []) {
    const isHas = name === known.has.name;
    const named = isHas ? values.map((value) => [value, known.facet(choiceOf(value))] as const) : [];
    const field = isHas ? undefined : known.find(name);
    for (const [{ start, end }, own] of [...named, [at, field] as const])
      if (own && !builtIn.has(own.key)) references.push({ field: own.key, start, end });
    if (field && fields.get(field.key)?.querying.named)
      references.push(...(await valuesIn(names, field, values)));
  }
  return references;
}

const builtIn = new Set(queryFields.map(({ key }) => key));

const choiceOf = (value: Value) =>
  value.kind === 'is' && value.operand.kind === 'choice' ? value.operand.choice : '';

function termsOf(node: Node): readonly Term[] {
  switch (node.kind) {
    case 'and':
    case 'or':
      return node.nodes.flatMap(termsOf);
    case 'not':
      return termsOf(node.node);
    case 'words':
      return [];
    default:
      return [node];
  }
}

async function valuesIn(
  names: NameResolver,
  { key, kind }: QueryField,
  values: readonly Value[],
): Promise<readonly Reference[]> {
  const references: Reference[] = [];
  for (const value of values) {
    if (value.kind !== 'is' || value.operand.kind !== 'text') continue;
    const { start, end, operand } = value;
    const isWhole = kind !== 'person' || operand.isQuoted;
    const ids = isId(operand.text)
      ? [operand.text.toLowerCase()]
      : await names.find(key, { text: operand.text, isWhole });
    // A text that begins several people's names means everyone whose name begins with it.
    if (isWhole ? ids.length > 0 : ids.length === 1) references.push({ field: key, start, end, ids });
  }
  return references;
}

/**
 * The texts of saved queries with today's names. What no longer exists has the name that it had when the query was
 * saved.
 */
export async function withTodaysNames(
  db: Db,
  fields: BoundQueryFields,
  saved: readonly SavedQuery[],
): Promise<readonly string[]> {
  const named = Map.groupBy(
    saved.flatMap((one) => one.named).filter(({ ids }) => ids),
    ({ field }) => field,
  );
  const values = new Map<string, Values>();
  for (const [key, references] of named) {
    const { querying } = fields.get(key) ?? {};
    const ids = [...new Set(references.flatMap((reference) => reference.ids ?? []))];
    if (querying?.named) values.set(key, await readValues(db, querying, ids));
  }
  return saved.map((one) => print(one, fields, values));
}

type Named = Awaited<ReturnType<NonNullable<FieldQuerying['named']>>>[number];

/** Today's names of the values of a field. */
interface Values {
  readonly byId: ReadonlyMap<string, Named>;
  readonly byKey: ReadonlyMap<string, readonly Named[]>;
  readonly merged: ReadonlyMap<string, string>;
}

async function readValues(db: Db, querying: FieldQuerying, ids: readonly string[]): Promise<Values> {
  const merged = (await querying.merged?.(db)) ?? [];
  const all = (await (querying.namesakes?.(db, ids) ?? querying.named?.(db))) ?? [];
  return {
    byId: new Map(all.map((one) => [one._id, one])),
    byKey: Map.groupBy(all, ({ name }) => nameKey(name)),
    merged: new Map(merged.map(({ _id, into }) => [_id, into])),
  };
}

function print(
  { query, named }: SavedQuery,
  fields: BoundQueryFields,
  values: ReadonlyMap<string, Values>,
): string {
  const isPerson = (key: string) => fields.get(key)?.field.kind === 'person';
  const people = named.flatMap(({ field, ids = [] }) => (isPerson(field) ? ids : []));
  // A query can have only a limited number of people's names, but any number of ids.
  const hasManyPeople = people.length > maxQuery.people;
  let text = '';
  let from = 0;
  for (const { field: key, ids, start, end } of named) {
    const typed = query.slice(start, end);
    const field = fields.get(key)?.field;
    const known = values.get(key);
    text += query.slice(from, start);
    if (field && !ids) text += fieldOf(field, typed);
    else if (field && ids && known && !(hasManyPeople && isPerson(key)))
      text += valueOf(field, known, ids, typed);
    else text += typed;
    from = end;
  }
  text += query.slice(from);
  return text.length > maxQueryLength ? query : text;
}

const unquoted = (typed: string) => (typed.startsWith('"') ? quotedAt(typed, 0).text : typed);

function fieldOf({ name }: QueryField, typed: string): string {
  return nameKey(name) === nameKey(unquoted(typed)) ? typed : printField(name);
}

/**
 * The typed text if it is exactly the name of these ids; else their names, or an id where the name also means others.
 */
function valueOf(field: QueryField, values: Values, ids: readonly string[], typed: string): string {
  const { byId, byKey, merged } = values;
  const wanted = new Set(ids.map((id) => merged.get(id) ?? id));
  const now = [...wanted].flatMap((id) => byId.get(id) ?? []);
  if (now.length === 0) return typed;
  const isWhole = field.kind !== 'person' || typed.startsWith('"');
  const typedKey = nameKey(unquoted(typed));
  const texts = now.map(({ _id, name }) => {
    const key = nameKey(name);
    const isExact = !isId(name) && byKey.get(key)?.every((one) => wanted.has(one._id));
    if (!isExact) return _id;
    return isWhole && key === typedKey ? typed : isBareName(name, field) ? name : quote(name);
  });
  return [...new Set(texts)].join(',');
}
