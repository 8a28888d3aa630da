import { catalogue } from '#contract/messages.ts';
import { pluralIn } from '#contract/languages.ts';

/** A time to wait. */
export interface Wait {
  readonly count: number;
  readonly unit: 'day' | 'hour' | 'minute' | 'second';
}

const plural = pluralIn('en');

/** When to try again, as a sentence. */
export function after({ count, unit }: Wait): string {
  return `Try again in ${count} ${plural(count, { one: unit, other: `${unit}s` })}.`;
}

/** The server's refusals about accounts. */
export const userRefusals = catalogue('userRefusals', {
  commonPassword: () => 'Password is too common',
  emailTaken: () => 'An account with this email already exists',
  invalidCredentials: () => 'Invalid email or password',
  lastAdmin: () => 'This is the only admin. Make another user an admin first.',
  ownPassword: () => 'Password must not be your own name or email',
  registrationClosed: () => 'Registration is by invitation only. Ask an admin for a link.',
  suspended: () => 'This account is suspended. Ask an admin.',
  tooManyAtOnce: () => 'Too many people are signing in. Try again in a moment.',
  tooManyConfirmations: (wait: Wait) => `Too many links were sent to this address. ${after(wait)}`,
  tooManyEmailChanges: (wait: Wait) => `Too many changes of the email address. ${after(wait)}`,
  tooManyRegistrations: (wait: Wait) => `Too many registrations. ${after(wait)}`,
  tooManyResetRequests: (wait: Wait) => `Too many requests for reset links. ${after(wait)}`,
  tooManySignIns: (wait: Wait) => `Too many failed sign-ins. ${after(wait)}`,
  tooManyPasswords: (wait: Wait) => `Too many wrong passwords. ${after(wait)}`,
  wrongPassword: () => 'Current password is incorrect',
});
