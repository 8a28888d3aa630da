import { Readable } from 'node:stream';
import type { z } from 'zod';
import { type Bug, type listBugsQuery, listBugs } from '#contract/bugs.ts';
import type { Db } from '#server/db/schema.ts';
import { Answer } from '#server/http/route.ts';
import type { Caller } from '#server/http/session.ts';
import { conditionsFor } from './bugs.ts';
import { cursorAfter, positionOf } from './order.ts';
import * as queries from './queries.ts';

type Query = z.output<typeof listBugsQuery>;

/** Counting matches of a search may cost no more than finding them. */
const countedMatches = 1000;
/** How many bugs are read and held at a time while the whole list is sent. */
const batch = 250;

/** A page where the query has a limit, else the whole list as a stream. */
export async function answerList(
  db: Db,
  caller: Caller,
  { limit, cursor, ...filter }: Query,
): Promise<Answer<Bug[]>> {
  const conditions = conditionsFor(caller, filter);
  const after = cursor === undefined ? undefined : positionOf(cursor, filter.sort);
  if (limit === undefined) return streamAll(db, conditions, after);
  const found = await queries.listBugs(db, conditions, { after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return new Answer(page, {
    'x-total-count': await totalCount(db, conditions),
    ...(found.length > limit &&
      last && { link: nextLink({ ...filter, limit }, cursorAfter(last, filter.sort)) }),
  });
}

async function totalCount(db: Db, conditions: queries.BugConditions): Promise<string> {
  if (!conditions.q) return String(await queries.countBugs(db, conditions));
  const counted = await queries.countBugs(db, conditions, countedMatches + 1);
  return counted > countedMatches ? `${countedMatches}+` : String(counted);
}

function nextLink(query: Record<string, string | number | undefined>, cursor: string): string {
  const given = Object.entries({ ...query, cursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `<${listBugs.path}?${search}>; rel="next"`;
}

async function streamAll(
  db: Db,
  conditions: queries.BugConditions,
  after: ReturnType<typeof positionOf> | undefined,
): Promise<Answer<Bug[]>> {
  // Read before the answer begins, so that a database that is away is still answered with a status.
  const first = await queries.listBugs(db, conditions, { after, limit: batch });
  return new Answer<Bug[]>(Readable.from(jsonArray(db, conditions, first)), {
    'content-type': 'application/json; charset=utf-8',
  });
}

async function* jsonArray(db: Db, conditions: queries.BugConditions, first: Bug[]): AsyncGenerator<string> {
  let bugs = first;
  let separator = '[';
  for (;;) {
    for (const bug of bugs) {
      yield separator + JSON.stringify(bug);
      separator = ',';
    }
    const last = bugs.at(-1);
    if (!last || bugs.length < batch) break;
    const after = positionOf(cursorAfter(last, conditions.sort), conditions.sort);
    bugs = await queries.listBugs(db, conditions, { after, limit: batch });
  }
  yield separator === '[' ? '[]' : ']';
}
