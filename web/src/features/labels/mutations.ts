import type { QueryClient } from '@tanstack/react-query';
import { createLabel, deleteLabel, updateLabel } from '#contract/classification/labels.ts';
import { creating, deleting, updating } from '#web/lib/admin/definition-mutations.ts';
import { showing } from './live.ts';

const refresh = (client: QueryClient, id: string) => client.invalidateQueries(showing([id]));

export const useCreateLabel = creating(createLabel, refresh);
export const useUpdateLabel = updating(updateLabel, refresh);
/** Deletes a label; its bugs get the label `into` instead, if given. */
export const useDeleteLabel = deleting(deleteLabel, refresh);
