import * as z from 'zod/mini';
import { adminPermissions } from './admin-permissions.ts';
import { endpoint } from '#contract/endpoint.ts';
import { timestamp } from '#contract/text.ts';

export const getBackups = endpoint('GET', '/api/admin/backups', {
  summary:
    'The time of the newest backup that was verified by restoring it, and the last failure since then, if any.',
  access: adminPermissions.readBackups,
  status: 200,
  response: z.object({
    provenAt: z.nullable(timestamp),
    failure: z.nullable(z.object({ at: timestamp, reason: z.string() })),
  }),
});
