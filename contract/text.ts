import * as z from 'zod/mini';
import { catalogue, type Message, says } from './messages.ts';
import { composed, hasLongMarkRun, maxMarks, maybeWithin } from './normalise.ts';

/** The length of a text: its code points after Unicode NFC, so that both ways of typing é count once. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of composed(text)) length += 1;
  return length;
}

/** Whether both databases and the browser can store the text: no NUL and no unpaired surrogate. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

interface Field {
  readonly field: string;
}

/** Messages of the rules for any field. */
export const fieldMessages = catalogue('field', {
  required: ({ field }: Field) => `${field} is required`,
  notText: ({ field }: Field) => `${field} must be text`,
  notNumber: ({ field }: Field) => `${field} must be a number`,
  notBoolean: ({ field }: Field) => `${field} must be true or false`,
  notId: () => 'Not an id',
  tooLong: ({ field, max }: Field & { max: number }) =>
    `${field} must be at most ${max.toLocaleString('en')} characters`,
  tooLongBy: ({ field, by }: Field & { by: number }) =>
    `${field} is ${by.toLocaleString('en')} character${by === 1 ? '' : 's'} too long`,
  tooShort: ({ field, min }: Field & { min: number }) => `${field} must be at least ${min} characters`,
  notStorable: ({ field }: Field) => `${field} contains characters that cannot be stored`,
  tooManyMarks: ({ field, max }: Field & { max: number }) =>
    `${field} must not have more than ${max} combining marks in a row`,
  unprintable: ({ field, direction }: Field & { direction: 'marks' | 'overrides' }) =>
    `${field} must not contain line breaks, control characters or direction ${direction}`,
  outOfRange: ({ field, max }: Field & { max: number }) => `${field} must be a number from 1 to ${max}`,
  notOneOf: ({ field, values }: Field & { values: readonly string[] }) =>
    `${field} must be one of ${values.join(', ')}`,
});

/** A required field; `otherwise` is the message for a wrong type. */
export function required(field: string, otherwise: Message) {
  return says((input) =>
    input === undefined || input === null ? fieldMessages.required({ field }) : otherwise,
  );
}

/**
 * The checks that come before any other processing of a text: no invalid characters, and no size or combining marks that
 * would make processing slow. `max` is the maximum length in code points; slightly longer texts may pass.
 */
export function textChecks(
  field: string,
  { max, error = fieldMessages.tooLong({ field, max }) }: { max: number; error?: Message },
) {
  return [
    z.refine<string>((text) => maybeWithin(text, max), {
      error: says(error),
      abort: true,
    }),
    z.refine<string>(isCleanText, {
      error: says(fieldMessages.notStorable({ field })),
      abort: true,
    }),
    z.refine<string>((text) => !hasLongMarkRun(text), {
      error: says(fieldMessages.tooManyMarks({ field, max: maxMarks })),
      abort: true,
    }),
  ] as const;
}

/** A text of at most `max` code points; `field` names it in messages, `error` is the one of a text that is too long. */
export function cleanText(
  field: string,
  { max, error = fieldMessages.tooLong({ field, max }) }: { max: number; error?: Message },
) {
  return z.string({ error: required(field, fieldMessages.notText({ field })) }).check(
    ...textChecks(field, { max, error }),
    z.refine((value) => textLength(value) <= max, { error: says(error), abort: true }),
    z.meta({ maxLength: max }),
  );
}

/** A required text of at most `max` code points that is not blank. It is stored exactly as typed. */
export function requiredText(field: string, { max }: { max: number }) {
  // The length of the last checked text: counting it again for the message would take as long.
  let length = 0;
  return z.string({ error: required(field, fieldMessages.notText({ field })) }).check(
    ...textChecks(field, { max }),
    z.refine((value) => (length = textLength(value)) <= max, {
      error: says(() => fieldMessages.tooLongBy({ field, by: length - max })),
      abort: true,
    }),
    z.refine((value) => value.trim() !== '', { error: says(fieldMessages.required({ field })), abort: true }),
    z.meta({ minLength: 1, maxLength: max }),
  );
}

/** Characters that would break a line, move a terminal's cursor, or reorder the text around them. */
const unprintable = {
  /** In a name, which is shown within other texts. */
  name: { pattern: /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u, direction: 'marks' },
  /** Characters not allowed in a title, in which right-to-left text needs direction marks for punctuation. */
  title: {
    pattern: /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
    direction: 'overrides',
  },
} as const;

/** A character that is visible on its own. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}]/u;

/** A required text of one line and at most `max` code points, with at least one visible character. Surrounding white space is trimmed. */
export function requiredLine(field: string, { max, as }: { max: number; as: keyof typeof unprintable }) {
  const { pattern, direction } = unprintable[as];
  return z.string({ error: required(field, fieldMessages.notText({ field })) }).check(
    ...textChecks(field, { max }),
    z.trim(),
    z.refine((value) => visible.test(value), { error: says(fieldMessages.required({ field })), abort: true }),
    z.refine((value) => textLength(value) <= max, {
      error: says(fieldMessages.tooLong({ field, max })),
      abort: true,
    }),
    z.refine((value) => !pattern.test(value), {
      error: says(fieldMessages.unprintable({ field, direction })),
    }),
    z.meta({ minLength: 1, maxLength: max }),
  );
}

/** An id: a lower-case UUID. */
export const id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: says(fieldMessages.notId()) }));

/** An id. `error` is the message for anything else. */
export function idSaying(error: Message) {
  const wrong = { error: says(error) };
  return z.string(wrong).check(z.refine((value) => id.safeParse(value).success, wrong));
}

/** An id, or null; an empty text counts as null. `error` is the message for anything else. */
export function idOrNone(error: Message) {
  const wrong = { error: says(error) };
  return z.pipe(
    z.nullable(
      z.string(wrong).check(z.refine((value) => value === '' || id.safeParse(value).success, wrong)),
    ),
    z.transform((value: string | null) => (value === '' ? null : value)),
  );
}

/** A list of at most `max` ids, without duplicates once it is parsed. `error` is the message for anything else. */
export function idList(max: number, { error, tooMany = error }: { error: Message; tooMany?: Message }) {
  const wrong = { error: says(error) };
  return z.pipe(
    z.array(idSaying(error), wrong).check(z.maxLength(max, { error: says(tooMany) })),
    z.transform((ids: string[]) => [...new Set(ids)]),
  );
}

/** Whether a query parameter is `none`, or at most `max` ids, separated by commas. */
export function areIdsOrNone(text: string, max: number): boolean {
  const ids = text.split(',');
  return text === 'none' || (ids.length <= max && ids.every((one) => id.safeParse(one).success));
}

/** A query parameter of at most `max` ids, separated by commas, or `none`. `error` is the message for anything else. */
export function idsOrNone(max: number, error: Message) {
  const wrong = { error: says(error) };
  return z.optional(z.string(wrong).check(z.refine((text) => areIdsOrNone(text, max), wrong)));
}

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

/** A moment: ISO 8601 in UTC with milliseconds. */
export const timestamp = z.string().check(z.meta({ format: 'date-time' }));
