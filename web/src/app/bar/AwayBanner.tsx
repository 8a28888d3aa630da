import { useEffect, useState, useSyncExternalStore } from 'react';
import { ask } from '#web/lib/api/call.ts';
import { reach } from '#web/lib/api/reach.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { Button } from '#web/ui/Button.tsx';
import { Banner, BannerText } from '#web/ui/Banner.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { Time } from '#web/ui/Time.tsx';
import styles from './bar.module.css';
import { texts } from '#web/app/texts.ts';

/** The minimum time for which an attempt is shown, in milliseconds. */
const noticeable = 400;

/** A banner under the bar, once for all screens, while the server is out of reach. */
export function AwayBanner() {
  const since = useSyncExternalStore(reach.subscribe, reach.get);
  const { user } = useAuth();
  useEffect(() => {
    const onOffline = () => void ask().catch(() => undefined);
    window.addEventListener('offline', onOffline);
    return () => window.removeEventListener('offline', onOffline);
  }, []);
  return (
    <Banner className={styles.away} severity="info" data-shown={since !== undefined}>
      {/* Always in the page, so that screen readers announce its text; the button is outside of it. */}
      <BannerText role="status">
        {since !== undefined && (
          <>
            <strong>
              <Sentence
                text={texts.away}
                parts={{ time: <Time value={new Date(since).toISOString()} format="time" /> }}
              />
            </strong>{' '}
            {user && `${texts.lastKnown} `}
            {texts.triesAgain}
          </>
        )}
      </BannerText>
      {since !== undefined && <TryNow />}
    </Banner>
  );
}

function TryNow() {
  const [trying, setTrying] = useState(false);
  async function tryNow() {
    setTrying(true);
    const seen = new Promise((resolve) => setTimeout(resolve, noticeable));
    await Promise.all([ask().catch(() => undefined), seen]);
    setTrying(false);
  }
  return (
    <Button
      className={styles.tryNow}
      variant="outlined"
      size="small"
      aria-disabled={trying}
      onClick={trying ? undefined : () => void tryNow()}
    >
      {trying ? texts.trying : texts.tryNow}
    </Button>
  );
}
