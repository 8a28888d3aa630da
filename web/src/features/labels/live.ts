import { getHistory } from '#contract/history.ts';
import { listLabels } from '#contract/labels.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { getBug, listBugs } from '#web/lib/api/specified.ts';

/** What shows labels: after a change of one, bugs have no newer version, but another name or colour on them. */
export const labelKeys = [listLabels, listBugs, getBug, getHistory].map((endpoint) => endpointKey(endpoint));
