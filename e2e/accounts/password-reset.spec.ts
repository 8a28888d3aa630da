import { expect, test } from '#e2e/harness/fixtures.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { alert, button, field, goWithin } from '#e2e/harness/screen.ts';

const newPassword = 'rain-on-9-old-roofs';

test('a link from an admin resets a password, and works once', async ({ open, admin, bob }) => {
  const users = await open('/admin/users', { as: admin });
  await field(users, 'Search').fill(bob.email);
  await expect(users.getByText('1 user found')).toBeVisible();
  await button(users.getByRole('row').filter({ hasText: bob.email }), 'Actions').click();
  await users.getByRole('menuitem', { name: 'Create password reset link' }).click();
  const dialog = users.getByRole('dialog', { name: 'Password reset link' });
  await expect(dialog).toContainText(`With this link, ${bob.name} can set a new password once, until `);
  const link = await field(dialog, 'Link').inputValue();
  await button(dialog, 'Close').click();
  await expect(dialog).toBeHidden();

  const { pathname, hash } = new URL(link);
  const page = await open('/login');
  await goWithin(page, pathname + hash);
  await expect(page).toHaveURL('/reset-password');
  // The token is not in the history, one step back.
  await page.goBack();
  await expect(page).toHaveURL('/login');
  await page.goForward();
  await expect(alert(page, 'This link is incomplete')).toBeVisible();
  await goWithin(page, pathname + hash);
  await field(page, 'New Password').fill('password1');
  await field(page, 'Confirm New Password').fill('password2');
  await button(page, 'Set Password').click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await field(page, 'Confirm New Password').fill('password1');
  await button(page, 'Set Password').click();
  await expect(alert(page, 'Password is too common')).toBeVisible();
  await field(page, 'New Password').fill(newPassword);
  await field(page, 'Confirm New Password').fill(newPassword);
  await button(page, 'Set Password').click();
  await expect(page.getByText('Your new password is set')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Go to login' }).click();
  await field(page, 'Email').fill(bob.email);
  await field(page, 'Password').fill(newPassword);
  await button(page, 'Login').click();
  await expect(page.getByText(`Welcome, ${bob.name}!`)).toBeVisible();

  // The used link once more, in the tab where a page of another link is open.
  const again = await open('/reset-password');
  await expect(alert(again, 'This link is incomplete')).toBeVisible();
  await goWithin(again, pathname + hash);
  await field(again, 'New Password').fill(newPassword);
  await field(again, 'Confirm New Password').fill(newPassword);
  await button(again, 'Set Password').click();
  await expect(alert(again, 'This link is no longer valid')).toContainText(
    'An admin can create a new link for you.',
  );
  await expect(button(again, 'Set Password')).toBeHidden();
});

test.describe('where mail is set up', () => {
  test.use({ ownServer: true });

  test('the login page requests a link, and a mailed link asks before it undoes a change', async ({
    open,
    server,
  }) => {
    const before = await open('/login');
    await before.waitForLoadState('networkidle');
    await expect(before.getByRole('link', { name: 'Forgot your password?' })).toBeHidden();
    await server.restart({ SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'bugs@example.com' });
    const page = await open('/login');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await expect(page).toHaveURL('/forgot-password');
    await button(page, 'Send Link').click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expectNothingSeriousInLightAndDark(page);
    await field(page, 'Email').fill('nobody@example.com');
    await button(page, 'Send Link').click();
    await expect(page.getByText('If an account has the address nobody@example.com, a link')).toBeVisible();
    await expectNothingSeriousInLightAndDark(page);

    await goWithin(page, '/take-back-email#some.token');
    await expect(page).toHaveURL('/take-back-email');
    await expectNothingSeriousInLightAndDark(page);
    await button(page, 'Undo the change of address').click();
    await expect(alert(page, 'This link is no longer valid')).toBeVisible();
  });
});
