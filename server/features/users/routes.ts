import * as accountLinks from '#contract/accounts/account-links.ts';
import * as emailChanges from '#contract/accounts/email-changes.ts';
import * as sessions from '#contract/accounts/sessions.ts';
import { getSetup } from '#contract/accounts/setup.ts';
import { listSuspendedUsers, maxSuspended } from '#contract/accounts/suspended-users.ts';
import * as contract from '#contract/accounts/users.ts';
import * as admin from '#contract/admin/admin.ts';
import { route } from '#server/http/route.ts';
import { tokenHash } from '#server/http/session/token.ts';
import * as confirmations from '#server/features/users/email/email-confirmations.ts';
import { listOwnChanges, takeBack, takeBackByLink } from '#server/features/users/email/take-back.ts';
import * as management from '#server/features/users/management/management.ts';
import {
  createResetLink,
  requestPasswordReset,
  resetPassword,
} from '#server/features/users/passwords/password-resets.ts';
import * as invitations from '#server/features/users/management/invitations.ts';
import { readInvitation } from '#server/features/users/management/invitation-queries.ts';
import { listSessions } from '#server/features/users/sessions/session-queries.ts';
import { endOtherSessions, endSession, logout } from '#server/features/users/sessions/sessions.ts';
import { countRegistration } from '#server/features/users/sessions/tries.ts';
import { updateProfile } from './profile.ts';
import { hasAccounts, readSetup, suspendedUsers } from './queries.ts';
import { answerUsers } from './user-list.ts';
import { login, register, registerAgain } from './users.ts';

const { withConfirmation } = confirmations;

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
  route(contract.logout, logout),
  route(contract.getProfile, async (call) => withConfirmation(call, call.caller)),
  route(contract.updateProfile, async (call) => withConfirmation(call, await updateProfile(call))),
  route(accountLinks.requestPasswordReset, requestPasswordReset),
  route(accountLinks.takeBackByLink, takeBackByLink),
  route(accountLinks.confirmByLink, confirmations.confirmByLink),
  route(accountLinks.resetPassword, resetPassword),
  route(emailChanges.listEmailChanges, listOwnChanges),
  route(emailChanges.takeBackEmailChange, async (call) =>
    takeBack(call, { userId: call.caller._id, id: call.params.id, byAdmin: false }),
  ),
  route(accountLinks.sendConfirmation, confirmations.sendConfirmation),
  route(accountLinks.cancelEmailChange, confirmations.cancelEmailChange),
  route(contract.listUsers, answerUsers),
  route(contract.getRegistration, async ({ db, settings }) => ({
    mode: settings.registration,
    sendsResetLinks: settings.mail !== undefined,
    hasAccounts: await hasAccounts(db),
  })),
  route(listSuspendedUsers, async ({ db }) => suspendedUsers(db, maxSuspended), {
    cached: true,
  }),
  route(getSetup, async ({ db }) => readSetup(db), { cached: true }),
  route(sessions.listSessions, async ({ longReads, caller, now }) =>
    listSessions(longReads, { userId: caller._id, tokenHash: tokenHash(caller.token), now: now() }),
  ),
  route(sessions.endSession, endSession),
  route(sessions.endOtherSessions, endOtherSessions),
];

/** The routes for admins on all accounts. */
const ofAdmins = [
  route(admin.listManagedUsers, management.listUsers),
  route(admin.updateManagedUser, management.updateUser),
  route(admin.endUserSessions, management.endSessions),
  route(admin.takeBackUserEmailChange, async (call) =>
    takeBack(call, { userId: call.params.id, id: call.params.change, byAdmin: true }),
  ),
  route(admin.confirmUserEmail, management.confirmEmail),
  route(admin.createResetLink, createResetLink),
  route(admin.listInvitations, invitations.listInvitations),
  route(admin.inviteAddresses, invitations.inviteAddresses),
  route(admin.withdrawInvitation, invitations.withdrawInvitation),
  route(admin.createInvitation, management.invite, {
    repetition: {
      again: ({ db, settings: { publicUrl }, caller: { token } }, id) =>
        readInvitation(db, id, { publicUrl, token }),
    },
  }),
];

export const routes = [...own, ...ofAdmins];
