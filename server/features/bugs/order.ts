import { z } from 'zod';
import type { Sort } from '#contract/bugs.ts';
import { isCleanText } from '#contract/text.ts';
import { fieldError } from '#server/http/errors.ts';

const columns = {
  // A newer bug has a higher number, so the number stands for the time of creation.
  createdAt: 'number',
  updatedAt: 'updated_at',
  title: 'title_fold',
  status: 'status',
  priority: 'priority',
} as const;

type SortColumn = (typeof columns)[keyof typeof columns];

const newestFirst: Sort = '-createdAt';

/** The column that a sort goes by, and its direction; equal ones always come newest first. */
export function sortOrder(sort: Sort = newestFirst): { column: SortColumn; descending: boolean } {
  const descending = sort.startsWith('-');
  return { column: columns[(descending ? sort.slice(1) : sort) as keyof typeof columns], descending };
}

/** A place in a sorted list: the bug with this value in the sort's column and this number. */
export interface Position {
  key: string | number;
  number: number;
}

const number = z.int().min(0).max(2_147_483_647);
const rank = z.int().min(0).max(2);
const keySchemas: Record<SortColumn, z.ZodType<string | number>> = {
  number,
  // Not every engine knows a year 0.
  updated_at: z.iso.datetime({ precision: 3 }).refine((time) => time >= '0001'),
  title_fold: z.string().max(2000).refine(isCleanText),
  status: rank,
  priority: rank,
};

/** The cursor of the page that follows this position. It names the sort, as it means nothing in another one. */
export function cursorAfter({ key, number: at }: Position, sort: Sort = newestFirst): string {
  return Buffer.from(JSON.stringify([sort, key, at])).toString('base64url');
}

/**
 * The position that a cursor stands for.
 * @throws AppError 400 when it is not a cursor of this sort
 */
export function positionOf(cursor: string, sort: Sort = newestFirst): Position {
  const position = z.tuple([z.literal(sort), keySchemas[sortOrder(sort).column], number]);
  const parsed = position.safeParse(decode(cursor));
  if (!parsed.success) throw fieldError('cursor', 'cursor is not one that this server gave for this list');
  return { key: parsed.data[1], number: parsed.data[2] };
}

function decode(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return undefined;
  }
}
