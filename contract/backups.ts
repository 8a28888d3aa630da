import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { timestamp } from './text.ts';

export const getBackups = endpoint('GET', '/api/admin/backups', {
  summary:
    'Of when the newest backup is that was proven by restoring it, and the last one that failed, unless one was proven since.',
  access: 'admin',
  status: 200,
  response: z.object({
    provenAt: z.nullable(timestamp),
    failure: z.nullable(z.object({ at: timestamp, reason: z.string() })),
  }),
});
