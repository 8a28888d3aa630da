import type { Feature } from '#server/feature.ts';
import { cleanUp } from './clean-up.ts';
import { emailChangeMail } from './email-change-mail.ts';
import { resetMail } from './password-reset-mail.ts';
import { routes } from './routes.ts';
import { countUserChanges } from './user-list.ts';

/** Accounts, signing in and out, and one's own profile. */
export const users: Feature = {
  name: 'users',
  routes,
  listener: countUserChanges,
  jobs: [cleanUp, resetMail, emailChangeMail],
};
