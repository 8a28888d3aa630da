import { headerWords } from './reply-words.ts';

/**
 * The kind of a line: text, empty, part of a quote, `On … wrote:` above a quote, headers (possibly of a forwarded
 * message), or always dropped.
 */
export type Kind = 'text' | 'empty' | 'quote' | 'above' | 'headers' | 'dropped';

/** A line of a message. */
export interface Line {
  readonly text: string;
  /** Normalised for comparison: in lower case, without surrounding stars and rulers. */
  readonly bare: string;
  /** The kind of header that it begins with. */
  readonly header: string | undefined;
}

/** Longer lines are text: what mail programs write above quotes is shorter. This bounds the work per line. */
export const maxMarkLength = 400;

const headerKinds = new Map(
  Object.entries(headerWords).flatMap(([kind, words]) => words.map((word) => [word, kind] as const)),
);

const edges = new Set(' \t*_|-');

export function readLine(text: string): Line {
  const bare = text.length > maxMarkLength ? '' : bareOf(text);
  return { text, bare, header: headerOf(bare) };
}

function bareOf(line: string): string {
  const spaced = line.replaceAll(/[\u00a0\u202f\u200e\u200f\u200b]/gu, ' ').replaceAll('’', "'");
  let [start, end] = [0, spaced.length];
  while (start < end && edges.has(spaced[start] ?? '')) start += 1;
  while (end > start && edges.has(spaced[end - 1] ?? '')) end -= 1;
  return spaced.slice(start, end).toLowerCase();
}

/** Whether it is only a ruler of at least this many characters. */
export function isRuler(line: Line | undefined, length: number): boolean {
  const text = line?.text.trim() ?? '';
  return text.length >= length && /^[-_=*—–]+$/u.test(text);
}

/** The header that a line begins with: `*From:* …`. */
function headerOf(bare: string): string | undefined {
  const colon = bare.slice(0, 30).search(/[:：]/u);
  return colon < 1 ? undefined : headerKinds.get(bare.slice(0, colon).replaceAll('*', '').trim());
}

/** The kind of the next line that is not empty. */
export function nextKind(kinds: readonly Kind[], from: number): Kind | undefined {
  let at = from;
  while (kinds[at] === 'empty') at += 1;
  return kinds[at];
}
