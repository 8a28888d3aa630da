import { diff3Merge } from 'node-diff3';
import { countPairs } from './pairs.ts';

interface MergedText {
  readonly text: string;
  /** Nothing overlapped. Otherwise the text has both versions of what did, the own one first. */
  readonly clean: boolean;
}

/**
 * As many pairs of equal lines as may be weighed against each other: the library takes the cube of what repeats, and
 * at this many a blink. Beyond, the texts overlap as a whole.
 */
const maxPairs = 250_000;

const units = {
  lines: { split: /\r\n|\r|\n/, join: '\n' },
  words: { split: /\s+/, join: ' ' },
};

/**
 * Merges two edits of `base`, line by line or word by word. Edits that touch the same or neighbouring units overlap,
 * unless they are the same edit.
 */
export function mergeText(
  base: string,
  mine: string,
  theirs: string,
  unit: keyof typeof units = 'lines',
): MergedText {
  const { split, join } = units[unit];
  const [before, own, others] = [base.split(split), mine.split(split), theirs.split(split)];
  if (countPairs(before, own) + countPairs(before, others) > maxPairs)
    return { text: [...own, ...others].join(join), clean: false };
  const regions = diff3Merge(own, before, others);
  return {
    text: regions
      .flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])])
      .join(join),
    clean: regions.every(({ conflict }) => conflict === undefined),
  };
}
