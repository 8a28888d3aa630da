import {
  confirmUserEmail,
  createInvitation,
  createResetLink,
  listInvitations,
  listManagedUsers,
} from '#contract/admin/admin.ts';
import { listSessions } from '#contract/accounts/sessions.ts';
import { updateProfile } from '#contract/accounts/users.ts';
import { fileStoreOf } from '#server/files/file-store.ts';
import { password, type TestUser } from '#server/test/harness.ts';
import { ofBug, type Row, type TestRows, unique } from '#server/test/rows.ts';
import { insertConfirmation } from './email/email-confirmation-queries.ts';
import { namedToken } from './link-tokens.ts';

const ofUser: Row = { id: ({ other }) => other._id };

export const rows: TestRows = {
  endpoints(app) {
    const waiting = async ({ _id, email }: TestUser) =>
      app.store.write((tx) => insertConfirmation(tx, { userId: _id, email }, new Date()));
    const files = fileStoreOf(app.settings);
    return {
      'POST /api/users/register': {
        body: () => ({
          name: 'New',
          email: `${unique('new').replace(' ', '')}@example.com`,
          password: 'grass under glass',
        }),
      },
      'POST /api/users/login': {
        async body() {
          const { email } = await app.user();
          return { email, password };
        },
      },
      'PUT /api/users/profile': { body: () => ({ name: 'Renamed' }) },
      'POST /api/users/password-reset': { body: ({ other: { email } }) => ({ email }) },
      'PUT /api/users/password-reset': {
        body: async ({ admin, other }) => ({
          token: await resetToken(admin, other._id),
          newPassword: 'grass under glass',
        }),
      },
      'POST /api/users/take-back-email': {
        body: async ({ admin, other }) => ({
          token: await namedToken(files, 'take back email', await changeEmail(other, admin)),
        }),
      },
      'POST /api/users/confirm-email': {
        body: async ({ other }) => ({
          token: await namedToken(files, 'confirm email', await waiting(other)),
        }),
      },
      'DELETE /api/users/profile/email-changes/:id': { ...ofBug, owner: 'no one' },
      // Addresses do not have to be confirmed.
      'POST /api/users/profile/email-confirmation': { owner: 'no one' },
      'DELETE /api/users/profile/pending-email': { owner: 'no one' },
      'DELETE /api/users/sessions/:id': {
        id: async ({ creator }) => (await creator.call(listSessions, {})).body[0]?._id ?? '',
        owner: 'creator',
      },
      'PATCH /api/admin/users/:id': { ...ofUser, body: () => ({ role: 'user' }) },
      'DELETE /api/admin/users/:id/sessions': ofUser,
      'DELETE /api/admin/users/:id/email-changes/:change': {
        ...ofUser,
        params: async ({ admin, other }) => ({ change: await changeEmail(other, admin) }),
      },
      'POST /api/admin/users/:id/confirm-email': {
        ...ofUser,
        async body({ other }) {
          await waiting(other);
          return { email: other.email };
        },
      },
      'POST /api/admin/users/:id/reset-link': ofUser,
      'POST /api/admin/invitations/by-email': { body: () => ({ emails: ['guest@example.com'] }) },
      'DELETE /api/admin/invitations/:id': {
        async id({ admin }) {
          await admin.call(createInvitation, {});
          return (await admin.call(listInvitations, {})).body.invitations[0]?._id ?? '';
        },
      },
    };
  },
  async fill({ app, admin }) {
    // As at a start before there was an admin.
    const link = { id: 1, secret_hash: 'x', expires_at: new Date().toISOString() };
    await app.store.write((tx) => tx.insertInto('admin_links').values(link).execute());
    await admin.call(createInvitation, {}, { 'idempotency-key': 'the first one' });
  },
  async fillLast({ app, admin, bug }) {
    await admin.call(updateProfile, { body: { email: 'root@example.net' } });
    // Done last, because a changed address voids the link.
    await admin.call(createResetLink, { params: { id: admin._id } });
    const waiting = { userId: bug.createdBy._id, email: 'Ann@Example.com' };
    await app.store.write((tx) => insertConfirmation(tx, waiting, new Date()));
  },
};

/** Changes the user's address; the id of the change. */
async function changeEmail(user: TestUser, admin: TestUser): Promise<string> {
  const body = { email: `changed-${user.email}` };
  await user.call(updateProfile, { body });
  await admin.call(confirmUserEmail, { params: { id: user._id }, body });
  const users = (await admin.call(listManagedUsers, { query: { q: user.email } })).body;
  return users[0]?.emailChanges[0]?._id ?? '';
}

/** The token of a new reset link. */
async function resetToken(admin: TestUser, id: string): Promise<string> {
  const { body } = await admin.call(createResetLink, { params: { id } });
  return new URL(body.url).hash.slice(1);
}
