import Typography from '@mui/material/Typography';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useAuth } from '#web/lib/session/auth-context.ts';
import { ErrorState } from '#web/ui/ErrorState.tsx';
import { Notice } from '#web/ui/Notice.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { useEndSessions } from './mutations.ts';
import { sessionsQuery } from './queries.ts';
import { SessionList, SessionSkeleton } from './SessionList.tsx';

/** Where one is signed in, and the way to end it there. */
export function Sessions() {
  const { data: sessions, error, refetch } = useQuery(sessionsQuery);
  const { logout } = useAuth();
  const ending = useEndSessions();
  const [announcement, setAnnouncement] = useState('');
  function end(id: string | null, done: string) {
    setAnnouncement('');
    ending.mutate(id, { onSuccess: () => setAnnouncement(done) });
  }
  return (
    <>
      <Typography variant="h2">Sessions</Typography>
      {ending.error && <Notice title="Failed to end the session" text={reasonOf(ending.error)} />}
      {sessions && (
        <SessionList
          sessions={sessions}
          busy={ending.isPending}
          onEnd={({ _id, current }) => (current ? logout() : end(_id, 'The session has ended.'))}
          onEndOthers={() => end(null, 'All other sessions have ended.')}
        />
      )}
      {!sessions && !error && <SessionSkeleton />}
      {!sessions && error && (
        <ErrorState title="Failed to fetch sessions" text={reasonOf(error)} onRetry={() => void refetch()} />
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </>
  );
}
