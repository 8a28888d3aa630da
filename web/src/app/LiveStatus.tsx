import { styled } from '@mui/material/styles';
import { useLiveState } from '#web/lib/live/live-context.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

const names = {
  live: 'Live: changes appear by themselves',
  connecting: 'Connecting',
  away: 'Not connected',
} as const;

/** Whether what is shown is kept up to date: a dot while it is, and words once it is not. */
export function LiveStatus() {
  const state = useLiveState();
  return (
    <Frame>
      <Words role="status">
        {state === 'away' && (
          <>
            Offline<Detail>: showing what was last known</Detail>
          </>
        )}
      </Words>
      <Dot role="img" aria-label={names[state]} title={names[state]} data-state={state} />
    </Frame>
  );
}

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  minWidth: 0,
  paddingInline: theme.spacing(3),
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
}));

const Words = styled('span')({ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' });

/** Said in full to everyone, shown in full where there is room. */
const Detail = styled(VisuallyHidden)(({ theme }) => ({
  [theme.breakpoints.up('md')]: { position: 'static', clipPath: 'none' },
}));

const Dot = styled('span')(({ theme }) => ({
  flexShrink: 0,
  width: theme.spacing(2),
  height: theme.spacing(2),
  border: `2px solid ${theme.vars.palette.control}`,
  borderRadius: '50%',
  '&[data-state="live"]': { backgroundColor: theme.vars.palette.control },
}));
