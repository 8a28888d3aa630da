import { type LikelyDuplicate, maxLikely } from '#contract/bugs/likely-duplicates.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db } from '#server/engine/schema.ts';
import type { Provided } from '#server/extensions/feature.ts';
import { type FoundCandidate, candidatesWith } from './queries.ts';
import { type WeightedTerm, rank, tuning } from './ranking.ts';
import { type Draft, type Term, termsOf } from './words.ts';

/**
 * A word that more than this many bugs have does not find bugs by itself. Up to this limit, all bugs with a word are
 * known, so that both engines rank them alike.
 */
const common = 300;
/** A word that this many bugs have is worth at most half as much as a rare one. */
const half = 5_000;
/** The number of bugs that are compared with the draft. */
const compared = 80;
/** The number of code points compared of each description. */
const begin = 2_000;
/** If rare words find too few bugs, the newest ones are searched for two of the longest common words of the title. */
const pairs = { words: 3, most: 40, among: 2_000, wanted: 20 };

/** Finds possible duplicates of the draft, the likeliest first. */
export async function findLikelyDuplicates(
  db: Db,
  draft: Draft,
  finalBugs: Provided['finalBugs'],
): Promise<LikelyDuplicate[]> {
  const terms = termsOf(draft);
  if (terms.length === 0) return [];
  const { numbers, weighted } = await candidateNumbers(db, terms);
  if (numbers.length === 0) return [];
  const candidates = await candidatesWith(db, numbers, begin);
  const byNumber = new Map(candidates.map((candidate) => [candidate.number, candidate]));
  const ranked = rank(draft, weighted, candidates);
  const likeliest = ranked.slice(0, 2 * maxLikely).flatMap(({ number, words }) => {
    const candidate = byNumber.get(number);
    return candidate ? [{ candidate, words }] : [];
  });
  const finals = await finalBugs(
    db,
    likeliest.map(({ candidate }) => candidate.shown._id),
  );
  return withoutRepeated(likeliest, finals).slice(0, maxLikely);
}

/** The numbers of the bugs that have the most of the rarest words, and the words with their weights. */
async function candidateNumbers(
  db: Db,
  terms: readonly Term[],
): Promise<{ numbers: number[]; weighted: WeightedTerm[] }> {
  const { search } = engineOf(db);
  const found = await search.numbersWith(
    db,
    terms.map(({ text }) => [text]),
    { most: common + 1 },
  );
  const scores = new Map<number, number>();
  const add = (numbers: readonly number[], worth: number) => {
    for (const number of numbers) scores.set(number, (scores.get(number) ?? 0) + worth);
  };
  const weighted = terms.map((term, i) => {
    const numbers = found[i] ?? [];
    // A word that no bug has makes every match less likely, and so counts as a rare one.
    const weight = Math.log1p(half / Math.max(1, numbers.length));
    if (numbers.length <= common) add(numbers, weight * (term.inTitle ? tuning.draftTitle : 1));
    return { ...term, weight };
  });
  if (scores.size < pairs.wanted) {
    const isCommon = ({ inTitle }: Term, i: number) => inTitle && (found[i]?.length ?? 0) > common;
    const sets = pairsOf(terms.filter(isCommon).map(({ text }) => text));
    const ofPairs = await search.numbersWith(db, sets, { most: pairs.most, among: pairs.among });
    for (const numbers of ofPairs) add(numbers, Math.log1p(half / common));
  }
  const best = [...scores].toSorted(([a, x], [b, y]) => y - x || b - a).slice(0, compared);
  return { numbers: best.map(([number]) => number), weighted };
}

/** The pairs of the longest texts, which usually the fewest bugs have. */
function pairsOf(texts: readonly string[]): string[][] {
  const longest = texts.toSorted((a, b) => b.length - a.length).slice(0, pairs.words);
  return longest.flatMap((one, i) => longest.slice(i + 1).map((other) => [one, other]));
}

/** Of a bug and its duplicates, only the likeliest stays. */
function withoutRepeated(
  likeliest: readonly { candidate: FoundCandidate; words: readonly string[] }[],
  finals: Awaited<ReturnType<Provided['finalBugs']>>,
): LikelyDuplicate[] {
  const seen = new Set<string>();
  return likeliest.flatMap(({ candidate: { shown }, words }) => {
    const duplicateOf = finals.get(shown._id) ?? null;
    const counts = duplicateOf?._id ?? shown._id;
    if (seen.has(counts)) return [];
    seen.add(counts);
    return [{ ...shown, words: [...words], duplicateOf }];
  });
}
