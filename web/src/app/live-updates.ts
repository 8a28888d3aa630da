import type { QueryClient } from '@tanstack/react-query';
import { additionsOffered, onAdditionsChanged } from '#web/lib/api/back-end.ts';
import { createLive, type Live } from '#web/lib/live/live.ts';
import { reread } from '#web/lib/live/reread.ts';
import type { Session } from '#web/lib/session/session.ts';
import { listeners } from './listeners.ts';

/** Hears of changes while somebody is signed in and the back end tells of them, and hands them to every feature. */
export function createLiveUpdates(session: Session, queryClient: QueryClient): Live {
  const live = createLive({
    async changes(changes) {
      const state = session.get();
      if (state.status !== 'signed-in') return;
      const screens = { queryClient, user: state.user };
      // All are waited for, so that nothing of this batch is still under way when the next one comes.
      const outcomes = await Promise.allSettled(listeners.map((onChanges) => onChanges(screens, changes)));
      const failure = outcomes.find(({ status }) => status === 'rejected');
      if (failure?.status === 'rejected') throw failure.reason;
    },
    everything: () => reread(queryClient, {}),
  });

  function follow(): void {
    if (session.get().status === 'signed-in' && additionsOffered()) live.start();
    else live.stop();
  }
  session.subscribe(follow);
  onAdditionsChanged(follow);
  follow();
  return live;
}
