import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { deviceOf } from '#contract/accounts/device.ts';
import type { Session } from '#contract/accounts/sessions.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/query.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { Tag } from '#web/ui/Tag.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { FormActions } from '#web/ui/inputs/FormLayout.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Time } from '#web/ui/Time.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { sessionsQuery, useEndSessions } from './data.ts';
import styles from './profile.module.css';
import { texts } from './texts.ts';

/** The user's sessions, each with a button that ends it. */
export function Sessions() {
  const list = useQuery(sessionsQuery);
  const { data: sessions, error } = list;
  const failure = failureOf(list);
  const { logout } = useAuth();
  const ending = useEndSessions();
  const [announcement, setAnnouncement] = useState('');
  function end(id: string | null, done: string) {
    setAnnouncement('');
    ending.mutate(id, { onSuccess: () => setAnnouncement(done) });
  }
  return (
    <>
      <h2>{texts.sessions}</h2>
      {ending.error && <Notice title={texts.endFailed} text={reasonOf(ending.error)} />}
      {sessions && (
        <SessionList
          sessions={sessions}
          busy={ending.isPending}
          onEnd={({ _id, current }) => (current ? logout() : end(_id, texts.sessionEnded))}
          onEndOthers={() => end(null, texts.othersEnded)}
        />
      )}
      {!sessions && !error && <SessionSkeleton />}
      {failure && (
        <ErrorState
          title={texts.sessionsFailed}
          text={reasonOf(failure)}
          onRetry={() => void list.refetch()}
        />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}

interface ListProps {
  sessions: readonly Session[];
  busy: boolean;
  onEnd: (session: Session) => void;
  onEndOthers: () => void;
}

/** This session first, the others by their last use. */
function SessionList({ sessions, busy, onEnd, onEndOthers }: ListProps) {
  const inOrder = sessions.toSorted((a, b) => Number(b.current) - Number(a.current));
  return (
    <>
      <ul className={styles.list}>
        {inOrder.map((session) => (
          <SessionItem key={session._id} session={session} busy={busy} onEnd={onEnd} />
        ))}
      </ul>
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

function SessionSkeleton() {
  return (
    <div>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      <Skeleton width="40%" />
      <Skeleton width="70%" />
    </div>
  );
}

interface ItemProps {
  session: Session;
  busy: boolean;
  onEnd: (session: Session) => void;
}

function SessionItem({ session, busy, onEnd }: ItemProps) {
  const { _id, device, address, lastUsedAt, current } = session;
  const nameId = `session-${_id}`;
  return (
    <li className={styles.session}>
      <div>
        <div className={styles.device} title={device}>
          <span id={nameId}>{deviceName(device)}</span>
          {current && <Tag>{texts.thisSession}</Tag>}
        </div>
        <div className={styles.use}>
          <Sentence
            text={texts.lastUsed}
            parts={{
              time: <Time value={lastUsedAt} format="minute" />,
              address: address || texts.unknownPlace,
            }}
          />
        </div>
      </div>
      <Button
        variant="outlined"
        size="small"
        aria-describedby={nameId}
        aria-disabled={busy}
        onClick={busy ? undefined : () => onEnd(session)}
      >
        {texts.end}
      </Button>
    </li>
  );
}

/** A readable name for the device behind a User-Agent header: "Firefox on Windows", or the name of a program. */
export function deviceName(userAgent: string): string {
  const { browser, system, program } = deviceOf(userAgent);
  if (browser !== undefined) return system === undefined ? browser : texts.device(browser, system);
  if (program !== undefined) return program;
  return system === undefined ? texts.unknownDevice : texts.device(texts.someBrowser, system);
}
