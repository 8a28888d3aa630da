import { onAdditionsChanged } from '#web/lib/api/back-end.ts';
import { createQueryClient } from '#web/lib/query-client.ts';
import { forgetBetweenUsers } from './forget-between-users.ts';
import { createLiveUpdates } from './live-updates.ts';
import { rereadOnReturn } from './reread-on-return.ts';
import { session } from './session.ts';

/* What nobody needs before signing in, loaded apart. */

export const queryClient = createQueryClient();
forgetBetweenUsers(session, queryClient);
rereadOnReturn(queryClient);
onAdditionsChanged((wasKnown) => {
  // What was read by other rules is not to be mixed with what is read from now on.
  if (wasKnown) void queryClient.resetQueries();
});

export const live = createLiveUpdates(session, queryClient);
