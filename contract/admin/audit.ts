import * as z from 'zod/mini';
import { adminPermissions } from '#contract/permissions.ts';
import { settingActions } from './settings.ts';
import { componentActions } from '#contract/classification/component-field.ts';
import { customFieldActions } from '#contract/classification/custom-field.ts';
import { endpoint, type Manifest } from '#contract/endpoint.ts';
import { labelActions } from '#contract/classification/label-field.ts';
import { says } from '#contract/messages.ts';
import { fieldMessages, id, timestamp } from '#contract/text.ts';
import { userRef } from '#contract/accounts/users.ts';
import { triageActions } from '#contract/bugs/triage-fields.ts';
import { versionActions } from '#contract/classification/version-fields.ts';

/** The recorded actions on accounts, sessions and rights, and deletions of bugs and of others’ comments. */
export const securityActions = [
  'registered',
  'signed in',
  'sign-in failed',
  'signed out',
  'sessions ended',
  'password changed',
  'password change failed',
  'password reset requested',
  'password reset link created',
  'password reset',
  'email change requested',
  'email change cancelled',
  'email confirmed',
  'email changed',
  'email change taken back',
  'role changed',
  'suspended',
  'reinstated',
  'invited',
  'invitation withdrawn',
  'refused',
  'bug deleted',
  'comment deleted',
] as const;

/** Actions of admins on background jobs. */
const jobActions = ['job retried', 'job discarded', 'jobs released', 'incoming mail deleted'] as const;

/** The recorded actions, which are also the values of the filter. */
export const auditActions = [
  ...securityActions,
  ...jobActions,
  ...labelActions,
  ...componentActions,
  ...versionActions,
  ...customFieldActions,
  ...triageActions,
  ...settingActions,
] as const;

export type AuditAction = (typeof auditActions)[number];

/** An entry of the audit trail. */
const auditEntry = z.object({
  _id: id,
  at: timestamp,
  action: z.enum(auditActions),
  /** The user who acted; null for anonymous requests and the command line. */
  actor: z.nullable(userRef),
  /** The user whom the action affected. */
  subject: z.nullable(userRef),
  address: z.string(),
  requestId: z.string(),
  /** Further details, for people. */
  details: z.string(),
});

export type AuditEntry = z.infer<typeof auditEntry>;

export const auditPage = 100;

export const listAudit = endpoint('GET', '/api/admin/audit', {
  summary: `The audit trail of security events, newest first, ${auditPage} per page; \`before\` continues after an entry.`,
  access: adminPermissions.readAudit,
  status: 200,
  query: z.strictObject({
    action: z.optional(
      z.enum(auditActions, {
        error: says(fieldMessages.notOneOf({ field: 'action', values: auditActions })),
      }),
    ),
    user: z.optional(id),
    before: z.optional(id),
  }),
  response: z.array(auditEntry),
});

export const manifest = {
  endpoints: [listAudit],
} as const satisfies Manifest;
