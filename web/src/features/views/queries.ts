import { useQuery } from '@tanstack/react-query';
import { countViews, listViews, type View } from '#contract/bugs/views.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { timeZone } from '#web/lib/time/time-zone.ts';
import { texts } from './texts.ts';

/** The views that the user sees, in their order. */
export const viewsQuery = endpointQuery(listViews, {});

/** How many bugs the pinned ones have. */
export const countsQuery = endpointQuery(countViews, { query: { zone: timeZone() } });

/** The name of a view: those of standard ones in the language of the screens. */
export function nameOf({ _id, name }: Pick<View, '_id' | 'name'>): string {
  return (texts.standard as Readonly<Record<string, string>>)[_id] ?? name;
}

/** The views that the user sees, in their order; none without views in the back end. */
export function useViews() {
  const hasAdditions = useAdditions();
  return useQuery({ ...viewsQuery, enabled: hasAdditions });
}
