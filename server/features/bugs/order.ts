import { z } from 'zod';
import { bugRefusals, type Sort, type SortField } from '#contract/bugs/bugs.ts';
import { rankStep } from '#contract/bugs/board.ts';
import { fieldError } from '#server/http/errors.ts';
import { type SortColumn, columnFields } from './columns.ts';

const number = z.int().min(0).max(2_147_483_647);

const ofFields = Object.fromEntries(
  columnFields.flatMap(({ name, sort }) => (sort ? [[name, sort]] : [])),
) as Record<Exclude<SortField, 'createdAt' | 'rank' | 'updatedAt'>, SortColumn>;

const columns: Record<SortField, SortColumn> = {
  ...ofFields,
  // A newer bug has a higher number, so the number replaces the time of creation.
  createdAt: { column: 'number', key: number },
  rank: { column: 'rank', key: z.int().min(0) },
  // PostgreSQL does not support the year 0.
  updatedAt: {
    column: 'updated_at',
    key: z.iso.datetime({ precision: 3 }).refine((time) => time >= '0001'),
  },
};

const newestFirst: Sort = '-createdAt';

/** The column that a sort goes by, and its direction; equal ones always come newest first. */
export function sortOrder(sort: Sort = newestFirst): SortColumn & { descending: boolean } {
  const descending = sort.startsWith('-');
  return { ...columns[(descending ? sort.slice(1) : sort) as SortField], descending };
}

/**
 * For a position in the order of boards: the number after which the never placed bugs follow, as their rank depends on
 * their number.
 */
export function numberBehind({ key, number: at }: Position, descending: boolean): number {
  const same = Math.floor(Number(key) / rankStep);
  // Equal ones come newest first.
  const isBehind = Number(key) % rankStep === 0 && same < at;
  if (descending) return Number(key) % rankStep === 0 && !isBehind ? same : same + 1;
  return isBehind ? same - 1 : same;
}

/** A place in a sorted list: the bug with this value in the sort's column and this number. */
export interface Position {
  key: string | number;
  number: number;
}

/** The cursor of the page that follows this position. It names the sort, as it is valid only for this one. */
export function cursorAfter({ key, number: at }: Position, sort: Sort = newestFirst): string {
  return Buffer.from(JSON.stringify([sort, key, at])).toString('base64url');
}

/**
 * The position of a cursor.
 * @throws AppError 400 when it is not a cursor of this sort
 */
export function positionOf(cursor: string, sort: Sort = newestFirst): Position {
  const position = z.tuple([z.literal(sort), sortOrder(sort).key, number]);
  const parsed = position.safeParse(decode(cursor));
  if (!parsed.success) throw fieldError('cursor', bugRefusals.cursorOfOtherList());
  return { key: parsed.data[1], number: parsed.data[2] };
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
