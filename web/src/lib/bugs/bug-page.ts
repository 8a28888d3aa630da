import {
  type QueryClient,
  type QueryExecuteOptions,
  type QueryKey,
  queryOptions,
} from '@tanstack/react-query';
import { getBugPage } from '#contract/bugs/bug-page.ts';
import type { Endpoint, Output } from '#contract/endpoint.ts';
import { additionsBeingAsked, additionsOffered } from '#web/lib/api/back-end.ts';
import { call, type CallInput } from '#web/lib/api/call.ts';
import { commentAnchor } from './comment-anchor.ts';
import { endpointKey, endpointQuery } from '#web/lib/api/query.ts';
import { untilChanged } from '#web/lib/live/until-changed.ts';

/*
 * One call for everything that the page of a bug shows beside the bug. The parts still have their own queries, with
 * their own keys and live updates. While that call is under way, they wait for it instead of making their own
 * (`partOfPage`).
 */

/** A part of a bug's page, as a feature declares it. */
export interface BugPagePart {
  readonly keyOf: (bugId: string) => QueryKey;
  /** Whether showing it now would call the server. */
  readonly isWanted: (client: QueryClient, bugId: string) => boolean;
  readonly fetch: (client: QueryClient, bugId: string, linked: string | undefined) => Promise<unknown>;
}

/** Declares a part by its query, which uses `partOfPage`. `linked` is the comment in the address. */
export function bugPagePart<T, K extends QueryKey>(
  queryOf: (
    bugId: string,
    linked?: string,
  ) => QueryExecuteOptions<T, Error, T, T, K> & { readonly queryKey: K },
): BugPagePart {
  return {
    keyOf: (bugId) => queryOf(bugId).queryKey,
    isWanted(client, bugId) {
      const { queryHash, staleTime } = client.defaultQueryOptions(queryOf(bugId));
      const query = client.getQueryCache().get<T, Error, T, K>(queryHash);
      if (!query) return true;
      const time = typeof staleTime === 'function' ? staleTime(query) : staleTime;
      return query.state.fetchStatus === 'idle' && query.isStaleByTime(time);
    },
    fetch: (client, bugId, linked) => client.query(queryOf(bugId, linked)),
  };
}

/** The parts that features declare, by the cache that holds their queries. */
const partsOf = new WeakMap<QueryClient, readonly BugPagePart[]>();

/** Sets the parts of bugs' pages. */
export function setBugPageParts(client: QueryClient, parts: readonly BugPagePart[]): void {
  partsOf.set(client, parts);
}

const pageKey = (bugId: string) => endpointKey(getBugPage, bugId);

/** The page's call while it is under way. Its data is null if it failed. */
function underWay(client: QueryClient, bugId: string) {
  return client
    .getQueryCache()
    .findAll({ queryKey: pageKey(bugId), fetchStatus: 'fetching' })
    .at(0);
}

type Page = Output<typeof getBugPage>;

/**
 * For the query function of a part: returns the response of its endpoint from the page's call, if one is under way.
 * Returns undefined if none is, if it fails, or if it does not have the part; the query then makes its own call.
 */
export async function partOfPage<E extends Endpoint>(
  endpoint: E,
  bugId: string,
  { client, signal }: { readonly client: QueryClient; readonly signal: AbortSignal },
): Promise<Output<E> | undefined> {
  const page = (await underWay(client, bugId)?.promise?.catch(() => null)) as Page | null | undefined;
  signal.throwIfAborted();
  const part = page?.[endpoint.bugPage?.name ?? ''];
  const parsed = part === undefined ? undefined : endpoint.response?.safeParse(part);
  return parsed?.success ? (parsed.data as Output<E>) : undefined;
}

/** The query of a part whose own call has the bug's id alone. */
export function bugPartQuery<E extends Endpoint>(endpoint: E, bugId: string) {
  const input = { params: { id: bugId } } as unknown as CallInput<E>;
  return queryOptions<Output<E>>({
    ...endpointQuery<E>(endpoint, input),
    queryFn: async (context) =>
      (await partOfPage(endpoint, bugId, context)) ?? call<E>(endpoint, { ...input, signal: context.signal }),
    staleTime: untilChanged,
  });
}

/**
 * Fetches everything that the page of a bug shows beside the bug, by one call, into the cache that its components read.
 * `hash` is the fragment of the address: if it names a comment, the activity around it is fetched. Does nothing for
 * parts that are loaded and fresh, while such a call is under way, and if the back end has no additions. Failures are
 * ignored: the components then make their own calls.
 */
export function prefetchBugPage(client: QueryClient, bugId: string, hash = ''): void {
  if (additionsOffered() === false || underWay(client, bugId)) return;
  const wanted = partsOf.get(client)?.filter((part) => part.isWanted(client, bugId)) ?? [];
  // A single part has its own call.
  if (wanted.length > 1) fetchPage(client, bugId, wanted, commentAnchor.idIn(hash));
}

function fetchPage(
  client: QueryClient,
  bugId: string,
  wanted: readonly BugPagePart[],
  linked: string | undefined,
): void {
  const page = client.query({
    queryKey: [...pageKey(bugId), linked],
    async queryFn({ signal }): Promise<Page | null> {
      try {
        // Not called if it is unknown even after the check.
        await additionsBeingAsked();
        if (additionsOffered() !== true) throw new Error('The back end has no additions');
        return await call(getBugPage, {
          params: { id: bugId },
          ...(linked !== undefined && { query: { around: linked } }),
          signal,
        });
      } catch {
        cancelUnseen(client, bugId, wanted);
        return null;
      }
    },
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  // The parts' queries are under way as well, so that live changes that arrive meanwhile are not lost.
  const parts = wanted.map((part) => part.fetch(client, bugId, linked));
  for (const fetching of [page, ...parts]) void fetching.catch(() => undefined);
}

/** Cancels the queries of parts that no component shows: they would make calls that nothing needs. */
function cancelUnseen(client: QueryClient, bugId: string, parts: readonly BugPagePart[]): void {
  for (const part of parts)
    void client.cancelQueries({ queryKey: part.keyOf(bugId), exact: true, type: 'inactive' });
}
