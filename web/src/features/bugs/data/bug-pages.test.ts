import { describe, expect, test } from 'vitest';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import type { Sort } from '#contract/bugs/bugs.ts';
import { queryFields } from '#contract/query/fields.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { type BugPages, bugsOf, rowsOf, withBugPlaced, withTotal } from './bug-pages.ts';
import { orderOf } from './order.ts';
import { ada, testBug as bug } from '#web/lib/bugs/test-bug.ts';

const ben = { _id: '00000000-0000-7000-8000-00000000000b', name: 'Ben' };

/** A list whose first pages are loaded. */
function loaded(pages: Bug[][], more: boolean): BugPages {
  return {
    pages: pages.map((bugs, index) => ({
      bugs,
      total: '9',
      next: more || index < pages.length - 1 ? `c${index}` : undefined,
      edge: bugs.at(-1),
      since: 0,
      isUnfiltered: false,
    })),
    pageParams: pages.map((_, index) => (index === 0 ? undefined : `c${index - 1}`)),
  };
}

const numbers = (data: BugPages) => bugsOf(data).map(({ number }) => number);
const place = (data: BugPages, one: Bug, filter: BugFilter = {}) =>
  numbers(withBugPlaced(data, one, { filter, fields: queryFields, me: ada._id }));

describe('a bug is sorted among the loaded ones', () => {
  test('a new bug is first', () => {
    expect(place(loaded([[bug(3), bug(2)], [bug(1)]], false), bug(4))).toEqual([4, 3, 2, 1]);
    expect(place(loaded([[]], false), bug(1))).toEqual([1]);
  });

  test('a bug that begins to match is inserted on the page of its position', () => {
    const data = loaded(
      [
        [bug(9), bug(7)],
        [bug(5), bug(3)],
      ],
      false,
    );
    expect(place(data, bug(8))).toEqual([9, 8, 7, 5, 3]);
    expect(place(data, bug(6))).toEqual([9, 7, 6, 5, 3]);
    expect(place(data, bug(1))).toEqual([9, 7, 5, 3, 1]);
  });

  test('a bug after the loaded ones is left to the next page, and none is skipped', () => {
    const data = loaded(
      [
        [bug(9), bug(7)],
        [bug(5), bug(3)],
      ],
      true,
    );
    expect(place(data, bug(2))).toEqual([9, 7, 5, 3]);
    // The next page begins behind where 3 stood, even if 3 is gone by now.
    const without3 = withBugPlaced(data, bug(3, { status: 'resolved' }), {
      filter: { status: 'open' },
      fields: queryFields,
      me: ada._id,
    });
    expect(numbers(without3)).toEqual([9, 7, 5]);
    expect(place(without3, bug(4))).toEqual([9, 7, 5, 4]);
    expect(place(without3, bug(2))).toEqual([9, 7, 5]);
  });

  test('a bug that no longer matches is removed, and an older version changes nothing', () => {
    const data = loaded([[bug(2), bug(1, { version: 3 })]], false);
    expect(place(data, bug(2, { status: 'resolved', version: 2 }), { status: 'open' })).toEqual([1]);
    expect(
      withBugPlaced(data, bug(1, { title: 'Old', version: 2 }), {
        filter: {},
        fields: queryFields,
        me: ada._id,
      }),
    ).toBe(data);
  });

  test('a bug that is sorted differently moves', () => {
    const data = loaded([[bug(1, { title: 'a' }), bug(2, { title: 'b' })], [bug(3, { title: 'c' })]], false);
    expect(place(data, bug(1, { title: 'D', version: 2 }), { sort: 'title' })).toEqual([2, 3, 1]);
  });
});

test('a changed bug is placed by the order and the filters of the query', () => {
  const filter: BugFilter = { query: 'label:crash sort:title', status: 'open' };
  const data = loaded([[bug(1, { title: 'a' }), bug(2, { title: 'c' })]], false);
  expect(place(data, bug(3, { title: 'B' }), filter)).toEqual([1, 3, 2]);
  expect(place(data, bug(1, { status: 'resolved', version: 2 }), filter)).toEqual([2]);
});

test('rows of another query are the loaded bugs, as only the server evaluates queries', () => {
  const data = loaded([[bug(2, { status: 'resolved' }), bug(1)]], true);
  const rows = (query: string | undefined, filter: BugFilter = {}) =>
    rowsOf(data, { filter, fields: queryFields, text: '', query, me: ada._id }).map(({ number }) => number);
  expect(rows('-status:open')).toEqual([2, 1]);
  expect(rows('-status:open', { query: '-status:open' })).toEqual([2, 1]);
  expect(rows(undefined, { query: '-status:open', status: 'open' })).toEqual([1]);
});

test('the number of matches of a late response does not replace that of a newer page', () => {
  const data = loaded([[bug(2)], [bug(1)]], true);
  const [first, second] = data.pages;
  const newer = { ...data, pages: [first, second && { ...second, since: 7 }].flatMap((page) => page ?? []) };
  const total = (since: number) => withTotal(newer, { total: '8', since }).pages.at(-1)?.total;
  expect([total(6), total(7)]).toEqual(['9', '8']);
});

test('every filter is understood as the server does', () => {
  const shows = (filter: BugFilter, overrides: Partial<Bug>) =>
    place(loaded([[]], false), bug(1, overrides), filter).length === 1;
  expect(shows({ priority: 'high' }, { priority: 'low' })).toBe(false);
  expect(shows({ assignedTo: 'none' }, {})).toBe(true);
  expect(shows({ assignedTo: 'none' }, { assignedTo: ben })).toBe(false);
  expect(shows({ assignedTo: 'me' }, { assignedTo: ada })).toBe(true);
  expect(shows({ assignedTo: 'me' }, { assignedTo: ben })).toBe(false);
  expect(shows({ assignedTo: ben._id }, { assignedTo: ben })).toBe(true);
  expect(shows({ createdBy: 'me' }, { createdBy: ben })).toBe(false);
  expect(shows({ q: 'TEX' }, {})).toBe(true);
  expect(shows({ q: 'nothing of it' }, {})).toBe(false);
});

test('lists sort as the server does, with the newest first among equals', () => {
  const sorted = (sort: Sort, ...bugs: Bug[]) => bugs.toSorted(orderOf(sort)).map(({ number }) => number);
  const byStatus = statuses.map((status, index) => bug(index + 1, { status }));
  expect(sorted('status', ...byStatus.toReversed())).toEqual([1, 2, 3]);
  const byPriority = priorities.map((priority, index) => bug(index + 1, { priority }));
  expect(sorted('-priority', ...byPriority)).toEqual([3, 2, 1]);
  expect(sorted('updatedAt', bug(1, { updatedAt: '2027-01-01T00:00:00.000Z' }), bug(2))).toEqual([2, 1]);
  const titles = ['🙂', '\uffe0', 'b', 'B', 'a', 'ab', ''].map((title, index) => bug(index + 1, { title }));
  expect(sorted('title', ...titles)).toEqual([7, 5, 6, 4, 3, 2, 1]);
});
