import type { QueryClient } from '@tanstack/react-query';
import { createComponent, deleteComponent, updateComponent } from '#contract/classification/components.ts';
import { creating, deleting, updating } from '#web/lib/admin/definition-mutations.ts';
import { showing } from './live.ts';

const refresh = (client: QueryClient, id: string) => client.invalidateQueries(showing([id]));

export const useCreateComponent = creating(createComponent, refresh);
export const useUpdateComponent = updating(updateComponent, refresh);
export const useDeleteComponent = deleting(deleteComponent, refresh);
