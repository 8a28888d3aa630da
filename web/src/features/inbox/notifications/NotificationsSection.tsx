import Button from '@mui/material/Button';
import Typography from '@mui/material/Typography';
import { styled } from '@mui/material/styles';
import { useSyncExternalStore } from 'react';
import { Notice } from '#web/ui/states/Notice.tsx';
import { notificationTexts as texts } from './notification-texts.ts';
import {
  notificationState,
  onNotificationState,
  turnOffNotifications,
  turnOnNotifications,
} from './preference.ts';

/** Turns notifications on and off in this browser, which asks for its own permission only when the button is pressed. */
export function NotificationsSection() {
  const state = useSyncExternalStore(onNotificationState, notificationState);
  return (
    <Stack>
      <div>
        <Typography variant="body2">{texts.help}</Typography>
        <Typography variant="body2" role="status">
          {state === 'on' && texts.isOn}
        </Typography>
      </div>
      {state === 'blocked' && <Notice title={texts.blocked} text={texts.blockedHelp} severity="info" />}
      {state === 'on' && (
        <Button variant="outlined" onClick={turnOffNotifications}>
          {texts.turnOff}
        </Button>
      )}
      {(state === 'off' || state === 'unasked') && (
        <Button variant="outlined" onClick={() => void turnOnNotifications()}>
          {texts.turnOn}
        </Button>
      )}
    </Stack>
  );
}

const Stack = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  justifyItems: 'start',
}));
