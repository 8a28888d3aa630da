import { fold } from '#contract/bugs/search.ts';

/** The length of the longest text that is compared, in UTF-16 units; names are shorter. */
const most = 60;

/**
 * The number of characters to insert, delete, replace or swap with a neighbour to turn one text into the other. Source:
 * Damerau, "A technique for computer detection and correction of spelling errors", 1964.
 */
function distance(one: string, other: string): number {
  let [beforeLast, last]: [number[], number[]] = [[], Array.from({ length: other.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= one.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= other.length; j += 1) {
      const isSame = one[i - 1] === other[j - 1];
      const swaps = i > 1 && j > 1 && one[i - 1] === other[j - 2] && one[i - 2] === other[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + (isSame ? 0 : 1),
        swaps ? (beforeLast[j - 2] ?? 0) + 1 : Infinity,
      );
    }
    [beforeLast, last] = [last, row];
  }
  return last[other.length] ?? 0;
}

/** The closest name: it begins with the text or is a few typos away; empty if there is none. */
export function nearest(text: string, names: Iterable<string>): string {
  const written = fold(text);
  if (written === '' || written.length > most) return '';
  let best = { name: '', score: Math.min(3, Math.floor(written.length / 3) + 1) };
  for (const name of names) {
    const folded = fold(name);
    if (folded.length > most) continue;
    if (Math.abs(folded.length - written.length) < best.score) {
      const score = distance(written, folded);
      if (score < best.score) best = { name, score };
    }
    // A prefix ranks below one typo and above two.
    if (best.score > 1.5 && written.length >= 2 && folded.startsWith(written)) best = { name, score: 1.5 };
  }
  return best.name;
}
