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
  test('fields: Name, Email, Password and Confirm Password, the last two masked, which must match', async ({
    open,
  }) => {
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
  });

  test('POST /api/users/register with name, email and password, once; the button reads "Creating Account..." while busy; on success the user goes to /', async ({
    open,
  }) => {
    const page = await open('/register');
    const calls = countCalls(page, '/api/users/register');
    const release = await holdBack(page, 'POST', '/api/users/register');
    const name = unique('Grace');
    const email = uniqueEmail();
    await fill(page, { name, email });
    await button(page, 'Register').click();
    await expect(button(page, 'Creating Account...')).toBeVisible();
    await field(page, 'Confirm Password').press('Enter');
    release();
    await expect(page).toHaveURL('/');
    await expect(page.getByText(`Welcome, ${name}!`)).toBeVisible();
    expect(calls.map((call) => call.postDataJSON() as unknown)).toEqual([{ name, email, password }]);
  });

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
  test('no other validation in the browser: the server refuses, under "Failed to create account"', async ({
    open,
  }) => {
    const page = await open('/register');
    for (const { what, values, message } of refused)
      await test.step(`${what}: "${message}"`, async () => {
        const call = nextCall(page, 'POST', '/api/users/register');
        await fill(page, values);
        await expect(alert(page, 'Failed to create account')).toBeHidden();
        await button(page, 'Register').click();
        expect((await (await call).response())?.status()).toBe(400);
        await expect(alert(page, 'Failed to create account')).toContainText(message);
      });
  });

  test('any other failure: "Failed to create account" with "Registration failed"', async ({ open }) => {
    const page = await open('/register');
    await cut(page, '/api/users/register');
    await fill(page);
    await button(page, 'Register').click();
    await expect(alert(page, 'Failed to create account')).toContainText('Registration failed');
    await page.unrouteAll();
    await test.step('a server error other than 400, regardless of its message', async () => {
      await page.route('**/api/users/register', (route) => route.fulfill(busy));
      await fill(page);
      await expect(alert(page, 'Failed to create account')).toBeHidden();
      await button(page, 'Register').click();
      await expect(alert(page, 'Failed to create account')).toContainText('Registration failed');
      await expect(page.getByText(busy.json.message)).toBeHidden();
    });
  });

  test('an address already taken: "Failed to create account" with the reason of the server; the input stays, and the alert goes when the user edits', async ({
    open,
    ada,
  }) => {
    const page = await open('/register');
    await fill(page, { name: 'Grace', email: ada.email.toUpperCase() });
    await button(page, 'Register').click();
    await expect(alert(page, 'Failed to create account')).toContainText(
      'An account with this email already exists',
    );
    await expect(page).toHaveURL('/register');
    await expect(field(page, 'Name')).toHaveValue('Grace');
    await expect(field(page, 'Password')).toHaveValue(password);
    await expect(field(page, 'Confirm Password')).toHaveValue(password);
    await field(page, 'Email').fill(uniqueEmail());
    await expect(alert(page, 'Failed to create account')).toBeHidden();
    await button(page, 'Register').click();
    await expect(page).toHaveURL('/');
  });
});
