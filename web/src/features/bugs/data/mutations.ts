import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import type { createBugBody } from '#contract/bugs/bugs.ts';
import { getActivity } from '#contract/bugs/history.ts';
import { additions, type BugField, isSameInput } from '#contract/bugs/field.ts';
import { call } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { type Bug, createBug, deleteBug, getStats } from '#web/lib/api/specified.ts';
import { type BugUpdate, forBackEnd, putBug } from '#web/lib/bugs/change/change-bug.ts';
import { endpointKey } from '#web/lib/api/query.ts';
import { newerOf } from '#web/lib/bugs/cached-bug.ts';
import { knownQueryFields } from '#web/lib/bugs/query-fields.ts';
import { patch } from '#web/lib/live/change.ts';
import { noteOwnChange } from '#web/lib/live/news.ts';
import { type BugPages, bugsOf, withBug, withBugPlaced, withoutBug } from './bug-pages.ts';
import { bugLists, bugQuery, filterOf, isShort } from './queries.ts';

/** Lists and figures are refetched in the background. */
const inBackground = (work: (client: QueryClient) => Promise<void>, client: QueryClient) => void work(client);

/** A new bug without features' fields that are empty. Only the specification's fields are sent in every case. */
function filled<Body extends object>(body: Body): Body {
  const added: Record<string, BugField> = additions(bugFields);
  const isFilled = ([name, input]: [string, unknown]) => {
    const field = added[name];
    return field === undefined || !isSameInput(input ?? '', field.inputOf(field.empty) ?? '');
  };
  return Object.fromEntries(Object.entries(body).filter(isFilled)) as Body;
}

/** Files the draft in this slot, once. */
export function useCreateBug(slot: string) {
  const client = useQueryClient();
  const once = useMemo(() => onceOnly(slot), [slot]);
  return useMutation({
    mutationFn: (body: z.input<typeof createBugBody>) =>
      once((headers) => call(createBug, { body: filled(forBackEnd(body)), headers })),
    onSuccess: (bug) => inBackground(() => bugCreated(client, bug), client),
  });
}

export function useUpdateBug() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (edit: Omit<BugUpdate, 'asEditor'>) => putBug({ ...edit, asEditor: true }),
    onSuccess: (bug) => inBackground(() => bugUpdated(client, bug), client),
  });
}

export function useDeleteBug() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => call(deleteBug, { params: { id } }),
    onSuccess: (_, id) => inBackground(() => bugDeleted(client, id), client),
  });
}

/** After a bug was filed: refetches lists; long ones restart at the top, where the bug is. */
async function bugCreated(client: QueryClient, bug: Bug | undefined): Promise<void> {
  if (bug) noteOwnChange(bug);
  client.removeQueries({
    ...bugLists,
    type: 'inactive',
    predicate: ({ state }) => isLong(state.data),
  });
  await refresh(client);
}

/**
 * After a bug was changed: updates it in every list and page, before they are refetched. The response may be late, so
 * later changes by others may already be cached.
 */
export async function bugUpdated(client: QueryClient, bug: Bug): Promise<void> {
  noteOwnChange(bug);
  client.setQueryData(bugQuery(bug._id).queryKey, (known) => newerOf(known, bug));
  bugInLists(client, bug);
  // The activity includes the edit when it is next shown. While it is shown, the live stream updates it.
  void client.invalidateQueries({ queryKey: endpointKey(getActivity, bug._id), refetchType: 'none' });
  await refresh(client);
}

/**
 * In lists with `meta.me`, moves the changed bug to its sorted place; in other lists it stays where it is. If any list
 * of a query has the bug, the bug is assumed to still match that query until the lists are refetched.
 */
function bugInLists(client: QueryClient, bug: Bug): void {
  const lists = client.getQueryCache().findAll(bugLists);
  const has = (data: unknown) => bugsOf(data as BugPages | undefined).some(({ _id }) => _id === bug._id);
  const met = new Set(lists.filter(({ state }) => has(state.data)).map((list) => filterOf(list).query));
  met.add(undefined);
  const fields = knownQueryFields(client);
  patch<BugPages>(client, bugLists, (data, list) => {
    const filter = filterOf(list);
    const me = list.meta?.['me'];
    return typeof me === 'string' && met.has(filter.query)
      ? withBugPlaced(data, bug, { filter, fields, me })
      : withBug(data, bug);
  });
}

/** After a bug was placed on boards, which does not change its version. */
export function bugPlaced(client: QueryClient, bug: Bug): void {
  client.setQueryData(bugQuery(bug._id).queryKey, (known) => known && newerOf(known, bug));
  bugInLists(client, bug);
}

/** After changes with an unknown outcome: refetches the bugs. */
export async function bugsMaybeChanged(client: QueryClient, ids: readonly string[]): Promise<void> {
  const each = ids.map((id) => client.invalidateQueries({ queryKey: bugQuery(id).queryKey }));
  await Promise.all([...each, refresh(client)]);
}

/** After a bug was deleted: removes it from every list. */
export async function bugDeleted(client: QueryClient, id: string): Promise<void> {
  noteOwnChange({ _id: id, version: null });
  patch<BugPages>(client, bugLists, (data) => withoutBug(data, id));
  client.removeQueries({ queryKey: bugQuery(id).queryKey, type: 'inactive' });
  await refresh(client);
}

async function refresh(client: QueryClient): Promise<void> {
  await Promise.all([
    client.invalidateQueries({
      ...bugLists,
      predicate: ({ state }) => !isLong(state.data),
    }),
    client.invalidateQueries({ queryKey: endpointKey(getStats) }),
  ]);
}

function isLong(data: unknown): boolean {
  return !isShort((data as BugPages | undefined)?.pages.length);
}
