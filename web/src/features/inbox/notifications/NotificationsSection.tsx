import { useSyncExternalStore } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { notificationTexts as texts } from './notification-texts.ts';
import {
  notificationState,
  onNotificationState,
  turnOffNotifications,
  turnOnNotifications,
} from './preference.ts';
import styles from '#web/features/inbox/inbox.module.css';

/** Turns notifications on and off in this browser. The browser's own permission is requested only by the button. */
export function NotificationsSection() {
  const state = useSyncExternalStore(onNotificationState, notificationState);
  return (
    <div className={styles.notifications}>
      <div>
        <p>{texts.help}</p>
        <p role="status">{state === 'on' && texts.isOn}</p>
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
    </div>
  );
}
