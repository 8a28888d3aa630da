import { type QueryClient, useIsFetching, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserRef } from '#contract/accounts/users.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { suspendedQuery } from '#web/lib/suspended-users.tsx';
import {
  bugLists,
  cachedBugs,
  chosenUsersQuery,
  namedUsersQuery,
  rememberUsers,
  union,
  usersQuery,
} from './queries.ts';

/** The users offered by a select; none of them is suspended. */
export interface People {
  /** All of them; or the first ones and the chosen ones. */
  readonly users: readonly UserRef[];
  /** Whether these are all users; if not, others are found by typing. */
  readonly isComplete: boolean;
  /** Stores the name of a user who was found by typing. */
  readonly remember: (user: UserRef) => void;
}

/** The users to choose from, with the state of the call that fetches them. */
export function usePeople(options: { enabled?: boolean; retryOnMount?: boolean } = {}) {
  const client = useQueryClient();
  const list = useQuery({ ...usersQuery, ...options });
  const { data: chosen } = useQuery(chosenUsersQuery);
  const { users = [], isComplete = true } = list.data ?? {};
  const people: People = {
    users: isComplete ? users : union(users, chosen),
    isComplete,
    remember: (user) => rememberUsers(client, [user]),
  };
  return { list, people };
}

/** The loaded, the chosen and the suspended users. */
export function knownPeople(client: QueryClient): readonly UserRef[] {
  const loaded = client.getQueryData(usersQuery.queryKey)?.users ?? [];
  const rest = [chosenUsersQuery, suspendedQuery].flatMap(
    ({ queryKey }) => client.getQueryData<readonly UserRef[]>(queryKey) ?? [],
  );
  return union(loaded, rest);
}

/** Users as options of a select. */
export function peopleOptions(users: readonly UserRef[]) {
  return users.map(({ _id, name }) => ({ value: _id, label: name }));
}

/**
 * The names of users in an address; undefined for unknown users. Most of the names are known from the list's bugs. The
 * server is asked for the others once it has answered with the list.
 */
export function useNamesOf(ids: readonly string[]): (id: string) => string | undefined {
  const client = useQueryClient();
  const user = useUser();
  const hasAdditions = useAdditions();
  const isListComing = useIsFetching(bugLists) > 0;
  const known = new Map(
    (ids.length === 0 ? [] : [...peopleOnBugs(client), ...knownPeople(client), user]).map(
      ({ _id, name }) => [_id, name] as const,
    ),
  );
  const unknown = ids.filter((id) => !known.has(id));
  const isToAsk =
    unknown.length > 0 &&
    !isListComing &&
    client.getQueriesData(bugLists).some(([, data]) => data !== undefined);
  const { data: named = [] } = useQuery({
    ...namedUsersQuery(unknown.toSorted()),
    enabled: isToAsk && hasAdditions,
  });
  // Other back ends only have the list of all users.
  usePeople({ enabled: isToAsk && !hasAdditions });
  return (id) => known.get(id) ?? named.find(({ _id }) => _id === id)?.name;
}

function peopleOnBugs(client: QueryClient): readonly UserRef[] {
  return cachedBugs(client).flatMap(({ createdBy, assignedTo }) => [createdBy, assignedTo ?? []].flat());
}
