import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

export const stats = z.object({
  totalBugs: z.int(),
  openBugs: z.int(),
  inProgressBugs: z.int(),
  resolvedBugs: z.int(),
  assignedToMe: z.int(),
});

export type Stats = z.infer<typeof stats>;

export const getStats = endpoint('GET', '/api/bugs/stats', {
  summary: 'How many bugs there are, by status and assigned to the caller.',
  access: 'signed-in',
  status: 200,
  response: stats,
});
