import type { QueryClient } from '@tanstack/react-query';
import {
  createVersion,
  deleteVersion,
  moveVersion,
  updateVersion,
} from '#contract/classification/versions.ts';
import { creating, deleting, moving, updating } from '#web/lib/admin/definition-mutations.ts';
import { showing } from './live.ts';
import { versionsQuery } from './queries.ts';

const refresh = (client: QueryClient, id: string) => client.invalidateQueries(showing([id]));

export const useCreateVersion = creating(createVersion, refresh);
export const useUpdateVersion = updating(updateVersion, refresh);
export const useMoveVersion = moving(moveVersion, versionsQuery.queryKey);
export const useDeleteVersion = deleting(deleteVersion, refresh);
