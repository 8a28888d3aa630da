import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type * as z from 'zod/mini';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import { setBugField, type WorkField } from '#contract/bugs/bug-work.ts';
import type { createBugBody, updateBugBody } from '#contract/bugs/bugs.ts';
import { additions, type BugField, isSameInput } from '#contract/bugs/field.ts';
import { additionsOffered } from '#web/lib/api/back-end.ts';
import { call } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { type Bug, createBug, deleteBug, getBug, updateBug } from '#web/lib/api/specified.ts';
import { bugCreated, bugDeleted, bugUpdated } from './bug-cache.ts';

interface BugUpdate {
  id: string;
  /** The version that the edit began with: another one stored is a conflict. */
  version: number | undefined;
  body: z.input<typeof updateBugBody>;
  /** Whether the user may edit the bug. Otherwise the body is one field, which has a call of its own, and what that takes with it. */
  asEditor: boolean;
}

/** Lists and figures are refetched in the background. */
const inBackground = (work: (client: QueryClient) => Promise<void>, client: QueryClient) => void work(client);

/** Sends an edit, and returns what is stored then. Rejects as every call does. */
export async function putBug({ id, version, body, asEditor }: BugUpdate): Promise<Bug> {
  const headers = version === undefined ? {} : { 'if-match': `"${version}"` };
  if (!asEditor) {
    const names = Object.keys(body) as WorkField[];
    // The call that sets the status takes what goes with it.
    const field = names.find((name) => name === 'status') ?? names[0];
    if (field === undefined) return call(getBug, { params: { id } });
    return call(setBugField[field], { params: { id }, body: body as never, headers });
  }
  const stored = await call(updateBug, { params: { id }, body: understood(body), headers });
  return stored ?? call(getBug, { params: { id } });
}

/** The fields that the back end has. */
function understood<Body extends object>(body: Body): Body {
  if (additionsOffered() !== false) return body;
  const added = new Set(Object.keys(additions(bugFields)));
  return Object.fromEntries(Object.entries(body).filter(([name]) => !added.has(name))) as Body;
}

/** A new bug without the features' fields that are empty, so that the specification's fields alone are always sent. */
function filled<Body extends object>(body: Body): Body {
  const added: Record<string, BugField> = additions(bugFields);
  const isFilled = ([name, input]: [string, unknown]) => {
    const field = added[name];
    return field === undefined || !isSameInput(input ?? '', field.inputOf(field.empty) ?? '');
  };
  return Object.fromEntries(Object.entries(body).filter(isFilled)) as Body;
}

/** Files what is typed into the draft of this slot, once. */
export function useCreateBug(slot: string) {
  const client = useQueryClient();
  const once = useMemo(() => onceOnly(slot), [slot]);
  return useMutation({
    mutationFn: (body: z.input<typeof createBugBody>) =>
      once((headers) => call(createBug, { body: filled(understood(body)), headers })),
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
