import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useEndSessions } from './mutations.ts';
import { sessionsQuery } from './queries.ts';
import { SessionList, SessionSkeleton } from './SessionList.tsx';
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
      <Typography variant="h2">{texts.sessions}</Typography>
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
