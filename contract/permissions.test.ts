import { expect, test } from 'vitest';
import { permissions } from './index.ts';
import { type Actor, can, type Permission } from './permissions.ts';

/** A bug, a question by its assignee, a comment by its creator, and an upload and a shared view of the same user. */
const resource = {
  createdBy: { _id: 'creator' },
  assignedTo: { _id: 'assignee' },
  author: { _id: 'creator' },
  isAttached: false,
  owner: { _id: 'creator' },
  isShared: true,
  bugs: [{ createdBy: { _id: 'creator' }, assignedTo: { _id: 'assignee' } }],
  by: { _id: 'assignee' },
  to: 'other',
};
const users = ['creator', 'assignee', 'other'].map((_id) => ({ _id, role: 'user' as const }));
const admin = { _id: 'admin', role: 'admin' as const };

/** The names of the permissions that a user has. */
const granted = (user: Actor) =>
  permissions
    .filter((permission) => can(user, permission as Permission<unknown>, resource))
    .map(({ name }) => name);

test('admins have every permission, others only those for what they made or work on', () => {
  expect(granted(admin)).toEqual(permissions.map(({ name }) => name));
  expect(users.map(granted)).toEqual([
    [
      'edit bug',
      'delete bug',
      'work on bug',
      'assign bug',
      'relate bugs',
      'edit comment',
      'delete comment',
      'delete file',
      'change view',
    ],
    ['work on bug', 'assign bug', 'relate bugs', 'withdraw question'],
    [],
  ]);
});
