/* Texts with the worst run time for algorithms that are not linear, for tests and benchmarks. */

/** A base letter with `count` combining marks, half of them in the worst order for the sort of normalisation. */
export function marks(count: number): string {
  return `a${'\u0301'.repeat(count / 2)}${'\u0316'.repeat(count / 2)}`;
}

const octets = new TextEncoder();

/** The text, repeated up to this many octets of UTF-8. */
function filled(octetCount: number, piece: string): string {
  return piece.repeat(Math.max(1, Math.floor(octetCount / octets.encode(piece).length)));
}

/** An ordinary text of this many octets. */
export function plainText(octetCount: number): string {
  return filled(octetCount, 'The list stays empty after the filter is cleared.\n');
}

/** Texts of this many octets each, by the reason why they are slow. */
export function worstTexts(octetCount: number): Record<string, string> {
  return {
    'marks in a row': marks(Math.floor(octetCount / 4) * 2),
    'marks of two octets more': filled(octetCount, '\u{1d165}\u{1d16d}'),
    'as many marks in a row as are allowed': filled(octetCount, `a${'\u0301\u0316'.repeat(15)}`),
    'letters to compose': filled(octetCount, 'e\u0301'),
    'syllables to compose': filled(octetCount, '\u1112\u1161\u11ab'),
    'letters that expand': filled(octetCount, '\ufb2c\u0344'),
    'letters that expand in compatibility forms': filled(octetCount, '\ufdfa'),
    'half-width marks': filled(octetCount, '\uff9e'),
    'final sigmas': filled(octetCount, 'Σ\u00ad'),
    'white space': filled(octetCount, ' \t'),
    'white space before a letter': `${filled(octetCount - 1, ' ')}x`,
    'nothing visible': filled(octetCount, '\u200b'),
    'direction marks': filled(octetCount, '\u202e'),
    'empty lines': filled(octetCount, '\n'),
    'one letter': filled(octetCount, 'a'),
    'at signs': filled(octetCount, '@'),
    'an address without an end': `a@${filled(octetCount - 2, 'a.')}`,
    dots: filled(octetCount, '.'),
    emoji: filled(octetCount, '🦗'),
    'joined emoji': filled(octetCount, '👩‍'),
    'words without spaces': filled(octetCount, 'アイ'),
  };
}
