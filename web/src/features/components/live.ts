import type { QueryFilters } from '@tanstack/react-query';
import { listComponents } from '#contract/classification/components.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';
import { showingNames } from '#web/lib/live/showing-names.ts';

/** The queries that show these components. */
export function showing(ids: readonly string[]): QueryFilters {
  return showingNames([endpointKey(listComponents)], ids);
}

export const componentsChanged: OnChanges = ({ queryClient }, changes) =>
  reread(queryClient, showing(changes.map(({ _id }) => _id)));
