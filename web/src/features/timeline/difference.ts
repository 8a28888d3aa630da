import { type Budget, diffUnits, type Stretch } from '#web/lib/merge/diff-units.ts';

/** A piece of a line; marked where it differs from the line that it replaces, or that replaces it. */
export interface Piece {
  readonly text: string;
  readonly isMarked: boolean;
}

/** A line of either text, or a placeholder for many lines that are in both. */
export type Row =
  | { readonly kind: 'same' | 'removed' | 'added'; readonly pieces: readonly Piece[] }
  | { readonly kind: 'unchanged'; readonly count: number };

/** The number of equal lines shown around differing ones. */
const context = 2;
/** A line that keeps less than this share of its text counts as replaced, not changed. */
const likeness = 0.3;
/**
 * The budget of a difference, because a page may have a hundred of them. Lines are compared before words; without
 * budget, no words are marked.
 */
const most = { steps: 1_000_000, characters: 10_000 };
const words = new Intl.Segmenter('en', { granularity: 'word' });

/** The differences by line and within lines; none if only line endings differ. */
export function differenceOf(from: string, to: string): Row[] {
  const budget = { ...most };
  const stretches = diffUnits(linesOf(from), linesOf(to), budget);
  if (stretches.every((stretch) => 'same' in stretch)) return [];
  return stretches.flatMap((stretch, index) =>
    'same' in stretch
      ? shortened(stretch.same, { before: index > 0, behind: index < stretches.length - 1 })
      : changed(stretch, budget),
  );
}

function linesOf(text: string): string[] {
  return text.split(/\r\n|\r|\n/);
}

const whole = (text: string): Piece[] => [{ text, isMarked: false }];

/** Equal lines, without those far from the differences `before` and `behind` them. */
function shortened(
  lines: readonly string[],
  { before, behind }: { before: boolean; behind: boolean },
): Row[] {
  const [head, tail] = [before ? context : 0, behind ? context : 0];
  const rows = lines.map((line): Row => ({ kind: 'same', pieces: whole(line) }));
  const count = lines.length - head - tail;
  // A notice of one omitted line takes as much space as the line.
  return count < 2 ? rows : rows.toSpliced(head, count, { kind: 'unchanged', count });
}

/** All removed lines, then all added ones; words that differ between a line and its counterpart are marked. */
function changed({ removed, added }: Exclude<Stretch, { same: unknown }>, budget: LineBudget): Row[] {
  const pairs = removed
    .slice(0, added.length)
    .map((line, index) => wordsBetween(line, added[index] ?? '', budget));
  return [
    ...removed.map((line, index): Row => ({ kind: 'removed', pieces: pairs[index]?.removed ?? whole(line) })),
    ...added.map((line, index): Row => ({ kind: 'added', pieces: pairs[index]?.added ?? whole(line) })),
  ];
}

interface LineBudget extends Budget {
  /** The maximum number of characters split into words. */
  characters: number;
}

function wordsBetween(
  from: string,
  to: string,
  budget: LineBudget,
): { removed: Piece[]; added: Piece[] } | undefined {
  const length = from.length + to.length;
  if (length > budget.characters) return undefined;
  budget.characters -= length;
  const stretches = diffUnits(wordsOf(from), wordsOf(to), budget);
  const kept = stretches.flatMap((stretch) => ('same' in stretch ? stretch.same : [])).join('');
  if (kept.trim().length < likeness * Math.max(from.length, to.length)) return undefined;
  const side = (of: 'removed' | 'added') =>
    stretches
      .map((stretch) =>
        'same' in stretch
          ? { text: stretch.same.join(''), isMarked: false }
          : { text: stretch[of].join(''), isMarked: true },
      )
      .filter(({ text }) => text !== '');
  return { removed: side('removed'), added: side('added') };
}

function wordsOf(line: string): string[] {
  return Array.from(words.segment(line), ({ segment }) => segment);
}
