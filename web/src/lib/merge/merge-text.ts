import { diff3Merge } from 'node-diff3';
import { commonLength, stepsToCompare } from './diff-units.ts';

interface MergedText {
  readonly text: string;
  /** Whether no edits overlapped. If some did, the text has both versions of them, the own one first. */
  readonly clean: boolean;
}

/** The maximum number of steps of a comparison, some tenths of a second at most. Beyond it, all differences overlap. */
const maxSteps = 50_000_000;

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
  const start = Math.min(commonLength(before, own), commonLength(before, others));
  const fromEnd = (all: Units) => all.slice(start).toReversed();
  const last = fromEnd(before);
  const end = Math.min(commonLength(last, fromEnd(own)), commonLength(last, fromEnd(others)));
  const inner = (all: Units) => all.slice(start, all.length - end);
  const merged = mergeUnits(inner(before), inner(own), inner(others));
  return {
    text: [...before.slice(0, start), ...merged.units, ...before.slice(before.length - end)].join(join),
    clean: merged.clean,
  };
}

type Units = readonly string[];

function mergeUnits(before: Units, own: Units, others: Units): { units: Units; clean: boolean } {
  if (stepsToCompare(before, own) + stepsToCompare(before, others) > maxSteps)
    return { units: [...own, ...others], clean: false };
  const regions = diff3Merge([...own], [...before], [...others]);
  return {
    units: regions.flatMap(({ ok, conflict }) => ok ?? [...(conflict?.a ?? []), ...(conflict?.b ?? [])]),
    clean: regions.every(({ conflict }) => conflict === undefined),
  };
}
