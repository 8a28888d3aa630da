import { expect, test } from 'vitest';
import { profileForm, profileUpdate } from './profile-form.ts';

const profile = {
  name: 'Ada',
  email: 'ada@example.com',
  currentPassword: '',
  newPassword: '',
  confirmNewPassword: '',
};
const faults = (changes: Partial<typeof profile>) =>
  profileForm
    .safeParse({ ...profile, ...changes })
    .error?.issues.map(({ path, message }) => [path[0], message]);

test('without a new password, the other passwords are not checked, and none is sent', () => {
  expect(faults({ currentPassword: 'filled in by the browser' })).toBeUndefined();
  expect(profileUpdate({ ...profile, currentPassword: 'x' })).toEqual({
    name: 'Ada',
    email: 'ada@example.com',
  });
});

test('a new password has to be confirmed and needs the current one', () => {
  expect(faults({ newPassword: 'new', confirmNewPassword: 'other' })).toEqual([
    ['confirmNewPassword', 'New passwords do not match'],
    ['currentPassword', 'Current password is required to change password'],
  ]);
  expect(faults({ currentPassword: 'old', newPassword: 'new', confirmNewPassword: 'new' })).toBeUndefined();
});

test('a password change sends the current and the new password, never the confirmation', () => {
  const sent = profileUpdate({
    ...profile,
    currentPassword: 'old',
    newPassword: 'new',
    confirmNewPassword: 'new',
  });
  expect(sent).toEqual({ name: 'Ada', email: 'ada@example.com', currentPassword: 'old', newPassword: 'new' });
});
