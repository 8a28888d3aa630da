import { labelPermissions, listLabels } from '#contract/classification/labels.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { CommandsQuery, Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';
import { labelsView } from './labels-field.tsx';
import { labelsChanged } from './live.ts';
import { texts } from './texts.ts';

/** In the palette, each label links to its bugs. */
const labelCommands: CommandsQuery = {
  // A child of the labels' own key, so that both are refetched together.
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

export const labelsExtensions: Extensions = {
  paletteLinks: [{ to: '/admin/labels', label: extensionTexts.go, shownTo: labelPermissions.manage }],
  adminPages: [{ to: '/admin/labels', label: extensionTexts.labels, shownTo: labelPermissions.manage }],
  auditActions: extensionTexts.actions,
  bugFields: [labelsView],
  commands: [labelCommands],
  live: { label: labelsChanged },
};
