import type { Feature } from '#server/extensions/feature.ts';
import { deleteFullBuckets } from '#server/http/rate-limit.ts';
import { deleteExpiredSessions } from '#server/http/session/session-queries.ts';
import { inBatches, recurring } from '#server/jobs/job.ts';
import { deletePastChanges } from '#server/features/users/email/email-change-queries.ts';
import { deletePastPending } from '#server/features/users/email/email-confirmation-queries.ts';
import { dropOrphanedChange } from '#server/features/users/email/email-confirmations.ts';
import { confirmationMail, emailChangeMail } from '#server/features/users/email/email-mails.ts';
import { invitationMail } from '#server/features/users/management/invitations.ts';
import { deleteExpiredInvitations } from '#server/features/users/management/invitation-queries.ts';
import { deleteOldResets } from '#server/features/users/passwords/password-reset-queries.ts';
import { resetMail } from '#server/features/users/passwords/password-resets.ts';
import { deleteForgottenDevices } from '#server/features/users/sessions/devices.ts';
import { deletePastTries } from '#server/features/users/sessions/tries.ts';
import { routes } from './routes.ts';
import { countUserChanges } from './user-list.ts';

const removals = [
  deleteExpiredSessions,
  deletePastTries,
  deleteFullBuckets,
  deleteExpiredInvitations,
  deleteOldResets,
  deletePastChanges,
  deletePastPending,
  deleteForgottenDevices,
];

/** Deletes expired rows. Only to save space: all readers of these rows check their times. */
const cleanUp = recurring({
  kind: 'clean up accounts',
  every: () => 60 * 60_000,
  async run({ write, now }, { signal }) {
    for (const remove of removals) await inBatches(() => write((tx) => remove(tx, now())), signal);
  },
});

/** Accounts, signing in and out, and one's own profile. */
export const users: Feature = {
  name: 'users',
  routes,
  listeners: {
    registered: countUserChanges,
    'user changed': countUserChanges,
    'sessions ended': dropOrphanedChange,
    'password changed': dropOrphanedChange,
    'password reset': dropOrphanedChange,
    suspended: async (tx, event, origin) => {
      await dropOrphanedChange(tx, event);
      await countUserChanges(tx, event, origin);
    },
    reinstated: countUserChanges,
  },
  jobs: [cleanUp, resetMail, emailChangeMail, confirmationMail, invitationMail],
};
