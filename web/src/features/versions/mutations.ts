import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  createVersion,
  deleteVersion,
  moveVersion,
  updateVersion,
} from '#contract/classification/versions.ts';
import { call } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { showing } from './live.ts';
import { versionsQuery } from './queries.ts';

const refresh = (client: QueryClient, id: string) => client.invalidateQueries(showing([id]));

export function useCreateVersion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<NonNullable<typeof createVersion.body>>) =>
      onceOnly()((headers) => call(createVersion, { body, headers })),
    onSuccess: ({ _id }) => refresh(client, _id),
  });
}

interface Update {
  id: string;
  body: z.input<NonNullable<typeof updateVersion.body>>;
}

export function useUpdateVersion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: Update) => call(updateVersion, { params: { id }, body }),
    onSuccess: (_, { id }) => refresh(client, id),
  });
}

interface Move {
  id: string;
  /** The version that it is to stand before; null for the end. */
  before: string | null;
}

export function useMoveVersion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, before }: Move) => call(moveVersion, { params: { id }, body: { before } }),
    // One after another, as each names its place among the others.
    scope: { id: 'move versions' },
    onSuccess: (versions) => void client.setQueryData(versionsQuery.queryKey, versions),
  });
}

export function useDeleteVersion() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (params: { id: string }) => call(deleteVersion, { params }),
    onSuccess: (_, { id }) => refresh(client, id),
  });
}
