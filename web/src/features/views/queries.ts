import { useQuery } from '@tanstack/react-query';
import { countViews, listViews, type View } from '#contract/bugs/views.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { endpointQuery } from '#web/lib/api/query.ts';
import { timeZone } from '#web/lib/time.tsx';
import { texts } from './texts.ts';

/** The views that the user sees, in their order. */
export const viewsQuery = endpointQuery(listViews, {});

/** The numbers of bugs of the pinned views. */
export const countsQuery = endpointQuery(countViews, { query: { zone: timeZone() } });

/** The name of a view; standard views have names in the user's language. */
export function nameOf({ _id, name }: Pick<View, '_id' | 'name'>): string {
  return (texts.standard as Readonly<Record<string, string>>)[_id] ?? name;
}

/** The views that the user sees, in their order; none if the back end does not support them. */
export function useViews() {
  const hasAdditions = useAdditions();
  return useQuery({ ...viewsQuery, enabled: hasAdditions });
}
