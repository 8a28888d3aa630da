import type { Draft, Term } from './words.ts';
import { fold } from '#contract/bugs/search.ts';
import { trigram } from '#server/engine/search.ts';

/** A possible duplicate of a draft; its texts are folded. */
export interface Candidate {
  readonly number: number;
  readonly title: string;
  readonly description: string;
}

/** A term of the draft with its weight: the fewer bugs have it, the higher. */
export interface WeightedTerm extends Term {
  readonly weight: number;
}

export interface Ranked {
  readonly number: number;
  /** From 0 to about 1: how much of the draft the bug has. */
  readonly score: number;
  /** The terms that it has, by descending weight. */
  readonly words: readonly string[];
}

/** Found by trying values on the pairs of `lab/bench/data/duplicates-tuning.json`. */
export const tuning = {
  /** The weight of a term in the draft's title, relative to one in its description. */
  draftTitle: 1.5,
  /** The weight of a term in the bug's title, relative to one in its description. */
  title: 1.5,
  /** BM25: the saturation of repeated words, and the penalty for long texts. */
  k1: 1.2,
  b: 0.1,
  /** The weight of the trigrams that both titles have, relative to the words. */
  overlap: 0.25,
  /** Bugs with a lower score are left out. */
  least: 0.09,
};

const letter = /[\p{L}\p{N}]/u;

/** How often the text has the term at the beginning of a word; further in, it counts for less. */
function occurrences(text: string, term: string): number {
  let count = 0;
  for (let at = text.indexOf(term); at !== -1 && count < 4; at = text.indexOf(term, at + term.length))
    count += at === 0 || !letter.test(text[at - 1] ?? '') ? 1 : 0.3;
  return count;
}

/** The trigrams of a folded text's letters and digits. */
function trigramsOf(text: string): ReadonlySet<string> {
  const plain = ` ${text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  const found = new Set<string>();
  for (let at = 0; at + trigram <= plain.length; at += 1) found.add(plain.slice(at, at + trigram));
  return found;
}

/** The similarity of two sets: 1 where they are equal, 0 where they are disjoint. */
function dice(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let both = 0;
  for (const each of one) if (other.has(each)) both += 1;
  return one.size + other.size === 0 ? 0 : (2 * both) / (one.size + other.size);
}

/**
 * The candidates that are likely to be what the draft describes, the likeliest first; of equal ones the newest. Scored
 * by the trigrams of the titles, and by BM25 over title and description, divided by the score of a bug with every word
 * in its title. Source: Robertson and Zaragoza, "The Probabilistic Relevance Framework: BM25 and Beyond", 2009.
 */
export function rank(
  draft: Draft,
  terms: readonly WeightedTerm[],
  candidates: readonly Candidate[],
  { draftTitle, title, k1, b, overlap, least }: typeof tuning = tuning,
): readonly Ranked[] {
  const worth = (term: WeightedTerm) => term.weight * (term.inTitle ? draftTitle : 1);
  const all = terms.reduce((sum, term) => sum + worth(term), 0);
  if (all === 0) return [];
  const lengths = candidates.map(lengthOf);
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length);
  const titleTrigrams = trigramsOf(fold(draft.title));
  return candidates
    .map((candidate, i) => {
      const norm = k1 * (1 - b + (b * (lengths[i] ?? mean)) / Math.max(1, mean));
      const had = terms.flatMap((term) => {
        const often =
          title * occurrences(candidate.title, term.text) + occurrences(candidate.description, term.text);
        return often === 0 ? [] : [{ term, value: (worth(term) * often) / (often + norm) }];
      });
      const matched = had.reduce((sum, { value }) => sum + value, 0) / all;
      const likeness = dice(titleTrigrams, trigramsOf(candidate.title));
      return {
        number: candidate.number,
        score: matched + overlap * likeness,
        words: had.toSorted((x, y) => y.value - x.value).map(({ term }) => term.text),
      };
    })
    .filter(({ score, words }) => words.length > 0 && score >= least)
    .toSorted((x, y) => y.score - x.score || y.number - x.number);
}

function lengthOf({ title, description }: Candidate): number {
  return title.length + description.length;
}
