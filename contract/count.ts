import * as z from 'zod/mini';
import { wrongType } from './text.ts';

/** A number of a query, from 1 to `max`. */
export function count(name: string, max: number) {
  const error = `${name} must be a number from 1 to ${max}`;
  return z.optional(
    z
      .pipe(
        z
          .string({ error: wrongType(name, 'a number') })
          .check(z.regex(/^[1-9][0-9]{0,9}$/, { error, abort: true })),
        z.transform(Number),
      )
      .check(z.refine((value) => value <= max, { error })),
  );
}
