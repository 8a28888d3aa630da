import type { QueryClient } from '@tanstack/react-query';
import { additionsOffered, onAdditionsChanged } from '#web/lib/api/back-end.ts';
import { dispatch, reread } from '#web/lib/live/change.ts';
import { createLive, type Live } from '#web/lib/live/live.ts';
import { trustSince } from '#web/lib/live/until-changed.ts';
import type { Session } from '#web/lib/session/session.ts';
import { extensions } from './extensions.ts';

/** Follows the live stream while a user is signed in and the back end has one, and dispatches changes to the features. */
export function createLiveUpdates(session: Session, queryClient: QueryClient): Live {
  const live = createLive({
    async changes(changes, askAgain) {
      const state = session.get();
      if (state.status !== 'signed-in') return;
      const { user } = state;
      // The user's name or role may have changed.
      const isAboutUser = changes.some(({ type, _id }) => type === 'user' && _id === user._id);
      await Promise.all([
        isAboutUser && session.refresh(),
        dispatch(extensions.live, { queryClient, user, askAgain }, changes),
      ]);
    },
    everything: async () => void (await Promise.all([session.refresh(), reread(queryClient, {})])),
  });

  trustSince(live.gaplessSince);

  function follow(): void {
    const state = session.get();
    if (state.status === 'signed-in' && additionsOffered()) live.start(state.user._id);
    else live.stop();
  }
  session.subscribe(follow);
  onAdditionsChanged(follow);
  follow();
  return live;
}
