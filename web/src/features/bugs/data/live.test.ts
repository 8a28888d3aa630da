import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { describe, expect, test } from 'vitest';
import type { Bug as StoredBug } from '#contract/bugs/bugs.ts';
import type { Bug, BugFilter } from '#web/lib/api/specified.ts';
import { ada, testBug as bug } from '#web/lib/bugs/test-bug.ts';
import type { LiveChange } from '#web/lib/live/change.ts';
import { type BugPage, type BugPages, bugsOf, withTotal } from './bug-pages.ts';
import { bugsChanged, commentsEdited, namesChanged } from './live.ts';
import { bugListQuery, bugQuery } from './queries.ts';

const user = { ...ada, email: 'a@b.c', emailConfirmed: true, pendingEmail: '', role: 'user' } as const;

/** A page of the application that shows a list, with 60 of 100 bugs loaded or all of these. */
function showing(filter: BugFilter, { isPart = false, bugs = range(1, 60) } = {}) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  const { queryKey } = bugListQuery(filter);
  const page = { bugs, edge: bugs.at(-1), since: 10, isUnfiltered: false };
  queryClient.setQueryData<BugPages>(queryKey, {
    pages: [{ ...page, total: isPart ? '100' : String(bugs.length), next: isPart ? 'cursor' : undefined }],
    pageParams: [undefined],
  });
  new InfiniteQueryObserver(queryClient, bugListQuery(filter)).subscribe(() => undefined);
  const asked: string[] = [];
  const askAgain = (key: string) => void asked.push(key.startsWith('total') ? 'total' : 'bugs');
  const screens = { queryClient, user, askAgain };
  const shown = () => {
    const data = queryClient.getQueryData<BugPages>(queryKey);
    return { numbers: bugsOf(data).map(({ number }) => number), total: data?.pages[0]?.total, asked };
  };
  /** Sets the number of matches as a response does. */
  const setTotal = (answer: Pick<BugPage, 'total' | 'since'>) =>
    queryClient.setQueryData<BugPages>(queryKey, (data) => data && withTotal(data, answer));
  return { screens, queryClient, shown, setTotal, bugs: () => bugsOf(queryClient.getQueryData(queryKey)) };
}

/** Bugs with numbers above 100, from the newest to the oldest. */
function range(first: number, last: number): Bug[] {
  return Array.from({ length: last - first + 1 }, (_, i) => bug(100 + last - i));
}

const edited = (number: number, overrides: Partial<Bug> = {}) => bug(number, { version: 2, ...overrides });
const carrying = (one: Bug, more: Partial<LiveChange> = {}): LiveChange => ({
  seq: 11,
  type: 'bug',
  _id: one._id,
  version: one.version ?? null,
  bug: one as StoredBug,
  ...more,
});
const bare = (one: Bug, more: Partial<LiveChange> = {}): LiveChange => {
  const { bug: _, ...change } = carrying(one, more);
  return change;
};

