import { styled } from '@mui/material/styles';
import { useSyncExternalStore } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { live } from '#web/app/signed-in.ts';
import { texts } from '#web/app/texts.ts';

const names = {
  live: texts.live,
  connecting: texts.connecting,
  away: texts.notConnected,
};

/** Whether live updates are connected: a dot, filled while they are. */
export function LiveStatus() {
  const state = useSyncExternalStore(live.subscribe, live.get);
  const hasStream = useAdditions();
  if (!hasStream) return null;
  return (
    <Frame>
      <Dot role="img" aria-label={names[state]} title={names[state]} data-state={state} />
    </Frame>
  );
}

const Frame = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  paddingInline: theme.spacing(3),
}));

const Dot = styled('span')(({ theme }) => ({
  flexShrink: 0,
  width: theme.spacing(2),
  height: theme.spacing(2),
  border: `2px solid ${theme.vars.palette.control}`,
  borderRadius: '50%',
  // Green like the application's mark, so that it does not look switched off.
  '&[data-state="live"]': {
    borderColor: theme.vars.palette.success.main,
    backgroundColor: theme.vars.palette.success.main,
  },
}));
