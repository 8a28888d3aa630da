import { sql } from 'kysely';
import { type BugFilter, priorities, statuses } from '#contract/bugs.ts';
import { fold } from '#contract/search.ts';
import type { ValueOf } from '#server/db/compiled.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db } from '#server/db/schema.ts';
import type { Search } from '#server/db/search.ts';
import { sortOrder } from './order.ts';

/** A filter whose `me` is already replaced by an id; `assignedTo: null` finds what nobody is assigned to. */
export interface BugConditions extends Omit<BugFilter, 'assignedTo' | 'createdBy'> {
  assignedTo?: string | null | undefined;
  createdBy?: string | undefined;
  number?: number | undefined;
}

/** What decides the statement: which conditions there are, not what they say. */
export interface Shape {
  way: Search['way'] | 'none';
  status: boolean;
  priority: boolean;
  assignedTo: 'any' | 'nobody' | 'user';
  createdBy: boolean;
  numbered: boolean;
  /** Only the bugs of a list of numbers. */
  among: boolean;
}

/** What the statement is run with. */
export interface Values {
  match: string;
  needle: string;
  status: number;
  priority: number;
  assignedTo: string;
  createdBy: string;
  numbered: number;
  /** Numbers, as a JSON array. */
  among: string;
  key: string | number;
  number: number;
  limit: number;
}

export interface Prepared {
  shape: Shape;
  given: Omit<Values, 'key' | 'number' | 'limit'>;
}

/** The statement's shape for these conditions, and what they give it to run with. */
export async function prepare(db: Db, filter: BugConditions): Promise<Prepared> {
  const { match = '', needle = '', way = 'none' } = (await searchFor(db, filter)) ?? {};
  const { status, priority, assignedTo, createdBy, number } = filter;
  const isUser = typeof assignedTo === 'string';
  return {
    shape: {
      way,
      status: status !== undefined,
      priority: priority !== undefined,
      assignedTo: isUser ? 'user' : assignedTo === null ? 'nobody' : 'any',
      createdBy: createdBy !== undefined,
      numbered: number !== undefined,
      among: false,
    },
    given: {
      match,
      needle,
      status: status ? statuses.indexOf(status) : 0,
      priority: priority ? priorities.indexOf(priority) : 0,
      assignedTo: isUser ? assignedTo : '',
      createdBy: createdBy ?? '',
      numbered: number ?? 0,
      among: '',
    },
  };
}

async function searchFor(
  db: Db,
  { q, sort, assignedTo, createdBy, number }: BugConditions,
): Promise<Search | undefined> {
  const needle = fold(q ?? '');
  if (needle === '') return undefined;
  const search = await engineOf(db).search.plan(db, needle, {
    byNumber: sortOrder(sort).column === 'number',
    ofOneUser: typeof assignedTo === 'string' || createdBy !== undefined,
  });
  // With a number there is one bug to look at, and no need of the index.
  return number === undefined ? search : { ...search, way: 'scan' };
}

/** The table, or what the search index finds. */
export function sourceOf(db: Db, { way }: Shape, value: ValueOf<Values>) {
  return engineOf(db).search.source(way === 'index' ? 'index' : 'scan', value('match'));
}

/** What the bugs have to meet, as one expression. */
export function conditionsOf(db: Db, shape: Shape, value: ValueOf<Values>) {
  const conditions = [
    shape.status && sql<boolean>`bugs.status = ${value('status')}`,
    shape.priority && sql<boolean>`bugs.priority = ${value('priority')}`,
    shape.assignedTo === 'nobody' && sql<boolean>`bugs.assigned_to is null`,
    shape.assignedTo === 'user' && sql<boolean>`bugs.assigned_to = ${value('assignedTo')}`,
    shape.numbered && sql<boolean>`bugs.number = ${value('numbered')}`,
    shape.among && sql<boolean>`bugs.number in ${engineOf(db).numbersOf(value('among'))}`,
    shape.createdBy && sql<boolean>`bugs.created_by = ${value('createdBy')}`,
    shape.way !== 'none' && engineOf(db).search.contains(value('needle')),
  ].filter((condition) => condition !== false);
  return conditions.length === 0 ? sql<boolean>`1 = 1` : sql<boolean>`${sql.join(conditions, sql` and `)}`;
}
