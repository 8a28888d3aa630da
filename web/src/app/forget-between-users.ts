import type { QueryClient } from '@tanstack/react-query';
import type { Session } from '#web/lib/session/session.ts';

/** Empties the cache whenever the session passes from one user to nobody or to another, so that nobody sees what another was shown. */
export function forgetBetweenUsers(session: Session, queryClient: QueryClient): void {
  let last: string | undefined;
  function follow() {
    const state = session.get();
    if (state.status === 'loading') return;
    const user = state.status === 'signed-in' ? state.user._id : undefined;
    if (last !== undefined && user !== last) queryClient.clear();
    last = user;
  }
  session.subscribe(follow);
  follow();
}
