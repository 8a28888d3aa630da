import { call } from '#web/lib/api/call.ts';
import { listViews } from '#contract/bugs/views.ts';
import { endpointKey, inWorkspace } from '#web/lib/api/query.ts';
import type { CommandsQuery, Extensions } from '#web/lib/extensions.ts';
import { liveViews, nameOf, viewsQuery } from './data.ts';
import { texts } from './texts.ts';
import { ViewsMenu } from './ViewsMenu.tsx';

/** In the palette, each view links to its list; pinned views are offered before input. */
const viewCommands: CommandsQuery = {
  // A child of the views' own key, so that both are refetched together.
  queryKey: endpointKey(listViews, 'commands'),
  queryFn: async ({ signal }) => {
    const views = await call(listViews, { signal });
    return [
      ...views.map((view) => ({
        label: texts.goTo(nameOf(view)),
        words: texts.words,
        isOnlyFound: !view.isPinned,
        does: { to: `/views/${view._id}` },
      })),
      { label: texts.goToViews, words: texts.words, isOnlyFound: true, does: { to: '/views' } },
    ];
  },
};

export const viewsExtensions: Extensions = {
  bugListLinks: [{ name: 'views', Link: ViewsMenu }],
  commands: [viewCommands],
  workspace: [inWorkspace(listViews, viewsQuery)],
  live: liveViews,
};
