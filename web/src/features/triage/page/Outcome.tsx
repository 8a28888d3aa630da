import { styled } from '@mui/material/styles';
import { ActionNotice, NoticeRegion } from '#web/ui/ActionNotice.tsx';
import { pageTexts } from './texts.ts';
import type { Steps } from './use-steps.ts';

interface Props {
  outcome: Steps['outcome'];
  /** Undefined if there is nothing to undo. */
  onUndo: (() => void) | undefined;
  onClose: () => void;
}

/** The outcome of the last step of triage. */
export function Outcome({ outcome, onUndo, onClose }: Props) {
  return (
    <Place>
      {outcome && (
        <Narrow
          problem={outcome.problem}
          action={onUndo && { label: pageTexts.undo, keys: 'u', run: onUndo }}
          onClose={onClose}
        >
          {outcome.text}
        </Narrow>
      )}
    </Place>
  );
}

/** Above the end of the window. On a narrow screen it is over the heading, as the bug and the queue fill the rest. */
const Place = styled(NoticeRegion)(({ theme }) => ({
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

const Narrow = styled(ActionNotice)(({ theme }) => ({
  [theme.breakpoints.down('lg')]: {
    flexWrap: 'nowrap',
    padding: theme.spacing(2, 3),
    // The buttons stay side by side.
    '& > :last-child': { flexShrink: 0 },
  },
}));
