import { deleteFullBuckets } from '#server/http/rate-limit.ts';
import { deleteExpiredSessions } from '#server/http/session/session-queries.ts';
import { inBatches, recurring } from '#server/jobs/job.ts';
import { deletePastChanges } from '#server/features/users/email/email-change-queries.ts';
import { deletePastPending } from '#server/features/users/email/email-confirmation-queries.ts';
import { deleteForgottenDevices } from '#server/features/users/sessions/device-queries.ts';
import { deleteExpiredInvitations } from '#server/features/users/management/invitations.ts';
import { deleteOldResets } from '#server/features/users/passwords/password-reset-queries.ts';
import { deletePastTries } from '#server/features/users/sessions/tries.ts';

const hour = 60 * 60_000;

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
export const cleanUp = recurring({
  kind: 'clean up accounts',
  every: () => hour,
  async run({ write, now }, { signal }) {
    for (const remove of removals) await inBatches(() => write((tx) => remove(tx, now())), signal);
  },
});
