import { listVersions, versionPermissions } from '#contract/classification/versions.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { CommandsQuery, Extensions } from '#web/lib/extensions.ts';
import { extensionTexts } from './extension-texts.ts';
import { liveVersions } from './live.ts';
import { texts } from './texts.ts';
import { fixedInView, foundInView } from './version-fields.tsx';
import { VersionsLink } from './VersionsLink.tsx';

/** In the palette, each version links to its page. */
const versionCommands: CommandsQuery = {
  // A child of the versions' own key, so that both are refetched together.
  queryKey: endpointKey(listVersions, 'commands'),
  queryFn: async ({ signal }) => {
    const versions = await call(listVersions, { signal });
    if (versions.length === 0) return [];
    return [
      { label: texts.goToVersions, words: texts.words, does: { to: '/versions' } },
      ...versions.map(({ _id, name }) => ({
        label: texts.goTo(name),
        words: texts.words,
        isOnlyFound: true,
        does: { to: `/versions/${_id}` },
      })),
    ];
  },
};

const { manage } = versionPermissions;

export const versionsExtensions: Extensions = {
  paletteLinks: [{ to: '/admin/versions', label: extensionTexts.manage, shownTo: manage }],
  adminPages: [{ to: '/admin/versions', label: extensionTexts.versions, shownTo: manage }],
  auditActions: extensionTexts.actions,
  bugFields: [foundInView, fixedInView],
  bugListLinks: [{ name: 'versions', Link: VersionsLink }],
  commands: [versionCommands],
  live: liveVersions,
};
