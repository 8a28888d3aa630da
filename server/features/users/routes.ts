import * as accountLinks from '#contract/accounts/account-links.ts';
import * as admin from '#contract/admin/admin.ts';
import * as emailChanges from '#contract/accounts/email-changes.ts';
import * as emailConfirmations from '#contract/accounts/email-confirmations.ts';
import * as sessions from '#contract/accounts/sessions.ts';
import { getSetup } from '#contract/accounts/users.ts';
import * as contract from '#contract/accounts/users.ts';
import { route } from '#server/http/route.ts';
import { tokenHash } from '#server/http/session/token.ts';
import { listOwnChanges, takeBackOf, takeBackOwn } from '#server/features/users/email/email-changes.ts';
import {
  cancelChange,
  confirmByLink,
  sendConfirmationAgain,
  withConfirmation,
} from '#server/features/users/email/email-confirmations.ts';
import {
  answerManaged,
  confirmEmail,
  endSessionsOf,
  invite,
  updateUser,
} from '#server/features/users/management/management.ts';
import { readInvitation } from '#server/features/users/management/invitations.ts';
import { requestPasswordReset } from '#server/features/users/passwords/password-mails.ts';
import { createResetLink, resetPassword } from '#server/features/users/passwords/password-resets.ts';
import { updateProfile } from './profile.ts';
import { readSetup } from './queries.ts';
import { listSessions } from '#server/features/users/sessions/session-queries.ts';
import { endOneSession, endOtherSessions, logout } from '#server/features/users/sessions/sessions.ts';
import { takeBackByLink } from '#server/features/users/email/take-back-links.ts';
import { countRegistration } from '#server/features/users/sessions/tries.ts';
import { answerUsers } from './user-list.ts';
import { login, register, registerAgain } from './users.ts';

/** The routes for users' own accounts. */
const own = [
  route(contract.register, async (call) => withConfirmation(call, await register(call, call.body)), {
    repetition: {
      before: countRegistration,
      identity: ({ password: _, ...body }) => body,
      again: async (call) => withConfirmation(call, await registerAgain(call, call.body)),
    },
  }),
  route(contract.login, async (call) => withConfirmation(call, await login(call, call.body))),
  route(contract.logout, async (call) => {
    await logout(call, call.caller);
    return undefined;
  }),
  route(contract.getProfile, async (call) => withConfirmation(call, call.caller)),
  route(contract.updateProfile, async (call) =>
    withConfirmation(call, await updateProfile(call, call.caller, call.body)),
  ),
  route(accountLinks.requestPasswordReset, async (call) => {
    await requestPasswordReset(call, call.body.email);
    return undefined;
  }),
  route(accountLinks.takeBackByLink, async (call) => {
    await takeBackByLink(call, call.body.token);
    return undefined;
  }),
  route(accountLinks.confirmByLink, async (call) => {
    await confirmByLink(call, call.body.token);
    return undefined;
  }),
  route(accountLinks.resetPassword, async (call) => {
    await resetPassword(call, call.body);
    return undefined;
  }),
  route(emailChanges.listEmailChanges, async (call) => listOwnChanges(call, call.caller)),
  route(emailChanges.takeBackEmailChange, async (call) => {
    await takeBackOwn(call, call.caller, call.params.id);
    return undefined;
  }),
  route(emailConfirmations.sendConfirmation, async (call) => {
    await sendConfirmationAgain(call, call.caller);
    return undefined;
  }),
  route(emailConfirmations.cancelEmailChange, async (call) => {
    await cancelChange(call, call.caller);
    return undefined;
  }),
  route(contract.listUsers, async (call) => answerUsers(call, call.query)),
  route(contract.getRegistration, async ({ settings }) => ({
    mode: settings.registration,
    sendsResetLinks: settings.mail !== undefined,
  })),
  route(getSetup, async ({ db }) => readSetup(db), { cached: true }),
  route(sessions.listSessions, async ({ longReads, caller, now }) =>
    listSessions(longReads, { userId: caller._id, tokenHash: tokenHash(caller.token), now: now() }),
  ),
  route(sessions.endSession, async (call) => {
    await endOneSession(call, call.caller, call.params.id);
    return undefined;
  }),
  route(sessions.endOtherSessions, async (call) => {
    await endOtherSessions(call, call.caller);
    return undefined;
  }),
];

/** The routes for admins on all accounts. */
const management = [
  route(admin.listManagedUsers, async (call) => answerManaged(call, call.query.q ?? '')),
  route(admin.updateManagedUser, async (call) =>
    updateUser(call, call.caller, { id: call.params.id, changes: call.body }),
  ),
  route(admin.endUserSessions, async (call) => {
    await endSessionsOf(call, call.caller, call.params.id);
    return undefined;
  }),
  route(admin.takeBackUserEmailChange, async (call) => {
    const { id: userId, change: id } = call.params;
    await takeBackOf(call, call.caller, { userId, id });
    return undefined;
  }),
  route(admin.confirmUserEmail, async (call) =>
    confirmEmail(call, call.caller, { userId: call.params.id, email: call.body.email }),
  ),
  route(admin.createResetLink, async (call) => createResetLink(call, call.params.id)),
  route(admin.createInvitation, async (call) => invite(call, call.caller), {
    repetition: {
      again: ({ db, settings: { publicUrl }, caller: { token } }, id) =>
        readInvitation(db, id, { publicUrl, token }),
    },
  }),
];

export const routes = [...own, ...management];
