import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { ButtonRow } from '#web/ui/inputs/ButtonRow.tsx';
import { Bar, Report } from '#web/ui/FloatingBar.tsx';
import { pageTexts } from './texts.ts';
import type { Steps } from './use-steps.ts';

interface Props {
  outcome: Steps['outcome'];
  /** Undefined where there is nothing to undo. */
  onUndo: (() => void) | undefined;
  onClose: () => void;
}

/** Says what was done last, with the way to take it back. */
export function Outcome({ outcome, onUndo, onClose }: Props) {
  return (
    <Place aria-live="polite">
      {outcome && (
        <Still>
          <Report>
            {outcome.problem ? (
              <span role="alert">
                <strong>{outcome.problem.title}</strong> {outcome.problem.text}
              </span>
            ) : (
              outcome.text
            )}
          </Report>
          <ButtonRow>
            {onUndo && (
              <Button size="small" variant="outlined" aria-keyshortcuts="u" onClick={onUndo}>
                {pageTexts.undo}
              </Button>
            )}
            <Button size="small" onClick={onClose}>
              {pageTexts.close}
            </Button>
          </ButtonRow>
        </Still>
      )}
    </Place>
  );
}

/** Above the end of the window. On a narrow screen it is over the heading: the bug and the queue take all that is below. */
const Place = styled('div')(({ theme }) => ({
  position: 'sticky',
  insetBlockEnd: theme.spacing(4),
  zIndex: 4,
  [theme.breakpoints.up('lg')]: { maxWidth: '39%' },
  [theme.breakpoints.down('lg')]: {
    position: 'fixed',
    insetBlock: `${theme.spacing(15)} auto`,
    insetInline: theme.spacing(2),
  },
}));

const Still = styled(Bar)(({ theme }) => ({
  position: 'static',
  [theme.breakpoints.down('lg')]: { flexWrap: 'nowrap', padding: theme.spacing(2, 3) },
}));
