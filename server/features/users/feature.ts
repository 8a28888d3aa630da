import type { Feature } from '#server/extensions/feature.ts';
import { cleanUp } from './clean-up.ts';
import { emailChangeMail } from '#server/features/users/email/email-change-mail.ts';
import { confirmationMail } from '#server/features/users/email/email-confirmation-mail.ts';
import { dropOrphanedChange } from '#server/features/users/email/email-confirmations.ts';
import { resetMail } from '#server/features/users/passwords/password-mails.ts';
import { routes } from './routes.ts';
import { countUserChanges } from './user-list.ts';

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
    suspended: dropOrphanedChange,
  },
  jobs: [cleanUp, resetMail, emailChangeMail, confirmationMail],
};
