import * as z from 'zod/mini';
import { composed, hasLongMarkRun, maxMarks, maybeWithin } from './normalise.ts';

/** How long a text is: code points after Unicode NFC, so that é counts once however it was typed. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of composed(text)) length += 1;
  return length;
}

/** Whether both databases and the browser can store the text: no NUL and no unpaired surrogate. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The message of a field that was left out or is of a wrong type. */
export function wrongType(label: string, kind: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? `${label} is required` : `${label} must be ${kind}`;
}

/** The message of a text that is too long. */
export function tooLong(label: string, max: number): string {
  return `${label} must be at most ${max.toLocaleString('en')} characters`;
}

/**
 * The checks that come before any other processing of a text: no invalid characters, and no size or combining marks that
 * would make processing slow. `max` is the maximum length in code points; slightly longer texts may pass.
 */
export function textChecks(label: string, { max, error }: { max: number; error?: string }) {
  return [
    z.refine<string>((text) => maybeWithin(text, max), {
      error: error ?? tooLong(label, max),
      abort: true,
    }),
    z.refine<string>(isCleanText, {
      error: `${label} contains characters that cannot be stored`,
      abort: true,
    }),
    z.refine<string>((text) => !hasLongMarkRun(text), {
      error: `${label} must not have more than ${maxMarks} combining marks in a row`,
      abort: true,
    }),
  ] as const;
}

/** A text of at most `max` code points; `label` begins its messages, `error` is the one of a text that is too long. */
export function cleanText(label: string, { max, error }: { max: number; error?: string }) {
  return z.string({ error: wrongType(label, 'text') }).check(
    ...textChecks(label, { max, ...(error !== undefined && { error }) }),
    z.refine((value) => textLength(value) <= max, { error: error ?? tooLong(label, max), abort: true }),
    z.meta({ maxLength: max }),
  );
}

/** A required text of at most `max` code points that is not blank. It stays exactly as typed. */
export function requiredText(label: string, { max }: { max: number }) {
  return cleanText(label, { max }).check(
    z.refine((value) => value.trim() !== '', { error: `${label} is required`, abort: true }),
    z.meta({ minLength: 1, maxLength: max }),
  );
}

/** Characters that would break a line, move a terminal's cursor, or reorder the text around them. */
const unprintable = {
  /** In a name, which is shown within other texts. */
  name: { pattern: /[\p{Cc}\u2028\u2029\p{Bidi_Control}]/u, says: 'direction marks' },
  /** In a title, where right-to-left text needs direction marks for punctuation. */
  title: {
    pattern: /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u,
    says: 'direction overrides',
  },
};

/** A character that is visible on its own. */
const visible = /(?![\p{Default_Ignorable_Code_Point}\u2800])[^\p{Cc}\p{Cf}\p{Cs}\p{Z}\p{M}]/u;

/** A required text of one line and at most `max` code points, with at least one visible character. Surrounding white space is trimmed. */
export function requiredLine(label: string, { max, as }: { max: number; as: keyof typeof unprintable }) {
  const { pattern, says } = unprintable[as];
  return z.string({ error: wrongType(label, 'text') }).check(
    ...textChecks(label, { max }),
    z.trim(),
    z.refine((value) => visible.test(value), { error: `${label} is required`, abort: true }),
    z.refine((value) => textLength(value) <= max, { error: tooLong(label, max), abort: true }),
    z.refine((value) => !pattern.test(value), {
      error: `${label} must not contain line breaks, control characters or ${says}`,
    }),
    z.meta({ minLength: 1, maxLength: max }),
  );
}

/** An id: a lower-case UUID. */
export const id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: 'Not an id' }));

/** A moment: ISO 8601 in UTC with milliseconds. */
export const timestamp = z.string().check(z.meta({ format: 'date-time' }));
