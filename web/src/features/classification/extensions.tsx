import { componentPermissions, listComponents } from '#contract/classification/components.ts';
import { customFieldPermissions, listCustomFields } from '#contract/classification/custom-fields.ts';
import { getLabelSettings, labelPermissions, listLabels } from '#contract/classification/labels.ts';
import {
  getVersion,
  listVersionBugs,
  listVersionProgress,
  listVersions,
  versionPermissions,
} from '#contract/classification/versions.ts';
import type { Endpoint, Output } from '#contract/endpoint.ts';
import { call, type CallInput } from '#web/lib/api/call.ts';
import { endpointKey, inWorkspace } from '#web/lib/api/query.ts';
import type { CommandsQuery, Extensions } from '#web/lib/extensions.ts';
import type { Command } from '#web/lib/feature.ts';
import { ButtonLink } from '#web/ui/links.tsx';
import { componentView } from './components/component-field.tsx';
import { customView } from './custom-fields/custom-view.tsx';
import {
  components,
  customFields,
  labels,
  labelSettingsQuery,
  rereading,
  useDefinitions,
  versions,
} from './data.ts';
import { labelsView } from './labels/labels-field.tsx';
import { resolutionView } from './resolution-field.tsx';
import { componentTexts, fieldTexts, labelTexts, versionTexts } from './texts.ts';
import { fixedInView, foundInView } from './versions/version-fields.tsx';

const adminPages = [
  { to: '/admin/components', texts: componentTexts, shownTo: componentPermissions.manage },
  { to: '/admin/versions', texts: versionTexts, shownTo: versionPermissions.manage },
  { to: '/admin/labels', texts: labelTexts, shownTo: labelPermissions.manage },
  { to: '/admin/fields', texts: fieldTexts, shownTo: customFieldPermissions.manage },
];

export const classificationExtensions: Extensions = {
  adminPages: adminPages.map(({ texts: { title, go }, ...page }) => ({
    ...page,
    label: title,
    go,
    group: 'bugs',
  })),
  auditActions: Object.assign({}, ...adminPages.map(({ texts: { actions } }) => actions)) as Record<
    string,
    string
  >,
  bugFields: [resolutionView, componentView, foundInView, fixedInView, labelsView, customView],
  bugListLinks: [{ name: 'versions', Link: VersionsLink }],
  commands: [
    commandsFor(listComponents, (all) =>
      all.map(({ _id, name }) =>
        found(componentTexts.bugsIn(name), componentTexts.words, `/bugs?component=${_id}`),
      ),
    ),
    commandsFor(listVersions, (all) => [
      ...(all.length === 0
        ? []
        : [{ label: versionTexts.goToVersions, words: versionTexts.words, does: { to: '/versions' } }]),
      ...all.map(({ _id, name }) => found(versionTexts.goTo(name), versionTexts.words, `/versions/${_id}`)),
    ]),
    commandsFor(listLabels, (all) =>
      all.map(({ _id, name }) => found(labelTexts.bugsWith(name), labelTexts.words, `/bugs?label=${_id}`)),
    ),
  ],
  workspace: [
    inWorkspace(listLabels, labels.query),
    inWorkspace(getLabelSettings, labelSettingsQuery),
    inWorkspace(listComponents, components.query),
    inWorkspace(listVersions, versions.query),
    inWorkspace(listCustomFields, customFields.query),
  ],
  live: {
    label: rereading(labels),
    component: rereading(components),
    version: rereading(versions),
    'custom-field': rereading(customFields),
    // Components have owners, whose names are shown.
    user: [endpointKey(listComponents)],
    // The server counts the bugs of a version.
    bug: [endpointKey(getVersion), endpointKey(listVersionProgress), endpointKey(listVersionBugs)],
  },
};

/** Commands of the palette for the definitions of a kind. */
function commandsFor<E extends Endpoint>(
  list: E,
  commandsOf: (all: Output<E>) => readonly Command[],
): CommandsQuery {
  return {
    // A child of the definitions' own key, so that both are refetched together.
    queryKey: endpointKey(list, 'commands'),
    queryFn: async ({ signal }) => commandsOf(await call<E>(list, { signal } as unknown as CallInput<E>)),
  };
}

function found(label: string, words: string, to: string): Command {
  return { label, words, isOnlyFound: true, does: { to } };
}

/** The link to the versions, if there are any. */
function VersionsLink() {
  const { all } = useDefinitions(versions);
  if (all.length === 0) return null;
  return <ButtonLink to="/versions">{versionTexts.title}</ButtonLink>;
}