describe('a list of filters and words', () => {
  test('is patched with the bugs that changes carry, and asks for nothing', async () => {
    const { screens, shown, bugs } = showing({ status: 'open', q: 'text' });
    await bugsChanged(screens, [
      carrying(bug(170), { filed: 11 }),
      carrying(edited(160, { status: 'resolved' })),
      carrying(edited(159, { title: 'Renamed' })),
      bare(bug(158), { version: null }),
    ]);
    expect(shown().numbers.slice(0, 3)).toEqual([170, 159, 157]);
    expect(bugs()[1]?.title).toBe('Renamed');
    expect(shown().asked).toEqual([]);
  });

  test('that is partly loaded counts what it can, and otherwise asks for the number of matches', async () => {
    const all = showing({}, { isPart: true });
    await bugsChanged(all.screens, [carrying(bug(170), { filed: 11 }), carrying(edited(3))]);
    expect(all.shown()).toMatchObject({ total: '101', asked: [] });
    await bugsChanged(all.screens, [bare(bug(4), { version: null })]);
    expect(all.shown().asked).toEqual(['total']);
    const open = showing({ status: 'open' }, { isPart: true });
    const resolved = { status: 'resolved' } as const;
    await bugsChanged(open.screens, [
      carrying(bug(170), { filed: 11 }),
      carrying(bug(171, resolved), { filed: 11 }),
    ]);
    await bugsChanged(open.screens, [carrying(edited(160, resolved)), bare(bug(159), { version: null })]);
    expect(open.shown()).toMatchObject({ total: '99', asked: [] });
    await bugsChanged(open.screens, [carrying(edited(3, resolved))]);
    expect(open.shown()).toMatchObject({ total: '99', asked: ['total'] });
    open.setTotal({ total: '98', since: 12 });
    await bugsChanged(open.screens, [carrying(bug(172), { seq: 12, filed: 12 })]);
    expect(open.shown()).toMatchObject({ total: '98', asked: ['total'] });
    await bugsChanged(open.screens, [bare(bug(158), { seq: 12, version: null })]);
    expect(open.shown().asked).toEqual(['total', 'total']);
  });

  test('asks again if a change carries no bug, unless the list is newer than the change', async () => {
    const { screens, shown } = showing({ status: 'open' });
    await bugsChanged(screens, [bare(edited(160), { seq: 10 })]);
    expect(shown().asked).toEqual([]);
    await bugsChanged(screens, [bare(edited(160))]);
    expect(shown().asked).toEqual(['bugs']);
  });

  test('shows the numbers of a bug and its place on boards, and asks for none of them', async () => {
    const { screens, shown, bugs } = showing({});
    await bugsChanged(screens, [carrying(bug(160, { votes: 3 }), { type: 'votes', version: null })]);
    expect(bugs()[0]).toMatchObject({ number: 160, votes: 3 });
    await bugsChanged(screens, [bare(bug(3), { type: 'votes', version: null })]);
    expect(shown().asked).toEqual([]);
    const board = showing({ sort: '-rank' });
    await bugsChanged(board.screens, [
      carrying(bug(101, { rank: 1e9 }), { type: 'position', version: null }),
    ]);
    expect(board.shown().numbers[0]).toBe(101);
    expect(board.shown().asked).toEqual([]);
  });

  test('asks again after comments only if it searches them', async () => {
    const comment: LiveChange = { seq: 11, type: 'comment', _id: bug(1)._id, version: 2 };
    for (const [q, asked] of [
      ['moth', []],
      ['moth in:comments', ['bugs']],
    ] as const) {
      const { screens, shown } = showing({ q });
      await commentsEdited(screens, [comment]);
      expect(shown().asked).toEqual(asked);
    }
  });
});

describe('a list with a query', () => {
  test('shows changed bugs in their places, and asks again', async () => {
    const { screens, shown, bugs } = showing({ query: 'status:open' });
    const { numbers } = shown();
    await bugsChanged(screens, [carrying(edited(160, { status: 'resolved' })), carrying(bug(170))]);
    expect(shown()).toMatchObject({ numbers, asked: ['bugs'] });
    expect(bugs()[0]?.status).toBe('resolved');
  });

  test('asks again when counts or names that the query may use change', async () => {
    const { screens, shown } = showing({ query: 'votes:>2' });
    await bugsChanged(screens, [carrying(bug(3), { type: 'votes', version: null })]);
    await bugsChanged(screens, [carrying(bug(3), { type: 'position', version: null })]);
    await namesChanged(screens, [{ seq: 12, type: 'label', _id: bug(9)._id, version: null }]);
    expect(shown().asked).toEqual(['bugs', 'bugs']);
  });
});

test('an open bug shows what a change carries, unless it is older', async () => {
  const { screens, queryClient } = showing({});
  const { queryKey } = bugQuery(bug(1)._id);
  queryClient.setQueryData(queryKey, bug(1));
  await bugsChanged(screens, [carrying(bug(1, { title: 'Third', version: 3 }))]);
  await bugsChanged(screens, [carrying(bug(1, { title: 'Second', version: 2 }), { seq: 12 })]);
  expect(queryClient.getQueryData(queryKey)?.title).toBe('Third');
});
