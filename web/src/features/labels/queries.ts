import { getLabelSettings, listLabels } from '#contract/classification/labels.ts';
import { endpointQuery } from '#web/lib/api/query.ts';

/** Every label, archived ones included. */
export const labelsQuery = endpointQuery(listLabels, {});

/** Who may create labels. */
export const settingsQuery = endpointQuery(getLabelSettings, {});
