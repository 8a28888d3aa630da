import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import type * as z from 'zod/mini';
import {
  createCustomField,
  moveCustomField,
  updateCustomField,
} from '#contract/classification/custom-fields.ts';
import { call } from '#web/lib/api/call.ts';
import { onceOnly } from '#web/lib/api/once-only.ts';
import { showing } from './live.ts';
import { customFieldsQuery } from './queries.ts';

const refresh = (client: QueryClient, id: string) => client.invalidateQueries(showing([id]));

export function useCreateField() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<NonNullable<typeof createCustomField.body>>) =>
      onceOnly()((headers) => call(createCustomField, { body, headers })),
    onSuccess: ({ _id }) => refresh(client, _id),
  });
}

interface Update {
  id: string;
  body: z.input<NonNullable<typeof updateCustomField.body>>;
}

export function useUpdateField() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, body }: Update) => call(updateCustomField, { params: { id }, body }),
    onSuccess: (_, { id }) => refresh(client, id),
  });
}

interface Move {
  id: string;
  /** The field that it is to stand before; null for the end. */
  before: string | null;
}

export function useMoveField() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, before }: Move) => call(moveCustomField, { params: { id }, body: { before } }),
    // One after another, as each names its place among the others.
    scope: { id: 'move fields' },
    onSuccess: (fields) => void client.setQueryData(customFieldsQuery.queryKey, fields),
  });
}
