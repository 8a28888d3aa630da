import type { Query, QueryClient } from '@tanstack/react-query';
import { ApiError } from '#web/lib/api/api-error.ts';
import { call } from '#web/lib/api/call.ts';
import { type Bug, type BugFilter, getBug } from '#web/lib/api/specified.ts';
import type { LiveChange, OnChanges } from '#web/lib/live/change.ts';
import { reread, settled } from '#web/lib/live/reread.ts';
import { type BugPages, newerOf, withBugPlaced, withoutBug } from './bug-pages.ts';
import { bugLists, bugQuery, fetchTotal, pageSize, singleBugs } from './queries.ts';

/** So many changed bugs are read one by one; when more change at once, whole lists are cheaper. */
const fewEnough = 20;

/** Bugs were filed, edited or deleted: open ones and lists show it, with as little reading as it takes. */
export const bugsChanged: OnChanges = async ({ queryClient: client, user }, changes) => {
  if (changes.length > fewEnough) {
    await Promise.all([reread(client, bugLists), reread(client, singleBugs)]);
    return;
  }
  const read = reader(client);
  await Promise.all([
    ...changes.map((change) => correctBug(client, change, read)),
    ...client
      .getQueryCache()
      .findAll(bugLists)
      .map((list) =>
        list.isActive()
          ? correctList(client, list, { changes, read, me: user._id })
          : leaveForLater(client, list),
      ),
  ]);
};

type Read = (change: LiveChange) => Promise<Bug | undefined>;

/** Reads what a changed bug is now, once for all who show it. Undefined where it is gone. */
function reader(client: QueryClient): Read {
  const reading = new Map<string, Promise<Bug | undefined>>();
  async function read({ _id, version }: LiveChange): Promise<Bug | undefined> {
    if (version === null) return undefined;
    const known = client.getQueryData(bugQuery(_id).queryKey);
    // Mostly the user's own edit, whose response was already cached.
    if (known && (known.version ?? 0) >= version) return known;
    try {
      return await call(getBug, { params: { id: _id } });
    } catch (error) {
      if (error instanceof ApiError && (error.status === 404 || error.status === 403)) return undefined;
      throw error;
    }
  }
  return (change) => {
    const answer = reading.get(change._id) ?? read(change);
    reading.set(change._id, answer);
    return answer;
  };
}

/** The open bug shows what it is now, or that it is gone; one that is merely cached is read when it is opened. */
async function correctBug(client: QueryClient, change: LiveChange, read: Read): Promise<void> {
  const { queryKey } = bugQuery(change._id);
  const query = client.getQueryCache().find({ queryKey });
  if (!query) return;
  await settled(client, query);
  if (!query.isActive()) {
    if (change.version === null) client.removeQueries({ queryKey, type: 'inactive' });
    else await client.invalidateQueries({ queryKey });
    return;
  }
  const bug = await read(change);
  if (!bug) return reread(client, { queryKey });
  client.setQueryData(queryKey, (shown) => newerOf(shown, bug));
}

/** Invalidates a list that is not on screen, so that it is fetched when it is shown. */
async function leaveForLater(client: QueryClient, list: Query): Promise<void> {
  await settled(client, list);
  await client.invalidateQueries({ queryKey: list.queryKey, exact: true });
}

interface News {
  changes: readonly LiveChange[];
  read: Read;
  me: string;
}

/** A list in sight is corrected in place, so that the rest of it need not be read again. */
async function correctList(client: QueryClient, list: Query, { changes, read, me }: News): Promise<void> {
  const { queryKey } = list;
  const filter = (queryKey[1] ?? {}) as BugFilter;
  const shown = () => client.getQueryData<BugPages>(queryKey);
  await settled(client, list);
  const news = changes.filter(({ seq }) => shown()?.pages.some(({ since }) => since < seq));
  if (news.length === 0) return;
  const bugs = await Promise.all(news.map(async (change) => ({ id: change._id, bug: await read(change) })));
  // An answer on its way would bring back what was there when it was asked for.
  await settled(client, list);
  client.setQueryData<BugPages>(queryKey, (data) =>
    bugs.reduce(
      (pages, { id, bug }) => pages && (bug ? withBugPlaced(pages, bug, filter, me) : withoutBug(pages, id)),
      data,
    ),
  );
  if (shown()?.pages.at(-1)?.next === undefined) return;
  if (countRows(shown()) < pageSize / 2) return reread(client, { queryKey, exact: true });
  const total = await fetchTotal(filter);
  client.setQueryData<BugPages>(
    queryKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, total })) },
  );
}

function countRows(data: BugPages | undefined): number {
  return data?.pages.reduce((count, { bugs }) => count + bugs.length, 0) ?? 0;
}
