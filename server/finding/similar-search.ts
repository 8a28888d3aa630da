import { sql } from 'kysely';
import { fold, inComments, unmarked } from '#contract/bugs/search.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import { trigram } from '#server/engine/search.ts';

/*
 * Finds the words that a mistyped search may mean, by the search index. All steps have limits that do not depend on the
 * contents of bugs.
 */

/** Longer searches, and those with more unknown words, are not typing mistakes. */
const most = { words: 8, unknown: 2 };
/** The lengths in code points of words that are replaced. */
const lengths = { least: 4, most: 24 };
/** One mistake costs words up to this length most of their trigrams, so they are also searched for with it undone. */
const short = 8;
/** How many bugs each part of a word finds, and how many of all those found are read. */
const bugs = { perPart: 200, read: 60 };
/** The number of code points read of each description. */
const begin = 2_000;
/** Less similar words are not offered. */
const leastSimilarity = 0.55;

/** The same search with a similar word for each word that no bug contains. Undefined if there is none to replace. */
export async function similarSearch(db: Db, q: string): Promise<string | undefined> {
  const parts = q.match(/"[^"]*"?|\s+|[^\s"]+/g) ?? [];
  const words = parts.filter(isWord);
  if (words.length === 0 || words.length > most.words) return undefined;
  const found = await engineOf(db).search.numbersWith(
    db,
    words.map((word) => [fold(word)]),
    { most: 1 },
  );
  const unknown = words.filter((_, i) => found[i]?.length === 0);
  if (unknown.length === 0 || unknown.length > most.unknown) return undefined;
  const similar = new Map<string, string>();
  for (const word of unknown) {
    const best = await similarWord(db, fold(word));
    if (best === undefined) return undefined;
    similar.set(word, best);
  }
  return parts.map((part) => similar.get(part) ?? part).join('');
}

/** Whether a part of a search is a word that may be mistyped. */
function isWord(part: string): boolean {
  const { length } = [...part];
  const isLong = length >= lengths.least && length <= lengths.most;
  return isLong && part !== inComments && /^[\p{L}\p{N}\p{M}'’-]+$/u.test(part) && /\p{L}/u.test(part);
}

/**
 * The most similar word in the bugs that contain the most parts of this folded word; of equally similar words, the most
 * frequent.
 */
async function similarWord(db: Db, word: string): Promise<string | undefined> {
  const numbers = await bugsLike(db, word);
  if (numbers.length === 0) return undefined;
  const counts = await wordsOf(db, numbers);
  const trigrams = trigramsOf(word);
  const ranked = [...counts]
    .map(([other, count]) => ({ other, count, folded: unmarked(other) }))
    .filter(({ folded }) => Math.abs(folded.length - word.length) <= word.length / 2)
    .map((each) => ({ ...each, similarity: similarityOf(word, trigrams, each.folded) }))
    .filter(({ similarity }) => similarity >= leastSimilarity)
    .toSorted(
      (one, two) =>
        two.similarity - one.similarity || two.count - one.count || (one.other < two.other ? -1 : 1),
    );
  return ranked[0]?.other;
}

/** The numbers of the bugs that contain the most and the rarest parts of the word. */
async function bugsLike(db: Db, word: string): Promise<readonly number[]> {
  const found = await engineOf(db).search.numbersWith(
    db,
    partsOf(word).map((part) => [part]),
    { most: bugs.perPart },
  );
  const scores = new Map<number, number>();
  for (const numbers of found) {
    const weight = 1 / Math.log2(2 + numbers.length);
    for (const number of numbers) scores.set(number, (scores.get(number) ?? 0) + weight);
  }
  return [...scores]
    .toSorted(([a, x], [b, y]) => y - x || b - a)
    .slice(0, bugs.read)
    .map(([number]) => number);
}

/**
 * The parts of a word, some of which remain after one mistake: all parts of half its length. For a short word, also the
 * word without one of its letters, and with two neighbouring letters exchanged.
 */
function partsOf(word: string): readonly string[] {
  const points = [...word];
  const { length } = points;
  const size = Math.max(trigram, Math.floor(length / 2));
  const parts = new Set(
    Array.from({ length: length - size + 1 }, (_, at) => points.slice(at, at + size).join('')),
  );
  if (length <= short)
    for (const at of points.keys()) {
      parts.add(points.toSpliced(at, 1).join(''));
      const [one, next] = points.slice(at, at + 2);
      if (one !== undefined && next !== undefined) parts.add(points.toSpliced(at, 2, next, one).join(''));
    }
  return [...parts].filter((part) => part !== word && [...part].length >= trigram);
}

/** The words of the beginnings of these bugs, each with the number of bugs that have it. */
async function wordsOf(db: Db, numbers: readonly number[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('bugs')
    .select(sql<string>`coalesce(title_marked, title_fold)`.as('title'))
    .select(
      sql<string>`substr(coalesce(description_marked, description_fold), 1, ${begin})`.as('description'),
    )
    .where(engineOf(db).isAmong('bugs.number', JSON.stringify(numbers), 'integer'))
    .execute();
  const counts = new Map<string, number>();
  for (const { title, description } of rows) {
    const all = `${title} ${description}`.match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
    for (const one of new Set(all)) counts.set(one, (counts.get(one) ?? 0) + 1);
  }
  return counts;
}

/**
 * The similarity of two words from 0 to about 1: the mean of the shares of their trigrams and of their letters that are
 * the same.
 */
function similarityOf(word: string, trigrams: ReadonlySet<string>, other: string): number {
  const others = trigramsOf(other);
  let both = 0;
  for (const each of trigrams) if (others.has(each)) both += 1;
  const dice = (2 * both) / (trigrams.size + others.size);
  const letters = 1 - distance(word, other) / Math.max(word.length, other.length);
  // Mistakes in the first letter are rare.
  return (dice + letters) / 2 + (word[0] === other[0] ? 0.02 : 0);
}

/** The trigrams of the word with its two ends marked, as in `pg_trgm`. */
function trigramsOf(word: string): ReadonlySet<string> {
  const marked = `  ${word} `;
  return new Set(Array.from({ length: word.length + 1 }, (_, at) => marked.slice(at, at + trigram)));
}

/** The edit distance: how many letters must be added, removed, replaced or exchanged with the next one. */
function distance(one: string, other: string): number {
  let [before, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const cost = one[i - 1] === other[j - 1] ? 0 : 1;
      const isExchange = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + cost,
        isExchange ? (before[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [before, last] = [last, row];
  }
  return last[other.length] ?? 0;
}
