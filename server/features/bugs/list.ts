import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { z } from 'zod';
import type { Bug, listBugsQuery } from '#contract/bugs.ts';
import * as contract from '#contract/bugs.ts';
import type { Db } from '#server/db/schema.ts';
import { Answer } from '#server/http/answer.ts';
import type { Caller } from '#server/http/session.ts';
import { conditionsFor } from './bugs.ts';
import { cursorAfter, positionOf } from './order.ts';
import { countMatching } from './list-count.ts';
import { listBugs } from './list-queries.ts';
import type { BugConditions } from './list-statement.ts';

type Query = z.output<typeof listBugsQuery>;

/**
 * While the whole list is sent, no more bugs are read at once than take a moment, for which all others wait; and of long
 * ones fewer, as so many characters are held for a reader who is slow to take them.
 */
const held = { characters: 64_000, bugs: 8 };

/** A page where the query has a limit, else the whole list as a stream. */
export async function answerList(
  db: Db,
  caller: Caller,
  { limit, cursor, ...filter }: Query,
): Promise<Answer<Bug[]>> {
  const conditions = conditionsFor(caller, filter);
  const after = cursor === undefined ? undefined : positionOf(cursor, filter.sort);
  if (limit === undefined) return streamAll(db, conditions, after);
  const found = await listBugs(db, conditions, { after, limit: limit + 1 });
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return new Answer(page, {
    // All of them may be here already.
    'x-total-count':
      after === undefined && found.length <= limit
        ? String(found.length)
        : await countMatching(db, conditions),
    ...(found.length > limit &&
      last && { link: nextLink({ ...filter, limit }, cursorAfter(last, filter.sort)) }),
  });
}

function nextLink(query: Record<string, string | number | undefined>, cursor: string): string {
  const given = Object.entries({ ...query, cursor }).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)]));
  return `<${contract.listBugs.path}?${search}>; rel="next"`;
}

async function streamAll(
  db: Db,
  conditions: BugConditions,
  after: ReturnType<typeof positionOf> | undefined,
): Promise<Answer<Bug[]>> {
  // Read before the answer begins, so that a database that is away is still answered with a status.
  const first = await listBugs(db, conditions, { after, limit: held.bugs });
  const body = Readable.from(jsonArray(db, conditions, first), { highWaterMark: 1 });
  return new Answer<Bug[]>(body, {
    'content-type': 'application/json; charset=utf-8',
  });
}

/** The array in pieces of a batch each, after `first`, which is as long as the first batch may be. */
async function* jsonArray(db: Db, conditions: BugConditions, first: Bug[]): AsyncGenerator<string> {
  let bugs = first;
  let limit = held.bugs;
  yield '[';
  for (let separator = ''; bugs.length > 0; separator = ',') {
    const last = bugs.at(-1);
    const isLast = bugs.length < limit || !last;
    const piece = separator + bugs.map((bug) => JSON.stringify(bug)).join(',');
    limit = Math.min(held.bugs, Math.ceil((held.characters * bugs.length) / piece.length));
    // What is sent need not be held until the reader has taken it.
    bugs = [];
    yield piece;
    if (isLast) break;
    // Others have their turn, however quickly this reader takes what it is sent.
    await nextTurn();
    const after = positionOf(cursorAfter(last, conditions.sort), conditions.sort);
    bugs = await listBugs(db, conditions, { after, limit });
  }
  yield ']';
}
