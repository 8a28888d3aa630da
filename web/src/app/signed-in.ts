import { onAdditionsChanged } from '#web/lib/api/back-end.ts';
import { setBugPageParts } from '#web/lib/bugs/bug-page.ts';
import { reach } from '#web/lib/api/reach.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { leaveKeysToComposition } from '#web/ui/inputs/composition.ts';
import { forgetOpened } from './commands/recent.ts';
import { extensions } from './extensions.ts';
import { createLiveUpdates } from './live-updates.ts';
import { session } from './session.ts';
import { fillFromWorkspace } from './workspace.ts';

/* Code for signed-in users, which is loaded separately. */

leaveKeysToComposition();
export const queryClient = createQueryClient();
setBugPageParts(queryClient, extensions.bugPage);
forgetBetweenUsers();
rereadOnReturn();
onAdditionsChanged((wasKnown) => {
  // Responses read with and without additions must not be mixed.
  if (wasKnown) void queryClient.resetQueries();
});

fillFromWorkspace(session, queryClient, extensions.workspace);

export const live = createLiveUpdates(session, queryClient);

/** Clears the cache when the user signs out or another one signs in, so that no user sees another user's data. */
function forgetBetweenUsers(): void {
  let last: string | undefined;
  function follow() {
    const state = session.get();
    if (state.status === 'loading') return;
    const user = state.status === 'signed-in' ? state.user._id : undefined;
    if (last !== undefined && user !== last) {
      queryClient.clear();
      forgetOpened();
    }
    last = user;
  }
  session.subscribe(follow);
  follow();
}

/**
 * Once the server is back, refetches the active queries that failed. The live stream, which continues at its position,
 * updates all others.
 */
function rereadOnReturn(): void {
  reach.subscribe(() => {
    if (reach.get() !== undefined) return;
    void queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.error !== null });
  });
}
