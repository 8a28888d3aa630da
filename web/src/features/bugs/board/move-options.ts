import type { Option } from '#web/ui/inputs/SelectInput.tsx';
import type { ShownColumn } from './BoardColumn.tsx';
import { boardTexts } from './texts.ts';
import type { Target } from './use-move.ts';

const toColumn = 'column ';

/** What the menu of a card offers, or why it cannot be moved. */
export function moveOptions(
  columns: readonly ShownColumn[],
  from: ShownColumn | undefined,
  whyNot: string | undefined,
): readonly Option[] {
  if (!from || whyNot !== undefined) return [{ value: '', label: whyNot ?? boardTexts.empty }];
  return [
    ...columns
      .filter((column) => column !== from)
      .map(({ group: { key, label } }) => ({ value: `${toColumn}${key}`, label: boardTexts.moveTo(label) })),
    { value: 'top', label: boardTexts.top },
    { value: 'ArrowUp', label: boardTexts.up },
    { value: 'ArrowDown', label: boardTexts.down },
    // If there are more cards, the last loaded one is not the last.
    ...(from.isWhole ? [{ value: 'bottom', label: boardTexts.bottom }] : []),
  ];
}

interface Standing {
  readonly columns: readonly ShownColumn[];
  readonly from: ShownColumn;
  /** The card's place in its column. */
  readonly at: number;
}

/** The target of an option of the menu, or of an arrow key; undefined if there is none. */
export function targetOf(option: string, { columns, from, at }: Standing): Target | undefined {
  const column = columns.find(({ group }) => option === `${toColumn}${group.key}`);
  if (column) return { column, at: 0 };
  const beside = (step: number): Target | undefined => {
    // Archived columns come after those that cards can be moved to.
    const index = columns.includes(from) ? columns.indexOf(from) : columns.length;
    const other = columns[index + step];
    return other && { column: other, at: Math.min(at, other.cards.length) };
  };
  const targets: Readonly<Record<string, Target | undefined>> = {
    top: { column: from, at: 0 },
    bottom: { column: from, at: from.cards.length },
    ArrowUp: at > 0 ? { column: from, at: at - 1 } : undefined,
    // Behind the card that follows.
    ArrowDown: at + 1 < from.cards.length ? { column: from, at: at + 2 } : undefined,
    ArrowLeft: beside(-1),
    ArrowRight: beside(1),
  };
  return targets[option];
}
