import { queryOptions } from '@tanstack/react-query';
import { type BugReference, listBugReferences, maxReferences } from '#contract/bugs/bug-references.ts';
import { maxNumber } from '#contract/bugs/bugs.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';

/** The bugs requested since the last call. */
let waiting = new Map<number, PromiseWithResolvers<BugReference | null>>();

/** The data for a reference to the bug with this number; null if there is none. Batched for a text's references. */
export const referenceQuery = (number: number) =>
  queryOptions({
    queryKey: endpointKey(listBugReferences, number),
    queryFn: () => load(number),
    staleTime: 60_000,
  });

function load(number: number): Promise<BugReference | null> {
  // The server would refuse this number, and with it the whole batch.
  if (number > maxNumber) return Promise.resolve(null);
  // After all references of the rendered text have been requested.
  if (waiting.size === 0) setTimeout(fetchWaiting);
  const known = waiting.get(number) ?? Promise.withResolvers<BugReference | null>();
  waiting.set(number, known);
  return known.promise;
}

function fetchWaiting(): void {
  const asked = [...waiting];
  waiting = new Map();
  for (let at = 0; at < asked.length; at += maxReferences)
    void fetchTogether(new Map(asked.slice(at, at + maxReferences)));
}

async function fetchTogether(asked: typeof waiting): Promise<void> {
  try {
    const found = await call(listBugReferences, { query: { numbers: [...asked.keys()].join(',') } });
    const byNumber = new Map(found.map((bug) => [bug.number, bug]));
    for (const [number, { resolve }] of asked) resolve(byNumber.get(number) ?? null);
  } catch (error) {
    for (const { reject } of asked.values()) reject(error);
  }
}
