import { listLabels } from '#contract/labels.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { CommandsQuery } from '#web/lib/extensions.ts';
import { texts } from './texts.ts';

/** In the palette, each label leads to the bugs that have it. */
export const labelCommands: CommandsQuery = {
  // Below the labels' own key, so that it is fetched again with them.
  queryKey: endpointKey(listLabels, 'commands'),
  queryFn: async ({ signal }) => {
    const labels = await call(listLabels, { signal });
    return labels.map(({ _id, name }) => ({
      label: texts.bugsWith(name),
      words: texts.words,
      isOnlyFound: true,
      does: { to: `/bugs?label=${_id}` },
    }));
  },
};
