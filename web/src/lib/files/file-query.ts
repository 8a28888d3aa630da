import { queryOptions } from '@tanstack/react-query';
import { type FileRef, listFiles, maxFileIds } from '#contract/files.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';

/** A signed address is replaced by another one this long before it expires, in milliseconds. */
const margin = 60_000;
/** How long it is until a file is looked for again that was not there. */
const missingFor = 60_000;
/** Never more often than this, whatever the clocks say. */
const shortest = 10_000;
/** Files that are asked for within this time are fetched together. */
const gathering = 10;

/** The files that have been asked for since the last request. */
let waiting = new Map<string, PromiseWithResolvers<FileRef | null>>();

/**
 * A file with a signed address of its content, which is renewed before it expires; null where there is none. Those of a page are
 * fetched together.
 */
export const fileQuery = (id: string) =>
  queryOptions({
    queryKey: endpointKey(listFiles, id),
    queryFn: () => load(id),
    staleTime: ({ state: { data } }) => lifetime(data),
    refetchInterval: ({ state: { data } }) => (data ? lifetime(data) : false),
  });

function lifetime(file: FileRef | null | undefined): number {
  return file ? Math.max(shortest, expiryOf(file.url) - margin - Date.now()) : missingFor;
}

/** When a signed address expires, in milliseconds since 1970. */
function expiryOf(url: string): number {
  return Number(new URLSearchParams(url.replace(/^[^?]*/, '')).get('expires') ?? 0);
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
