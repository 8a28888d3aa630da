import * as z from 'zod/mini';

/** How long a text is: code points after Unicode NFC, so that é counts once however it was typed. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of text.normalize('NFC')) length += 1;
  return length;
}

/** Whether every store and every screen can hold the text: no NUL and no half of a surrogate pair. */
export function isCleanText(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0');
}

/** The message of a field that was left out or is of a wrong type. */
export function wrongType(label: string, kind: string) {
  return (issue: { input?: unknown }) =>
    issue.input === undefined || issue.input === null ? `${label} is required` : `${label} must be ${kind}`;
}

/** Any string that is clean text; `label` begins its messages. */
export function cleanText(label: string) {
  const error = `${label} contains characters that cannot be stored`;
  return z.string({ error: wrongType(label, 'text') }).check(z.refine(isCleanText, { error, abort: true }));
}

/**
 * A required text of at most `max` code points that is not blank.
 * Surrounding white space is trimmed where `trim` says so; otherwise the text stays exactly as typed.
 */
export function requiredText(label: string, { max, trim }: { max: number; trim: boolean }) {
  const text = trim ? cleanText(label).check(z.trim()) : cleanText(label);
  return text.check(
    z.refine((value) => value.trim() !== '', { error: `${label} is required`, abort: true }),
    z.refine((value) => textLength(value) <= max, {
      error: `${label} must be at most ${max.toLocaleString('en')} characters`,
    }),
    z.meta({ minLength: 1, maxLength: max }),
  );
}

/** The id of anything stored: a UUID in its usual lower-case form. */
export const id = z
  .string()
  .check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/, { error: 'Not an id' }));

/** A moment: ISO 8601 in UTC with milliseconds. */
export const timestamp = z.string().check(z.meta({ format: 'date-time' }));
