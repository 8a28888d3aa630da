import { expect, test } from 'vitest';
import { permissions } from './index.ts';
import { can, type Permission } from './permissions.ts';

const bug = { createdBy: { _id: 'creator' }, assignedTo: { _id: 'assignee' } };
const users = ['creator', 'assignee', 'other'].map((_id) => ({ _id, role: 'user' as const }));
const admin = { _id: 'admin', role: 'admin' as const };

test('admins have every permission; the creator of a bug may edit and delete it', () => {
  const granted = permissions.map((permission) => [
    permission.name,
    [...users, admin]
      .filter((user) => can(user, permission as Permission<unknown>, bug))
      .map(({ _id }) => _id),
  ]);
  expect(Object.fromEntries(granted)).toEqual({
    'edit bug': ['creator', 'admin'],
    'delete bug': ['creator', 'admin'],
    'manage users': ['admin'],
    invite: ['admin'],
    'read audit trail': ['admin'],
    'read backup status': ['admin'],
    'read metrics': ['admin'],
  });
});
