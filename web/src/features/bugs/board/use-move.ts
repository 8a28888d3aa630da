import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { isWorkField } from '#contract/bugs/bug-work.ts';
import { formatNumber } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { Group } from '#web/lib/bugs/bug-field.ts';
import { useBugRights } from '#web/lib/bugs/use-bug-rights.ts';
import { useChangeField } from '#web/features/bugs/change/use-change-field.tsx';
import { withFields } from '#web/lib/bugs/change/change-bug.ts';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import { type GroupingField, groupOf } from '#web/features/bugs/fields/grouping.ts';
import { placeAt, rankAt, rankOfBug } from './cards.ts';
import { forgetPlaced, startPlacing } from './placing.ts';
import { boardTexts } from './texts.ts';

/** A shown column. */
export interface Column {
  readonly group: Group;
  readonly cards: readonly Bug[];
}

/** The target of a move: before the card currently at this place of the column, or after the last one. */
export interface Target {
  readonly column: Column;
  readonly at: number;
}

/** Moves cards, to other columns by changing the field. */
export function useMove(field: GroupingField) {
  const client = useQueryClient();
  const rights = useBugRights();
  const { change, question } = useChangeField();
  const [said, setSaid] = useState('');
  const [refusal, setRefusal] = useState<string>();
  /** The card to focus once it is shown in its new place. */
  const toFocus = useRef<{ readonly id: string; readonly columnKey: string }>(undefined);

  const mayMove = (bug: Bug) => rights.mayChange(bug, field.name);
  const whyNot = (bug: Bug) =>
    mayMove(bug)
      ? undefined
      : (isWorkField(field.name) ? boardTexts.mayNotWork : boardTexts.mayNotMove)(shortName(bug));

  function move(bug: Bug, from: Column, { column, at }: Target): void {
    const reason = whyNot(bug);
    setRefusal(reason);
    if (reason !== undefined) return setSaid(reason);
    const before = from.cards.findIndex(({ _id }) => _id === bug._id);
    const others = column.cards.filter(({ _id }) => _id !== bug._id);
    // The moved card itself may be above the place.
    const isBelow = column.cards.slice(0, at).some(({ _id }) => _id === bug._id);
    const place = Math.min(isBelow ? at - 1 : at, others.length);
    const isSame = groupOf(field, bug) === column.group.key;
    if (isSame && place === before) return;
    const to = placeAt(others, place);
    const rank = rankAt(others, place) ?? rankOfBug(bug);
    const back = placeAt(
      from.cards.filter(({ _id }) => _id !== bug._id),
      before,
    );
    toFocus.current = { id: bug._id, columnKey: column.group.key };
    const [position, count] = [place + 1, others.length + 1].map((number) => formatNumber(number));
    setSaid(boardTexts.moved(shortName(bug), column.group.label, position ?? '', count ?? ''));
    if (isSame) {
      if (to) startPlacing(client, { bug, to, back, rank, isUndo: false });
      return;
    }
    forgetPlaced(client);
    const input = column.group.key === 'none' ? '' : column.group.key;
    const value = field.toValue(input, { client, bug });
    change({
      field: field.name,
      seen: bug,
      wanted: { ...withFields(bug, [field.name], { from: bug, to: { ...bug, [field.name]: value } }), rank },
      isUndo: false,
      asEditor: rights.mayEdit(bug),
      place: to && { to, back },
    });
  }

  return {
    move,
    mayMove,
    whyNot,
    question,
    said,
    refusal,
    closeRefusal: () => setRefusal(undefined),
    toFocus,
  };
}

export type Mover = ReturnType<typeof useMove>;
