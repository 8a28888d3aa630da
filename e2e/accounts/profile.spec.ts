import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call, unique, uniqueEmail } from '#e2e/harness/person.ts';
import {
  alert,
  button,
  choose,
  countCalls,
  cut,
  field,
  holdBack,
  nextCall,
  select,
} from '#e2e/harness/screen.ts';

const fresh = 'another-leaf-9-lantern';

async function fillPasswords(page: Page, current: string, next: string, confirmation = next) {
  await field(page, 'Current Password').fill(current);
  await field(page, 'New Password').fill(next);
  await field(page, 'Confirm New Password').fill(confirmation);
}

test.describe('Profile Settings', () => {
  test('the form has its labels and helper texts, and shows why it is not saved', async ({
    open,
    ada,
    bob,
  }) => {
    const page = await open('/profile', { as: ada });
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue(ada.name);
    await expect(field(page, 'Email')).toHaveValue(ada.email);
    await expect(page.getByRole('heading', { name: 'Change Password' })).toBeVisible();
    for (const [label, text] of [
      ['Current Password', 'Required only if changing password'],
      ['New Password', 'Leave blank to keep current password'],
      ['Confirm New Password', 'Required if changing password'],
    ] as const) {
      await expect(field(page, label)).toHaveValue('');
      await expect(field(page, label)).toHaveAttribute('type', 'password');
      await expect(field(page, label)).toHaveAccessibleDescription(text);
    }
    await test.step('new passwords that do not match, or lack the current one, are not sent', async () => {
      const calls = countCalls(page, '/api/users/profile');
      await fillPasswords(page, ada.password, fresh, `${fresh}!`);
      await button(page, 'Save Changes').click();
      await expect(page.getByText('New passwords do not match')).toBeVisible();
      await field(page, 'New Password').fill(`${fresh}!`);
      await expect(page.getByText('New passwords do not match')).toBeHidden();
      await fillPasswords(page, '', fresh);
      await button(page, 'Save Changes').click();
      await expect(page.getByText('Current password is required to change password')).toBeVisible();
      expect(calls.filter((sent) => sent.method() === 'PUT')).toHaveLength(0);
      await fillPasswords(page, '', '');
    });
    await test.step('an address that is taken is refused', async () => {
      await field(page, 'Email').fill(bob.email);
      await button(page, 'Save Changes').click();
      await expect(alert(page, 'Failed to update profile')).toContainText(
        'An account with this email already exists',
      );
      await expect(field(page, 'Email')).toHaveValue(bob.email);
      await field(page, 'Email').fill(ada.email);
      await expect(alert(page, 'Failed to update profile')).toBeHidden();
    });
    await test.step('a wrong password leaves the user signed in', async () => {
      await fillPasswords(page, 'not the password', fresh);
      await button(page, 'Save Changes').click();
      await expect(alert(page, 'Failed to update profile')).toContainText('Current password is incorrect');
      await expect(field(page, 'New Password')).toHaveValue(fresh);
      expect((await ada.call('GET', '/api/users/profile')).body).toMatchObject({ email: ada.email });
      await fillPasswords(page, '', '');
    });
    await test.step('a failure without a message from the server is "Profile update failed"', async () => {
      await cut(page, '/api/users/profile');
      await field(page, 'Name').fill('Ada King');
      await expect(alert(page, 'Failed to update profile')).toBeHidden();
      await button(page, 'Save Changes').click();
      await expect(alert(page, 'Failed to update profile')).toContainText('Profile update failed');
      await expect(field(page, 'Name')).toHaveValue('Ada King');
    });
  });

  test('the theme can be chosen, persistently, and set back to the system’s', async ({ open, ada }) => {
    const page = await open('/profile', { as: ada, colorScheme: 'light' });
    const document = page.locator('html');
    await choose(page, 'Theme', 'Dark');
    await expect(document).toHaveAttribute('data-theme', 'dark');
    await page.reload();
    await expect(select(page, 'Theme')).toHaveText('Dark');
    await expect(document).toHaveAttribute('data-theme', 'dark');
    await choose(page, 'Theme', 'System');
    await expect(document).toHaveAttribute('data-theme', 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(document).toHaveAttribute('data-theme', 'dark');
  });

  test('a new name and address are sent once, with a spinner, and the greeting follows', async ({
    open,
    ada,
  }) => {
    const page = await open('/profile', { as: ada });
    const calls = countCalls(page, '/api/users/profile');
    const release = await holdBack(page, 'PUT', '/api/users/profile');
    const name = unique('Ada King');
    const email = uniqueEmail();
    await field(page, 'Name').fill(`  ${name}  `);
    await field(page, 'Email').fill(email);
    const save = page.getByRole('button', { name: 'Save Changes' });
    await save.click();
    await expect(save.getByRole('progressbar')).toBeVisible();
    await field(page, 'Name').press('Enter');
    release();
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    await expect(save.getByRole('progressbar')).toBeHidden();
    const puts = calls.filter((sent) => sent.method() === 'PUT');
    expect(puts.map((sent) => sent.postDataJSON() as unknown)).toEqual([{ name: `  ${name}  `, email }]);
    await expect(field(page, 'Name')).toHaveValue(name);
    await expect(field(page, 'Email')).toHaveValue(email);
    await test.step('the message goes when the user edits again', async () => {
      await field(page, 'Name').press('x');
      await expect(page.getByText('Profile updated successfully')).toBeHidden();
      await field(page, 'Name').fill(name);
    });
    await page.getByRole('link', { name: 'Katydid' }).click();
    await expect(page.getByRole('heading', { name: `Welcome, ${name}!` })).toBeVisible();
    expect((await ada.call('GET', '/api/users/profile')).body).toMatchObject({ name, email });
  });

  test('a new password clears the fields, keeps the token and ends other sessions', async ({ open, ada }) => {
    const login = (password: string) =>
      call(ada.server, 'POST', '/api/users/login', { body: { email: ada.email, password } });
    await login(ada.password);
    const page = await open('/profile', { as: ada });
    await expect(page.getByRole('listitem')).toHaveCount(2);
    await fillPasswords(page, ada.password, fresh);
    const sent = nextCall(page, 'PUT', '/api/users/profile');
    await button(page, 'Save Changes').click();
    const { name, email } = ada;
    expect((await sent).postDataJSON()).toEqual({
      name,
      email,
      currentPassword: ada.password,
      newPassword: fresh,
    });
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    await expect(field(page, 'New Password')).toHaveValue('');
    await expect(field(page, 'Current Password')).toHaveValue('');
    expect(await page.evaluate(() => localStorage.getItem('token'))).toBe(ada.token);
    await expect(page.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('This session')).toBeVisible();
    expect((await login(ada.password)).status).toBe(401);
    expect((await login(fresh)).status).toBe(200);
  });
});
