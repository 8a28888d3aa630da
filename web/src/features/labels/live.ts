import type { QueryFilters } from '@tanstack/react-query';
import { listLabels } from '#contract/classification/labels.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';
import { showingNames } from '#web/lib/live/showing-names.ts';

/** The queries that show these labels. When a label is deleted, bugs may become unlabelled. */
export function showing(ids: readonly string[]): QueryFilters {
  return showingNames([endpointKey(listLabels)], [...ids, '"label":"none"']);
}

export const labelsChanged: OnChanges = ({ queryClient }, changes) =>
  reread(queryClient, showing(changes.map(({ _id }) => _id)));
