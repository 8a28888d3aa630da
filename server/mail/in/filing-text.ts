import { headerText } from '#server/mail/header-text.ts';

/** The length of the longest title, in code points. */
const maxTitle = 200;

const prefixes = /^(?:(?:re|aw|sv|antw|fwd?|wg|tr|rv|vs)\s*(?:\[\d{1,3}\])?\s*:\s*)+/iu;

/**
 * The title of a bug from a message's subject: one line, without `Re:` and `Fwd:`. If it is too long, it is cut and
 * `isCut` is true; if nothing meaningful is left, it is empty.
 */
export function titleOf(subject: string): { title: string; isCut: boolean } {
  // A subject is at most as long as a header: with more than 300 characters, it is cut here already.
  const line = headerText(subject).normalize('NFC').replace(prefixes, '').trim();
  const characters = Array.from(line);
  if (characters.length <= maxTitle) return { title: line, isCut: false };
  return {
    title: `${characters
      .slice(0, maxTitle - 1)
      .join('')
      .trimEnd()}…`,
    isCut: true,
  };
}
