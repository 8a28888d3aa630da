import { fold } from '#contract/bugs/search.ts';
import { trigram } from '#server/engine/search.ts';
import { stopWords } from './stop-words.ts';

/** The text of a bug that is about to be filed. */
export interface Draft {
  readonly title: string;
  readonly description: string;
}

/** The folded stem of a word of a draft, which its other forms share: `delet` for `deleting`. */
export interface Term {
  readonly text: string;
  readonly inTitle: boolean;
}

/** The lengths of text that are compared, in UTF-16 code units. Reports name their subject at the beginning. */
const lookedAt = { title: 400, description: 2_000 };
/** The maximum number of words that are searched for: of the title, and in all. */
const most = { inTitle: 14, terms: 20 };
/** A longer run of letters is not a word: its beginning is searched for. */
const longest = 32;
/** The maximum number of parts of a run of characters in a script without spaces between words. */
const partsOfRun = 8;

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu;
const withoutSpaces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u;

/** The significant words of a draft, words of the title first. */
export function termsOf({ title, description }: Draft): readonly Term[] {
  const ofTitle = [...distinct(title.slice(0, lookedAt.title), most.inTitle)];
  const others = distinct(description.slice(0, lookedAt.description), most.terms);
  const ofDescription = [...others].filter((text) => !ofTitle.includes(text));
  return [
    ...ofTitle.map((text) => ({ text, inTitle: true })),
    ...ofDescription.slice(0, most.terms - ofTitle.length).map((text) => ({ text, inTitle: false })),
  ];
}

/** The first of the words of a text, each once. */
function distinct(text: string, limit: number): ReadonlySet<string> {
  const found = new Set<string>();
  // A cut may have left half of a character.
  for (const [run] of fold(text.toWellFormed()).matchAll(word)) {
    for (const part of partsOf(run)) {
      found.add(part);
      if (found.size === limit) return found;
    }
  }
  return found;
}

function partsOf(run: string): readonly string[] {
  const points = Array.from(run.slice(0, 2 * longest)).slice(0, longest);
  if (points.length < trigram) return [];
  if (withoutSpaces.test(run)) {
    const parts = points.slice(trigram - 1).map((_, at) => points.slice(at, at + trigram).join(''));
    return parts.slice(0, partsOfRun);
  }
  const whole = points.join('');
  return stopWords.has(whole) ? [] : [withoutRepeats(stemOf(whole))];
}

/**
 * The text up to the first repeated trigram. In the worst case, looking up a phrase takes the product of its length and
 * of the number of places of its trigrams; without repeats, it takes no longer than reading the texts.
 */
function withoutRepeats(text: string): string {
  const points = Array.from(text);
  const seen = new Set<string>();
  const end = points.findIndex((_, at) => {
    const one = points.slice(at, at + trigram).join('');
    const isRepeat = seen.has(one);
    seen.add(one);
    return isRepeat;
  });
  return end === -1 ? text : points.slice(0, end + trigram - 1).join('');
}

/** Endings of English and German words, with the minimum length of what remains. The longest that fits is removed. */
const endings: readonly (readonly [string, number])[] = [
  ['ations', 4],
  ['ation', 4],
  ['ungen', 4],
  ['ings', 4],
  ['ions', 4],
  ['ing', 4],
  ['ion', 4],
  ['ies', 4],
  ['ied', 4],
  ['ers', 4],
  ['ung', 4],
  ['ern', 5],
  ['er', 4],
  ['es', 4],
  ['ed', 4],
  ['ly', 4],
  ['en', 5],
  ['em', 5],
  ['s', 3],
  ['e', 4],
  ['y', 4],
];

const doubled = /([bdfgklmnprst])\1$/;

/** The stem of the word, which most of its other forms contain. */
export function stemOf(text: string): string {
  const found = endings.find(
    ([ending, left]) => text.endsWith(ending) && text.length - ending.length >= left,
  );
  if (!found) return text;
  const stem = text.slice(0, -found[0].length);
  // `snapped` contains `snap`, and a search for `pres` finds `press` as well.
  return stem.length > trigram ? stem.replace(doubled, '$1') : stem;
}
