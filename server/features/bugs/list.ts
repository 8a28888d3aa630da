import type { Bug } from '#contract/bugs/bugs.ts';
import * as contract from '#contract/bugs/bugs.ts';
import { isZone } from '#contract/query/days.ts';
import { queryMessages } from '#contract/query/messages.ts';
import type { Db } from '#server/db/schema.ts';
import { Answer, MomentaryAnswer } from '#server/http/answer.ts';
import { fieldError } from '#server/http/errors.ts';
import { streamArray } from '#server/http/json-stream.ts';
import type { Call } from '#server/http/request-context.ts';
import { type BugConditions, conditionsOf } from './filters.ts';
import { BugCounter } from './list-count.ts';
import type { Key } from './key-statements.ts';
import type { BugFinder } from './list-queries.ts';
import { type Prepared, prepare } from './list-statement.ts';
import { cursorAfter, positionOf, sortOrder } from './order.ts';
import { withQuery } from '#server/features/bugs/query/query.ts';
import type { QueryFields } from '#server/features/bugs/query/query-fields.ts';
import type { BugReader } from './reads.ts';

/**
 * What is read and sent in one piece of a streamed answer: other requests wait for as long as reading it takes, and it is
 * held for a reader who is slow to take it.
 */
const piece = { bytes: 64_000, bugs: 8 };
/** A page of so many bytes is sent at once, and can be cached. */
const smallPage = 128_000;
/** Of so many bugs of the whole list it is known at a time that they are the next. */
const keysAtOnce = 1_000;

type ListCall = Pick<Call<typeof contract.listBugs>, 'db' | 'longReads' | 'caller' | 'query' | 'now'>;

/** Answers lists: a page where the query has a limit, else the whole list as a stream. */
export function listAnswerer(
  finder: BugFinder,
  reader: BugReader,
  queryFields: QueryFields,
): (call: ListCall) => Promise<Answer<Bug[]>> {
  const counter = new BugCounter(finder);
  async function answer(
    { db, longReads, query: { limit, cursor, ids, ...filter } }: ListCall,
    conditions: BugConditions,
  ): Promise<Answer<Bug[]>> {
    const { sort } = conditions;
    const after = cursor === undefined ? undefined : positionOf(cursor, sort);
    const finding = isQuick(conditions) ? db : longReads;
    const prepared = await prepare(finding, finder.filters, conditions);
    const list: List = { finder, db, finding, conditions, prepared };
    if (ids) {
      if (ids.length > contract.maxIds || limit !== undefined || cursor !== undefined)
        throw fieldError('ids', contract.bugRefusals.noIds({ max: contract.maxIds }));
      const headers = { 'x-total-count': await counter.countMatching(finding, conditions, prepared) };
      const bugs = reader.findEach(db, new Set(ids));
      return (await reader.sizeOf(db, ids)) <= smallPage
        ? new Answer((await Array.fromAsync(bugs)).flat(), headers)
        : streamArray(bugs, headers);
    }
    // Read before the answer begins, so that a database that is away is still answered with a status.
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
      ...(found.length > limit && last && { link: nextLink({ ...filter, limit }, cursorAfter(last, sort)) }),
    };
    return sizeOf(page) <= smallPage
      ? new Answer(await finder.loadBugs(db, conditions, page), headers)
      : streamArray(load(list, page), headers);
  }
  return async (call) => {
    const { conditions, dependsOnDay } = await conditionsFor(finder, queryFields, call);
    const { body, headers } = await answer(call, conditions);
    return new (dependsOnDay ? MomentaryAnswer : Answer)(body, headers);
  };
}

/** The conditions in the parameters of a list, without those of its pages. */
async function conditionsFor(
  finder: BugFinder,
  queryFields: QueryFields,
  { db, longReads, caller, now, query }: ListCall,
): Promise<{ conditions: BugConditions; dependsOnDay: boolean }> {
  const { query: text, zone = 'UTC', limit: _limit, cursor: _cursor, ids: _ids, ...filter } = query;
  if (!isZone(zone)) throw fieldError('zone', queryMessages.notZone());
  const others = conditionsOf(finder.filters, caller._id, filter);
  if (text === undefined) return { conditions: others, dependsOnDay: false };
  const asker = { me: caller._id, now: now(), zone };
  return withQuery({ db, longReads }, queryFields, { text, asker, others });
}

/** Where a list is read: which bugs are in it may take long to find out, reading them does not. */
interface List {
  finder: BugFinder;
  db: Db;
  finding: Db;
  conditions: BugConditions;
  prepared: Prepared;
}

/** The first columns of an index by number. */
const indexed: readonly (readonly string[])[] = [['status', 'priority'], ['assignedTo'], ['createdBy']];

/** Whether an index gives these bugs in their order. */
export function isQuick({ filters, number, terms, part, sort }: BugConditions): boolean {
  if (terms.length > 0 || part) return false;
  const names = Object.keys(filters);
  if (number !== undefined || names.length === 0) return true;
  const isIndexed = indexed.some((index) => names.every((name) => index.includes(name)));
  // An index has the order of each person's bugs, and so has no one those of many people.
  const isInParts = Object.values(filters).every(({ kind, oneOf }) => kind !== 'any' || oneOf);
  return isIndexed && isInParts && sortOrder(sort).column === 'number';
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

function nextLink(query: Record<string, string | number | undefined>, cursor: string): string {
  const given = Object.entries({ ...query, cursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `<${contract.listBugs.path}?${search.toString()}>; rel="next"`;
}
