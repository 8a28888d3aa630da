import type { Bug, Sort } from '#contract/bugs.ts';
import { compiled } from '#server/db/compiled.ts';
import type { Db } from '#server/db/schema.ts';
import {
  type BugConditions,
  type Shape,
  type Values,
  conditionsOf,
  prepare,
  sourceOf,
} from './list-statement.ts';
import { type Position, sortOrder } from './order.ts';
import { type BugRow, selectBugs, toBug } from './queries.ts';

type Place = 'first' | 'after' | 'equal' | 'behind';

/** Bugs in their order; from behind a position on, those that are equal to it and those behind them apart. */
const selectList = compiled<Values, BugRow, Shape & { sort: Sort | undefined; place: Place }>(
  (db, value, shape) => {
    const { column, descending } = sortOrder(shape.sort);
    const behind = descending ? '<' : '>';
    const direction = descending ? 'desc' : 'asc';
    const matches = selectBugs(db, sourceOf(db, shape, value)).where(conditionsOf(db, shape, value));
    const byNumber = matches.orderBy('bugs.number', direction).limit(value('limit'));
    const byColumn = matches
      .orderBy(`bugs.${column}`, direction)
      .orderBy('bugs.number', 'desc')
      .limit(value('limit'));
    if (shape.place === 'first') return column === 'number' ? byNumber : byColumn;
    if (shape.place === 'after') return byNumber.where('bugs.number', behind, value('number'));
    if (shape.place === 'behind') return byColumn.where(`bugs.${column}`, behind, value('key'));
    return matches
      .where(`bugs.${column}`, '=', value('key'))
      .where('bugs.number', '<', value('number'))
      .orderBy('bugs.number', 'desc')
      .limit(value('limit'));
  },
);

/** Up to `limit` bugs that meet the conditions, in their order, from behind the position on. */
export async function listBugs(
  db: Db,
  filter: BugConditions,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<Bug[]> {
  const { shape, given } = await prepare(db, filter);
  async function select(place: Place, most: number) {
    const values = { ...given, key: after?.key ?? 0, number: after?.number ?? 0, limit: most };
    const rows = await selectList(db, values, { ...shape, sort: filter.sort, place });
    return rows.map(toBug);
  }
  if (!after) return select('first', limit);
  if (sortOrder(filter.sort).column === 'number') return select('after', limit);
  // Two ranges of one index: what is equal to the position, of which the newest come first, and what is behind it.
  const equal = await select('equal', limit);
  return equal.length === limit ? equal : [...equal, ...(await select('behind', limit - equal.length))];
}
