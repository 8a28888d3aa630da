import { componentPermissions, listComponents } from '#contract/classification/components.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { CommandsQuery, Extensions } from '#web/lib/extensions.ts';
import { componentView } from './component-field.tsx';
import { extensionTexts } from './extension-texts.ts';
import { componentsChanged } from './live.ts';
import { texts } from './texts.ts';

/** In the palette, each component links to its bugs. */
const componentCommands: CommandsQuery = {
  // A child of the components' own key, so that both are refetched together.
  queryKey: endpointKey(listComponents, 'commands'),
  queryFn: async ({ signal }) => {
    const components = await call(listComponents, { signal });
    return components.map(({ _id, name }) => ({
      label: texts.bugsIn(name),
      words: texts.words,
      isOnlyFound: true,
      does: { to: `/bugs?component=${_id}` },
    }));
  },
};

const { manage } = componentPermissions;

export const componentsExtensions: Extensions = {
  paletteLinks: [{ to: '/admin/components', label: extensionTexts.go, shownTo: manage }],
  adminPages: [{ to: '/admin/components', label: extensionTexts.components, shownTo: manage }],
  auditActions: extensionTexts.actions,
  bugFields: [componentView],
  commands: [componentCommands],
  // Owners have names.
  live: { component: componentsChanged, user: [endpointKey(listComponents)] },
};
