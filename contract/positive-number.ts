import * as z from 'zod/mini';
import { says } from './messages.ts';
import { fieldMessages, required } from './text.ts';

/** A query parameter that is a whole number from 1 to `max`. */
export function positiveNumber(field: string, max: number) {
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
