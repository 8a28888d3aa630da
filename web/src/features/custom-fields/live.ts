import type { QueryFilters } from '@tanstack/react-query';
import { listCustomFields } from '#contract/classification/custom-fields.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import type { OnChanges } from '#web/lib/live/change.ts';
import { reread } from '#web/lib/live/reread.ts';
import { showingNames } from '#web/lib/live/showing-names.ts';

/** The queries that show these fields; bugs contain the names of their options. */
export function showing(ids: readonly string[]): QueryFilters {
  return showingNames([endpointKey(listCustomFields)], ids);
}

export const customFieldsChanged: OnChanges = ({ queryClient }, changes) =>
  reread(queryClient, showing(changes.map(({ _id }) => _id)));
