import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { listLikelyDuplicates, maxCompared } from '#contract/bugs/likely-duplicates.ts';
import { endpointQuery } from '#web/lib/api/query.ts';

interface Typed {
  readonly title: string;
  readonly description: string;
}

/** The maximum length of the description in the URL, in UTF-16 code units. */
const mostSent = 1_000;
/** The minimum length of the title for a search. */
const leastTitle = 4;

/** The bugs similar to the input; while loading, those of the previous input. */
export function likelyQuery({ title, description }: Typed) {
  const asked = title.trim().slice(0, maxCompared.title).toWellFormed();
  return queryOptions({
    ...endpointQuery(listLikelyDuplicates, { query: { title: asked, description: beginOf(description) } }),
    enabled: asked.length >= leastTitle,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
    // A bug can be filed without it.
    retry: false,
  });
}

/** The beginning of a text without the URLs of its links. */
function beginOf(text: string): string {
  const begin = text.slice(0, 2 * mostSent).replaceAll(/\]\([^)\n]*\)/g, ']');
  return begin.replaceAll('\0', '').slice(0, mostSent).toWellFormed();
}
