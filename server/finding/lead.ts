import { type RawBuilder, sql } from 'kysely';
import type { Db } from '#server/engine/schema.ts';
import type { Conditions } from './conditions.ts';
import type { Filters } from './field.ts';
import { sortOrder } from './order.ts';
import { type QueryPart, exactRows, numbersWhere } from './query-sql.ts';
import { type Where, kindsOf, nothing } from './statements.ts';

/** A condition whose bugs an index has in the order of the list. */
export interface Sorted {
  readonly numbers: RawBuilder<{ number: number }>;
  /** The condition, if the index belongs to another table. */
  readonly where?: Where;
}

function sortedOf(db: Db, known: Filters, { filters, rest, sort }: Conditions): readonly Sorted[] {
  if (sortOrder(sort).column !== 'number') return [];
  const ofFilters = Object.entries(filters).flatMap(([name, condition]): Sorted[] => {
    const { kind, value, oneOf } = condition;
    const filter = known.get(name);
    const found = filter?.numbers?.(db, kind, sql`${value}`);
    if (found?.isSorted)
      return [{ numbers: found.rows, where: { ...nothing, filters: kindsOf({ [name]: condition }) } }];
    return filter?.isByNumber && !oneOf
      ? [{ numbers: numbersWhere(filter.where(db, kind, sql`${value}`)) }]
      : [];
  });
  const ofTests = partsOfRest(rest).flatMap((part): Sorted[] => {
    const found = exactRows(db, part);
    return found?.isSorted ? [{ numbers: found.rows, where: { ...nothing, rest: part } }] : [];
  });
  return [...ofFilters, ...ofTests];
}

/** Conditions are compared by how far this many of their bugs reach into the list. */
const reaching = 1_000;

/**
 * Chooses, among the conditions whose bugs an index has in the order of the list, the one with the fewest bugs at the
 * list's beginning. Undefined if only indices of `bugs` have that order.
 */
export async function leadOf(db: Db, known: Filters, conditions: Conditions): Promise<Sorted | undefined> {
  const sorted = sortedOf(db, known, conditions);
  if (sorted.every(({ where }) => !where)) return undefined;
  if (sorted.length === 1) return sorted[0];
  const { descending } = sortOrder(conditions.sort);
  const direction = sql.raw(descending ? 'desc' : 'asc');
  const reaches = sorted.map(
    ({ numbers }) => sql`(select number from (${numbers}) as found
      order by number ${direction} limit 1 offset ${reaching})`,
  );
  const each = reaches.map((reach, i) => sql`${reach} as ${sql.id(`reach ${i}`)}`);
  const { rows } = await sql<Record<string, number | null>>`select ${sql.join(each)}`.execute(db);
  const reached = sorted.map((_, i) => {
    const last = rows[0]?.[`reach ${i}`] ?? undefined;
    return last === undefined ? Infinity : last * (descending ? -1 : 1);
  });
  return sorted[reached.indexOf(Math.max(...reached))];
}

/** The parts of a query that all have to be met. */
export function partsOfRest(rest: QueryPart | undefined): readonly QueryPart[] {
  return rest?.tree.kind === 'and' ? rest.tree.nodes.map((tree) => ({ ...rest, tree })) : [];
}

/** A query without the tests whose bugs an index has in order. */
export function unsortedPart(db: Db, rest: QueryPart | undefined): QueryPart | undefined {
  const others = partsOfRest(rest).filter((part) => !exactRows(db, part)?.isSorted);
  const nodes = others.map(({ tree }) => tree);
  return rest && nodes.length > 0 ? { ...rest, tree: { kind: 'and', nodes } } : undefined;
}
