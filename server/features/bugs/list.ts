import type { Bug } from '#contract/bugs/bugs.ts';
import * as contract from '#contract/bugs/bugs.ts';
import { pageSizePreference } from '#contract/endpoint.ts';
import type { Db } from '#server/engine/schema.ts';
import { Answer } from '#server/http/answer.ts';
import { UncacheableAnswer, SharedAnswer } from '#server/http/response-cache.ts';
import { fieldError } from '#server/http/errors.ts';
import { streamArray } from '#server/http/json-stream.ts';
import { nextLink } from '#server/http/pages.ts';
import type { Call } from '#server/http/request-context.ts';
import type { BugConditions } from './filters.ts';
import type { Key } from './key-statements.ts';
import type { BugFinder } from './list-queries.ts';
import type { Prepared } from './list-statement.ts';
import { cursorAfter, positionOf } from './order.ts';
import type { QueriedBugs } from './queried-bugs.ts';
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

type ListCall = Pick<
  Call<typeof contract.listBugs>,
  'db' | 'longReads' | 'caller' | 'query' | 'preferredPage' | 'now'
>;

/** Answers lists: a page if the query has a limit or the caller prefers one, else the whole list as a stream. */
export function listAnswerer(
  queried: QueriedBugs,
  reader: BugReader,
): (call: ListCall) => Promise<Answer<Bug[]>> {
  const { finder, counter } = queried;
  async function answer(
    { db, longReads, query: { limit: given, cursor, ids, ...filter }, preferredPage }: ListCall,
    conditions: BugConditions,
  ): Promise<Answer<Bug[]>> {
    const { sort } = conditions;
    const after = cursor === undefined ? undefined : positionOf(cursor, sort);
    const { finding, prepared } = await queried.prepare({ db, longReads }, conditions);
    const list: List = { finder, db, finding, conditions, prepared };
    if (ids) {
      if (ids.length > contract.maxIds || given !== undefined || cursor !== undefined)
        throw fieldError('ids', contract.bugRefusals.noIds({ max: contract.maxIds }));
      return answerEach(db, ids, {
        'x-total-count': await counter.countMatching(finding, conditions, prepared),
      });
    }
    const limit = given ?? preferredPage;
    // Read before the answer begins, so that an unreachable database still gives an error status.
    const found = await finder.findKeys(finding, prepared, {
      after,
      limit: limit === undefined ? keysAtOnce : limit + 1,
    });
    if (limit === undefined) return streamArray(wholeList(list, found));
    const page = found.slice(0, limit);
    const last = page.at(-1);
    const headers = {
      // All of them may be here already.
      'x-total-count':
        after === undefined && found.length <= limit
          ? String(found.length)
          : await counter.countMatching(finding, conditions, prepared),
      ...(found.length > limit && last && nextPage({ ...filter, limit }, cursorAfter(last, sort))),
      ...appliedPreference(given, limit),
    };
    return (await isSmall(db, page))
      ? new Answer(await finder.loadBugs(db, conditions, page), headers)
      : streamArray(load(list, page), headers);
  }
  async function answerEach(db: Db, ids: readonly string[], headers: Record<string, string>) {
    const bugs = reader.findEach(db, new Set(ids));
    return (await reader.sizeOf(db, ids)) <= smallPage
      ? new Answer((await Array.fromAsync(bugs)).flat(), headers)
      : streamArray(bugs, headers);
  }
  async function isSmall(db: Db, page: readonly Key[]): Promise<boolean> {
    if (sizeOf(page) > smallPage || page.length <= alwaysSmall) return sizeOf(page) <= smallPage;
    const numbers = page.map(({ number }) => number);
    return (await reader.sizeOfPage(db, numbers)) <= smallPage;
  }
  return async (call) => {
    const { limit: _limit, cursor: _cursor, ids: _ids, ...selecting } = call.query;
    const { conditions, dependsOnDay } = await queried.conditions(call, selecting);
    const { body, headers } = await answer(call, conditions);
    if (dependsOnDay) return new UncacheableAnswer(body, headers);
    return new (namesCaller(selecting) ? Answer : SharedAnswer)(body, headers);
  };
}

function nextPage(query: Record<string, string | number | undefined>, cursor: string) {
  return { link: nextLink(contract.listBugs.path, query, cursor) };
}

/** A size that was not given as a limit comes from the `Prefer` header. */
function appliedPreference(given: number | undefined, size: number) {
  return given === undefined ? { 'preference-applied': pageSizePreference(size) } : {};
}

/** Whether the list may be another one for another caller: filters have the caller as `me`, queries also otherwise written. */
function namesCaller({ query, ...filters }: Omit<ListCall['query'], 'limit' | 'cursor' | 'ids'>): boolean {
  return (
    query !== undefined || Object.values(filters).some((given) => String(given).split(',').includes('me'))
  );
}

/** The databases of a list: finding its bugs may take long, reading them does not. */
interface List {
  finder: BugFinder;
  db: Db;
  finding: Db;
  conditions: BugConditions;
  prepared: Prepared;
}

const sizeOf = (keys: readonly Key[]) => keys.reduce((total, { size }) => total + size, 0);

async function* wholeList(list: List, first: Key[]): AsyncGenerator<Bug[]> {
  for (let keys = first; ;) {
    yield* load(list, keys);
    if (keys.length < keysAtOnce) return;
    keys = await list.finder.findKeys(list.finding, list.prepared, {
      after: keys.at(-1),
      limit: keysAtOnce,
    });
  }
}

/** The bugs in pieces. */
async function* load({ finder, db, conditions }: List, keys: readonly Key[]): AsyncGenerator<Bug[]> {
  for (let begin = 0, end = 0; begin < keys.length; begin = end) {
    let bytes = 0;
    do bytes += keys[end++]?.size ?? 0;
    while (end < keys.length && end - begin < piece.bugs && bytes + (keys[end]?.size ?? 0) <= piece.bytes);
    yield await finder.loadBugs(db, conditions, keys.slice(begin, end));
  }
}
