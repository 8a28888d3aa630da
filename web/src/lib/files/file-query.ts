import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type FileRef, listFiles, maxFileIds } from '#contract/conversation/files.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';

/**
 * How long a signed URL is used, in milliseconds: a minute less than its minimum validity. The time counts from the
 * response, as the server's clock may differ from the browser's.
 */
const freshFor = 4 * 60_000;
/** The interval at which a missing file is requested again. */
const missingFor = 60_000;
/** Files requested within this time are fetched together. */
const gathering = 10;

/** The files requested since the last call. */
let waiting = new Map<string, PromiseWithResolvers<FileRef | null>>();

/**
 * A file with a signed URL of its content, renewed before it expires; null if there is none. A page's files are fetched
 * together.
 */
export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: endpointKey(listFiles, id),
    queryFn: () => load(id),
    staleTime: ({ state: { data } }) => lifetime(data),
    refetchInterval: ({ state: { data } }) => (data ? lifetime(data) : false),
  });

function lifetime(file: FileRef | null | undefined): number {
  return file ? freshFor : missingFor;
}

/** Whether the URL of a cached file is still valid. After sleep, it may have expired long ago. */
export function isFresh(client: QueryClient, id: string): boolean {
  const age = Date.now() - (client.getQueryState(fileQuery(id).queryKey)?.dataUpdatedAt ?? 0);
  return age >= 0 && age < freshFor;
}

function load(id: string): Promise<FileRef | null> {
  if (waiting.size === 0) setTimeout(fetchWaiting, gathering);
  const known = waiting.get(id) ?? Promise.withResolvers<FileRef | null>();
  waiting.set(id, known);
  return known.promise;
}

function fetchWaiting(): void {
  const asked = [...waiting];
  waiting = new Map();
  for (let at = 0; at < asked.length; at += maxFileIds)
    void fetchTogether(new Map(asked.slice(at, at + maxFileIds)));
}

async function fetchTogether(asked: typeof waiting): Promise<void> {
  try {
    const found = await call(listFiles, { query: { ids: [...asked.keys()].join(',') } });
    const byId = new Map(found.map((file) => [file._id, file]));
    for (const [id, { resolve }] of asked) resolve(byId.get(id) ?? null);
  } catch (error) {
    for (const { reject } of asked.values()) reject(error);
  }
}
