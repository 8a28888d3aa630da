import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { getActivity } from '#contract/bugs/history.ts';
import {
  markDuplicate,
  unmarkDuplicate,
  type AddedKind,
  addRelation,
  type Relations,
  removeRelation,
} from '#contract/bugs/relations.ts';
import { call } from '#web/lib/api/call.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { type Bug, getBug, listBugs } from '#web/lib/api/specified.ts';
import { relationsQuery } from './data.ts';

export interface Wanted {
  readonly kind: AddedKind;
  /** The id of the other bug. */
  readonly bug: string;
}

/** Adds or removes a relation to another bug. */
export function useRelate(bugId: string) {
  const client = useQueryClient();
  const stored = (relations: Relations) => {
    client.setQueryData(relationsQuery(bugId).queryKey, relations);
    return refetchBug(client, bugId);
  };
  const scope = { id: `relations of ${bugId}` };
  return {
    add: useMutation({
      scope,
      mutationFn: (body: Wanted) => call(addRelation, { params: { id: bugId }, body }),
      onSuccess: stored,
    }),
    remove: useMutation({
      scope,
      mutationFn: ({ kind, bug }: Wanted) =>
        call(removeRelation, { params: { id: bugId, kind, other: bug } }),
      onSuccess: stored,
    }),
  };
}

/** Marks the bug as a duplicate of another one. */
export function useMark({ _id: id }: Bug) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (of: string) => call(markDuplicate, { params: { id }, body: { bug: of } }),
    onSuccess: () => refetchBug(client, id),
  });
}

/** Undoes marking the bug as a duplicate. */
export function useUnmark({ _id: id }: Bug) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => call(unmarkDuplicate, { params: { id } }),
    onSuccess: () => refetchBug(client, id),
  });
}

/** The bug may now be resolved or blocked, and its timeline has a new entry. */
async function refetchBug(client: QueryClient, id: string): Promise<void> {
  await Promise.all([
    client.invalidateQueries({ queryKey: relationsQuery(id).queryKey }),
    client.invalidateQueries({ queryKey: endpointKey(getBug, { params: { id } }) }),
    client.invalidateQueries({ queryKey: endpointKey(getActivity, id) }),
    client.invalidateQueries({ queryKey: endpointKey(listBugs), refetchType: 'none' }),
  ]);
}
