import Button from '@mui/material/Button';
import { useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { ButtonRow } from '#web/ui/inputs/ButtonRow.tsx';
import { Bar, Report } from '#web/ui/FloatingBar.tsx';
import { shortName } from '#web/features/bugs/form/short-name.ts';
import { rankOfBug } from './cards.ts';
import { startPlacing, useSettledPlacings } from './placing.ts';
import { boardTexts } from './texts.ts';

/** What came of moves within columns. A failure stays until it is closed. */
export function PlacingNotices() {
  const client = useQueryClient();
  return useSettledPlacings().map(({ id, mutation, placing, error }) => {
    const { bug, to, back, isUndo } = placing;
    const close = () => client.getMutationCache().remove(mutation);
    const name = shortName(bug);
    const done = isUndo ? boardTexts.placedBack(name) : boardTexts.placed(name);
    return (
      <Bar key={id} style={{ position: 'static' }}>
        <Report role={error ? 'alert' : undefined}>
          <strong>{error ? boardTexts.notPlaced(name) : done}</strong>
          {error && ` ${reasonOf(error)}`}
        </Report>
        <ButtonRow>
          {!error && back && (
            <Button
              size="small"
              variant="outlined"
              onClick={() => {
                close();
                const rank = rankOfBug(bug);
                startPlacing(client, { bug, to: back, back: to, rank, isUndo: !isUndo });
              }}
            >
              {boardTexts.undo}
            </Button>
          )}
          <Button size="small" onClick={close}>
            {boardTexts.close}
          </Button>
        </ButtonRow>
      </Bar>
    );
  });
}
