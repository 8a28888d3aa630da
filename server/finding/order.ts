import { z } from 'zod';
import { bugRefusals, type Sort, type SortField } from '#contract/bugs/bugs.ts';
import { isCleanText } from '#contract/text.ts';
import { fieldError } from '#server/http/errors.ts';

/** A column that bugs are sorted by, and the values of it that a cursor may contain. */
interface SortColumn {
  readonly column: 'number' | 'rank' | 'updated_at' | 'title_fold' | 'status' | 'priority';
  readonly key: z.ZodType<string | number>;
}

const number = z.int().min(0).max(2_147_483_647);
const place = z.int().min(0).max(2);

const columns: Record<SortField, SortColumn> = {
  // A newer bug has a higher number, so the number replaces the time of creation.
  createdAt: { column: 'number', key: number },
  rank: { column: 'rank', key: z.int().min(0) },
  // PostgreSQL does not support the year 0.
  updatedAt: {
    column: 'updated_at',
    key: z.iso.datetime({ precision: 3 }).refine((time) => time >= '0001'),
  },
  title: { column: 'title_fold', key: z.string().max(2000).refine(isCleanText) },
  status: { column: 'status', key: place },
  priority: { column: 'priority', key: place },
};

const newestFirst: Sort = '-createdAt';

/** The column of a sort, and its direction. Bugs with equal values always come newest first. */
export function sortOrder(sort: Sort = newestFirst): SortColumn & { descending: boolean } {
  const descending = sort.startsWith('-');
  return { ...columns[(descending ? sort.slice(1) : sort) as SortField], descending };
}

/** A place in a sorted list: the bug with this value in the sort's column and this number. */
export interface Position {
  key: string | number;
  number: number;
}

/** The cursor of the page that follows this position. It contains the sort, because it is valid only for this one. */
export function cursorAfter({ key, number: at }: Position, sort: Sort = newestFirst): string {
  return Buffer.from(JSON.stringify([sort, key, at])).toString('base64url');
}

/**
 * The position of a cursor.
 * @throws AppError 400 if it is not a cursor of this sort
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
