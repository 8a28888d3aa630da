import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import type { UserRef } from '#contract/accounts/users.ts';
import { cachedBugs, chosenUsersQuery, usersQuery } from './queries.ts';

/** The users offered by a select. */
export interface People {
  /** All users; or the first ones and the chosen ones. */
  readonly users: readonly UserRef[];
  /** Whether these are all; if not, they are found by typing. */
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
    remember: (user) => client.setQueryData(chosenUsersQuery.queryKey, (all = []) => union(all, [user])),
  };
  return { list, people };
}

/** The loaded and the chosen users. */
export function knownPeople(client: QueryClient): readonly UserRef[] {
  const loaded = client.getQueryData(usersQuery.queryKey)?.users ?? [];
  return union(loaded, client.getQueryData(chosenUsersQuery.queryKey) ?? []);
}

/** Users as options of a select. */
export function peopleOptions(users: readonly UserRef[]) {
  return users.map(({ _id, name }) => ({ value: _id, label: name }));
}

/** The name of a user who may be in no list, only on a bug. */
export function useNameOnBugs(id: string | undefined): string | undefined {
  const client = useQueryClient();
  if (id === undefined) return undefined;
  const named = cachedBugs(client).flatMap(({ createdBy, assignedTo }) =>
    [createdBy, assignedTo ?? []].flat(),
  );
  return named.find(({ _id }) => _id === id)?.name;
}

function union(users: readonly UserRef[], more: readonly UserRef[]): readonly UserRef[] {
  const known = new Set(users.map(({ _id }) => _id));
  return [...users, ...more.filter(({ _id }) => !known.has(_id))];
}
