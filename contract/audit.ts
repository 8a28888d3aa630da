import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { id, timestamp } from './text.ts';
import { userRef } from './users.ts';

/** What is recorded, as it is filtered by. */
export const auditActions = [
  'registered',
  'signed in',
  'sign-in failed',
  'signed out',
  'sessions ended',
  'password changed',
  'password change failed',
  'email changed',
  'email change taken back',
  'role changed',
  'suspended',
  'reinstated',
  'invited',
  'refused',
  'bug deleted',
] as const;

export type AuditAction = (typeof auditActions)[number];

/** One entry of the trail. */
const auditEntry = z.object({
  _id: id,
  at: timestamp,
  action: z.enum(auditActions),
  /** Who did it; nobody for someone not signed in and for the command line. */
  actor: z.nullable(userRef),
  /** Whom it was done to. */
  subject: z.nullable(userRef),
  address: z.string(),
  requestId: z.string(),
  /** What else there is to say, for people. */
  details: z.string(),
});

export type AuditEntry = z.infer<typeof auditEntry>;

export const auditPage = 100;

export const listAudit = endpoint('GET', '/api/admin/audit', {
  summary: `The trail of security events, newest first, ${auditPage} at a time; \`before\` goes on behind an entry.`,
  access: 'admin',
  status: 200,
  query: z.strictObject({
    action: z.optional(z.enum(auditActions, { error: `action must be one of ${auditActions.join(', ')}` })),
    user: z.optional(id),
    before: z.optional(id),
  }),
  response: z.array(auditEntry),
});
