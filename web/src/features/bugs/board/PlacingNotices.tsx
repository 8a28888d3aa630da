import { useQueryClient } from '@tanstack/react-query';
import { problemOf } from '#web/lib/form/problem.ts';
import { ActionNotice } from '#web/ui/ActionNotice.tsx';
import { holdNotice } from '#web/features/bugs/change/closing.ts';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import { rankOfBug } from './cards.ts';
import { startPlacing, useSettledPlacings } from './placing.ts';
import { boardTexts } from './texts.ts';

/** The outcomes of moves within columns. */
export function PlacingNotices() {
  const client = useQueryClient();
  return useSettledPlacings().map(({ id, mutation, placing, error }) => {
    const { bug, to, back, isUndo } = placing;
    const close = () => client.getMutationCache().remove(mutation);
    const name = shortName(bug);
    const undo = back && {
      label: boardTexts.undo,
      run() {
        close();
        startPlacing(client, { bug, to: back, back: to, rank: rankOfBug(bug), isUndo: !isUndo });
      },
    };
    return (
      <ActionNotice
        key={id}
        problem={error ? problemOf(boardTexts.notPlaced(name), error) : undefined}
        action={error ? undefined : undo}
        onClose={close}
        onHold={(isHeld) => holdNotice(mutation, isHeld)}
      >
        <strong>{isUndo ? boardTexts.placedBack(name) : boardTexts.placed(name)}</strong>
      </ActionNotice>
    );
  });
}
