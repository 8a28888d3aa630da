import { fold } from '#contract/bugs/search.ts';

/** A part of a title, and whether it matched. */
export interface TitlePart {
  /** Its start position. */
  readonly at: number;
  readonly text: string;
  readonly isMatch: boolean;
}

const letters = /[\p{L}\p{N}\p{M}]+/gu;

/**
 * Splits the title into parts, separating words that begin with a matched text; `rest` are the matched texts that no
 * word begins with.
 */
export function partsOf(title: string, matched: readonly string[]): { parts: TitlePart[]; rest: string[] } {
  const parts: TitlePart[] = [];
  const seen = new Set<string>();
  let end = 0;
  for (const { 0: word, index } of title.matchAll(letters)) {
    const folded = fold(word);
    const matching = matched.filter((each) => folded.startsWith(each));
    if (matching.length === 0) continue;
    for (const each of matching) seen.add(each);
    if (index > end) parts.push({ at: end, text: title.slice(end, index), isMatch: false });
    parts.push({ at: index, text: word, isMatch: true });
    end = index + word.length;
  }
  if (end < title.length) parts.push({ at: end, text: title.slice(end), isMatch: false });
  return { parts, rest: matched.filter((each) => !seen.has(each)) };
}

/** The typed text of each matching part of a word. */
export function typedWords(typed: string, matched: readonly string[]): string[] {
  const words = [...typed.matchAll(letters)].map(([word]) => word);
  return matched.flatMap((each) => words.find((word) => fold(word).startsWith(each)) ?? []);
}
