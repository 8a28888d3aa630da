import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import type { Comment } from '#contract/conversation/comments.ts';
import { ada, testBug } from '#web/lib/bugs/test-bug.ts';
import { dispatch, type LiveChange } from '#web/lib/live/change.ts';
import { timelineExtensions } from './extensions.ts';
import { storeComment, timelineQuery } from './queries.ts';
import type { Stretch } from './stretch.ts';

const at = '2026-11-28T10:00:00.000Z';
const user = { ...ada, email: 'a@b.c', emailConfirmed: true, pendingEmail: '', role: 'user' } as const;
const [bug, other] = [testBug(1), testBug(2)];

const comment: Comment = {
  _id: 'c',
  bugId: bug._id,
  body: 'Seen',
  author: ada,
  createdAt: at,
  updatedAt: at,
  version: 1,
  deletedAt: null,
  deletedBy: null,
  mentions: [],
  files: [],
  reactions: [],
  isMailed: false,
  isTrimmed: false,
};

/** A bug's timeline that was shown before, and whether it is fetched when it is shown again. */
function shownBefore(entries: Stretch['entries']) {
  const client = new QueryClient();
  const { queryKey } = timelineQuery(bug._id);
  client.setQueryData<Stretch>(queryKey, { entries, before: null, after: null });
  return { client, queryKey, isStale: () => client.getQueryState(queryKey)?.isInvalidated };
}

async function bugChanged(queryClient: QueryClient, change: LiveChange): Promise<void> {
  await dispatch([timelineExtensions.live ?? {}], { queryClient, user, askAgain: () => undefined }, [change]);
}

test('a timeline that lacks an edit stays stale after one of its comments was changed', async () => {
  const { client, queryKey, isStale } = shownBefore([{ kind: 'comment', _id: 'c', at, comment }]);
  const edited = { seq: 1, type: 'bug', _id: bug._id, version: 2 } as const;
  await bugChanged(client, edited);
  storeComment(client, { ...comment, body: 'Seen twice', version: 2 });
  expect(client.getQueryData(queryKey)?.entries[0]).toMatchObject({ comment: { body: 'Seen twice' } });
  expect(isStale()).toBe(true);
});

test('a timeline that names a related bug is fetched again after an edit of that bug', async () => {
  const reference = { _id: other._id, number: 2, title: 'Other', status: 'open' } as const;
  const relation = {
    _id: 'r',
    at,
    by: ada,
    kind: 'blocks',
    isAdded: true,
    number: 2,
    bug: reference,
  } as const;
  const { client, isStale } = shownBefore([{ kind: 'relation', _id: 'r', at, relation }]);
  const edited = { seq: 1, type: 'bug', _id: other._id, version: 2 } as const;
  await bugChanged(client, edited);
  expect(isStale()).toBe(true);
});
