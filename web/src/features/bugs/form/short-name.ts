import type { Bug } from '#web/lib/api/specified.ts';
import { formTexts } from './texts.ts';

/** A bug as a sentence names it: by its number, or by its title where bugs have no numbers. */
export function shortName({ number, title }: Bug): string {
  return number === undefined ? formTexts.quoted(title) : `#${number}`;
}
