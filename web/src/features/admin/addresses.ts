import { email } from '#contract/accounts/users.ts';

/**
 * The e-mail addresses in a pasted text, separated by commas, semicolons, spaces or new lines, also as in
 * `"Doe, Jane" <jane@example.com>`; and the other words in it.
 */
export function addressesIn(text: string): { addresses: string[]; others: string[] } {
  const words = text
    .replaceAll(/"[^"\n]*"/g, ' ')
    .split(/[,;\n\r]/)
    .flatMap(wordsIn);
  const isAddress = (word: string) => email.safeParse(word).success;
  return {
    addresses: words.filter((word) => isAddress(word)),
    others: words.filter((word) => !isAddress(word)),
  };
}

/** The words of a piece. If it has angle brackets, words outside them are taken for a name, unless they contain `@`. */
function wordsIn(piece: string): string[] {
  const bracketed = [...piece.matchAll(/<([^<>]*)>/g)].map(([, inside = '']) => inside.trim());
  const rest = piece
    .replaceAll(/<[^<>]*>/g, ' ')
    .split(/\s/)
    .filter((word) => word !== '' && (bracketed.length === 0 || word.includes('@')));
  return [...rest, ...bracketed.filter((word) => word !== '')].map((word) => word.replace(/^mailto:/i, ''));
}
