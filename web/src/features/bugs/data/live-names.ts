import type { UserRef } from '#contract/accounts/users.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { type OnChanges, reread } from '#web/lib/live/change.ts';
import { type BugPages, mapBugs } from './bug-pages.ts';
import { cachedBugs } from './cached-bugs.ts';
import { namesChanged } from './live.ts';
import { bugLists, bugMentions, singleBugs, userLists, usersQuery } from './queries.ts';

/** Users were added or renamed: updates the assignee options, and every bug that names them. */
export const peopleChanged: OnChanges = async (screens, changes) => {
  const { queryClient: client } = screens;
  await namesChanged(screens, changes);
  const people = new Set(changes.map(({ _id }) => _id));
  await Promise.all([reread(client, userLists), reread(client, bugMentions)]);
  const isNamed = cachedBugs(client).some(
    ({ createdBy, assignedTo }) => people.has(createdBy._id) || people.has(assignedTo?._id ?? ''),
  );
  if (!isNamed) return;
  const { users, isComplete } = await client.query({ ...usersQuery, staleTime: 1_000 });
  // If only the first users are loaded, others' new names are loaded with the bugs.
  if (!isComplete) {
    await Promise.all([bugLists, singleBugs].map((bugs) => reread(client, bugs)));
    return;
  }
  const named = new Map(users.filter(({ _id }) => people.has(_id)).map((user) => [user._id, user]));
  client.setQueriesData<BugPages>(bugLists, (data) => data && mapBugs(data, (bug) => renamed(bug, named)));
  client.setQueriesData<Bug>(singleBugs, (bug) => bug && renamed(bug, named));
};

function renamed(bug: Bug, named: ReadonlyMap<string, UserRef>): Bug {
  const createdBy = named.get(bug.createdBy._id) ?? bug.createdBy;
  const assignedTo = bug.assignedTo && (named.get(bug.assignedTo._id) ?? bug.assignedTo);
  const same = createdBy.name === bug.createdBy.name && assignedTo?.name === bug.assignedTo?.name;
  return same ? bug : { ...bug, createdBy, assignedTo };
}
