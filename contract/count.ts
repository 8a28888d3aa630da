import * as z from 'zod/mini';
import { says } from './messages.ts';
import { fieldMessages, required } from './text.ts';

/** A number of a query, from 1 to `max`. */
export function count(field: string, max: number) {
  const error = says(fieldMessages.outOfRange({ field, max }));
  return z.optional(
    z
      .pipe(
        z
          .string({ error: required(field, fieldMessages.notNumber({ field })) })
          .check(z.regex(/^[1-9][0-9]{0,9}$/, { error, abort: true })),
        z.transform(Number),
      )
      .check(z.refine((value) => value <= max, { error })),
  );
}
