import { useSyncExternalStore } from 'react';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { live } from '#web/app/signed-in.ts';
import { texts } from '#web/app/texts.ts';
import styles from './bar.module.css';

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
    <div className={styles.live}>
      <span role="img" aria-label={names[state]} title={names[state]} data-state={state} />
    </div>
  );
}
