import { expect, test } from '#e2e/harness/fixtures.ts';
import { password, unique, uniqueEmail } from '#e2e/harness/person.ts';
import type { Page } from '@playwright/test';
import { alert, busy, button, countCalls, cut, field, holdBack, nextCall } from '#e2e/harness/screen.ts';

async function fill(
  page: Page,
  values: { name?: string; email?: string; password?: string; confirm?: string } = {},
) {
  const chosen = values.password ?? password;
  await field(page, 'Name').fill(values.name ?? unique('Grace'));
  await field(page, 'Email').fill(values.email ?? uniqueEmail());
  await field(page, 'Password').fill(chosen);
  await field(page, 'Confirm Password').fill(values.confirm ?? chosen);
}

test.describe('Register', () => {
  const refused = [
    { what: 'no name', values: { name: '' }, message: 'Name is required' },
    { what: 'no address', values: { email: '' }, message: 'Email is required' },
    { what: 'a malformed address', values: { email: 'grace' }, message: 'Invalid email format' },
    { what: 'no password', values: { password: '' }, message: 'Password is required' },
    {
      what: 'a short password',
      values: { password: 'kurz' },
      message: 'Password must be at least 8 characters',
    },
    {
      what: 'a common password',
      values: { password: 'password1' },
      message: 'Password is too common',
    },
  ];
  test('the form has its labels, shows every refusal, and is sent once', async ({ open, ada }) => {
    const name = unique('Grace');
    const page = await open('/register');
    await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
    await expect(field(page, 'Name')).toBeVisible();
    await expect(field(page, 'Email')).toBeVisible();
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
    await expect(field(page, 'Password')).toHaveAccessibleDescription(
      'At least 8 characters, and not a common password',
    );
    await expect(field(page, 'Confirm Password')).toHaveAttribute('type', 'password');
    await test.step('validation: "Passwords do not match", and nothing is sent', async () => {
      const calls = countCalls(page, '/api/users/register');
      await fill(page, { confirm: `${password}!` });
      await button(page, 'Register').click();
      await expect(page.getByText('Passwords do not match')).toBeVisible();
      await field(page, 'Password').press('a');
      await expect(page.getByText('Passwords do not match')).toBeHidden();
      expect(calls).toHaveLength(0);
    });
    for (const { what, values, message } of refused)
      await test.step(`the server refuses ${what}: "${message}"`, async () => {
        const call = nextCall(page, 'POST', '/api/users/register');
        await fill(page, values);
        await expect(alert(page, 'Failed to create account')).toBeHidden();
        await button(page, 'Register').click();
        expect((await (await call).response())?.status()).toBe(400);
        await expect(alert(page, 'Failed to create account')).toContainText(message);
      });
    await test.step('without an answer or with a server error, it says "Registration failed"', async () => {
      for (const fail of [
        () => cut(page, '/api/users/register'),
        () => page.route('**/api/users/register', (route) => route.fulfill(busy)),
      ]) {
        await fail();
        await fill(page);
        await expect(alert(page, 'Failed to create account')).toBeHidden();
        await button(page, 'Register').click();
        await expect(alert(page, 'Failed to create account')).toContainText('Registration failed');
        await expect(page.getByText(busy.json.message)).toBeHidden();
        await page.unrouteAll();
      }
    });
    await test.step('an address already taken: the input stays, and the alert goes with an edit', async () => {
      await fill(page, { name, email: ada.email.toUpperCase() });
      await button(page, 'Register').click();
      await expect(alert(page, 'Failed to create account')).toContainText(
        'An account with this email already exists',
      );
      await expect(page).toHaveURL('/register');
      await expect(field(page, 'Name')).toHaveValue(name);
      await expect(field(page, 'Password')).toHaveValue(password);
      await expect(field(page, 'Confirm Password')).toHaveValue(password);
    });
    await test.step('the button reads "Creating Account..." while busy, and sends once', async () => {
      const calls = countCalls(page, '/api/users/register');
      const release = await holdBack(page, 'POST', '/api/users/register');
      const email = uniqueEmail();
      await field(page, 'Email').fill(email);
      await expect(alert(page, 'Failed to create account')).toBeHidden();
      await button(page, 'Register').click();
      await expect(button(page, 'Creating Account...')).toBeVisible();
      await field(page, 'Confirm Password').press('Enter');
      release();
      await expect(page).toHaveURL('/');
      await expect(page.getByText(`Welcome, ${name}!`)).toBeVisible();
      expect(calls.map((call) => call.postDataJSON() as unknown)).toEqual([{ name, email, password }]);
    });
  });
});
