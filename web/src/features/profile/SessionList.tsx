import Button from '@mui/material/Button';
import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import type { Session } from '#contract/accounts/sessions.ts';
import { FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { SessionItem } from './SessionItem.tsx';
import { texts } from './texts.ts';

interface Props {
  sessions: readonly Session[];
  busy: boolean;
  onEnd: (session: Session) => void;
  onEndOthers: () => void;
}

/** This session first, the others by their last use. */
export function SessionList({ sessions, busy, onEnd, onEndOthers }: Props) {
  const inOrder = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <>
      <Items>
        {inOrder.map((session) => (
          <SessionItem key={session._id} session={session} busy={busy} onEnd={onEnd} />
        ))}
      </Items>
      {sessions.some(({ current }) => !current) && (
        <FormActions>
          <Button variant="outlined" aria-disabled={busy} onClick={busy ? undefined : onEndOthers}>
            {texts.endOthers}
          </Button>
        </FormActions>
      )}
    </>
  );
}

export function SessionSkeleton() {
  return (
    <div>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton width="40%" />
      <Skeleton width="70%" />
    </div>
  );
}

const Items = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}));
