import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import type { createBugBody } from '#contract/bugs/bugs.ts';
import { additions, type BugField, isSameInput } from '#contract/bugs/field.ts';
import { call } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { createBug, deleteBug } from '#web/lib/api/specified.ts';
import { type BugUpdate, forBackEnd, putBug } from '#web/lib/bugs/change/change-bug.ts';
import { bugCreated, bugDeleted, bugUpdated } from './bug-cache.ts';

/** Lists and figures are refetched in the background. */
const inBackground = (work: (client: QueryClient) => Promise<void>, client: QueryClient) => void work(client);

/** A new bug without the features' fields that are empty, so that the specification's fields alone are always sent. */
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
