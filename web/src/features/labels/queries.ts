import { getLabelSettings, listLabels } from '#contract/classification/labels.ts';
import { endpointQuery, followedQuery } from '#web/lib/api/query.ts';

/** Every label, archived ones included. */
export const labelsQuery = followedQuery(listLabels, {});

/** Who may create labels. */
export const settingsQuery = endpointQuery(getLabelSettings, {});
