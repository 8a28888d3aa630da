import type { Bug } from '#contract/bugs/bugs.ts';
import * as contract from '#contract/bugs/bugs.ts';
import { pageSizePreference } from '#contract/endpoint.ts';
import type { BugCache } from '#server/engine/bugs/bug-cache.ts';
import type { Db } from '#server/engine/schema.ts';
import type { BugFinder, FoundBugs, Selecting } from '#server/finding/finder.ts';
import { Answer, jsonAnswer, jsonArray, streamArray } from '#server/http/answer.ts';
import { nextLink } from '#server/http/pages.ts';
import type { Call } from '#server/http/request-context.ts';
import type { BugReader } from './reads.ts';

/**
 * The size of a piece of a streamed answer: other requests wait while it is read, and it stays in memory while a slow
 * client receives it.
 */
const piece = { bytes: 64_000, bugs: 8 };
/** A page of up to this number of bytes is sent at once, and can be cached. */
const smallPage = 128_000;
/**
 * For a page of up to this many bugs, only titles and descriptions are measured, which is free: other fields add ten
 * megabytes at most.
 */
const alwaysSmall = 50;
/** The number of keys that a streamed list reads at a time. */
const keysAtOnce = 1_000;

type Keys = Awaited<ReturnType<FoundBugs['keys']>>;

type ListCall = Pick<
  Call<typeof contract.listBugs>,
  'app' | 'db' | 'longReads' | 'caller' | 'query' | 'preferredPage' | 'now'
>;

/** A page of the list if the query has a limit or the caller prefers one, else the whole list as a stream. */
export async function listBugs(
  call: ListCall,
  { finder, reader }: { finder: BugFinder; reader: BugReader },
): Promise<Answer<Bug[]>> {
  const { limit: given, cursor, ...selecting } = call.query;
  const found = await finder.find(call, selecting);
  const cache = call.app.bugs;
  const after = cursor === undefined ? undefined : found.positionOf(cursor);
  const limit = given ?? call.preferredPage;
  // Read before the answer begins, so that an unreachable database still gives an error status.
  const keys = await found.keys({
    after,
    limit: limit === undefined ? keysAtOnce : Math.max(limit, after ? 0 : found.countedTo) + 1,
  });
  if (limit === undefined)
    return cacheable(streamArray<Bug>(wholeList(found, keys, cache)), found, selecting);
  const page = keys.slice(0, limit);
  const last = page.at(-1);
  const headers = {
    'x-total-count': after === undefined ? await totalOf(found, keys, limit) : await found.count(keys.length),
    ...(keys.length > limit &&
      last && {
        link: nextLink(contract.listBugs.path, { ...selecting, limit }, found.cursorAfter(last)),
      }),
    // A size that was not given as a limit comes from the `Prefer` header.
    ...(given === undefined && { 'preference-applied': pageSizePreference(limit) }),
  };
  const answer = (await isSmall(call.db, { reader, cache }, page))
    ? jsonAnswer<Bug[]>(jsonArray(await found.bugs(page, cache)), headers)
    : streamArray<Bug>(pieces(found, page, cache), headers);
  return cacheable(answer, found, selecting);
}

/** The number of bugs in a list that begins with these keys. */
async function totalOf(found: FoundBugs, keys: Keys, limit: number): Promise<string> {
  const most = Math.max(limit, found.countedTo);
  if (keys.length <= most) return String(keys.length);
  return found.countedTo > 0 ? `${most}+` : found.count(keys.length);
}

/** The answer, marked with who may get it from the cache. */
function cacheable(
  { body, headers }: Answer<Bug[]>,
  { dependsOnDay }: FoundBugs,
  selecting: Selecting,
): Answer<Bug[]> {
  const forCaller = namesCaller(selecting) ? 'caller' : 'shared';
  return new Answer(body, headers, { cache: dependsOnDay ? 'none' : forCaller });
}

/** Whether the list may depend on the caller: as `me` in a filter, or in a query, which may name the caller in other ways. */
function namesCaller({ query, ...filters }: Selecting): boolean {
  return (
    query !== undefined || Object.values(filters).some((given) => String(given).split(',').includes('me'))
  );
}

async function isSmall(
  db: Db,
  { reader, cache }: { reader: BugReader; cache: BugCache },
  page: Keys,
): Promise<boolean> {
  const known = page.map((key) => cache.get(key)?.json.length);
  const bytes = page.reduce((sum, { size }, i) => sum + (known[i] ?? size), 0);
  const others = page.filter((_, i) => known[i] === undefined);
  if (bytes > smallPage || others.length <= alwaysSmall) return bytes <= smallPage;
  const missing = others.reduce((sum, { size }) => sum + size, 0);
  const numbers = others.map(({ number }) => number);
  return bytes - missing + (await reader.sizeOf(db, numbers)) <= smallPage;
}

async function* wholeList(found: FoundBugs, first: Keys, cache: BugCache): AsyncGenerator<Buffer[]> {
  for (let keys = first; ;) {
    yield* pieces(found, keys, cache);
    if (keys.length < keysAtOnce) return;
    keys = await found.keys({ after: keys.at(-1), limit: keysAtOnce });
  }
}

async function* pieces(found: FoundBugs, keys: Keys, cache: BugCache): AsyncGenerator<Buffer[]> {
  for (let begin = 0, end = 0; begin < keys.length; begin = end) {
    let bytes = 0;
    do bytes += keys[end++]?.size ?? 0;
    while (end < keys.length && end - begin < piece.bugs && bytes + (keys[end]?.size ?? 0) <= piece.bytes);
    yield await found.bugs(keys.slice(begin, end), cache);
  }
}
