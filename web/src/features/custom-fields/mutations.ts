import type { QueryClient } from '@tanstack/react-query';
import {
  createCustomField,
  moveCustomField,
  updateCustomField,
} from '#contract/classification/custom-fields.ts';
import { creating, moving, updating } from '#web/lib/admin/definition-mutations.ts';
import { showing } from './live.ts';
import { customFieldsQuery } from './queries.ts';

const refresh = (client: QueryClient, id: string) => client.invalidateQueries(showing([id]));

export const useCreateField = creating(createCustomField, refresh);
export const useUpdateField = updating(updateCustomField, refresh);
export const useMoveField = moving(moveCustomField, customFieldsQuery.queryKey);
