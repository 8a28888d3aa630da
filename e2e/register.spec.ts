import { expect, test } from './fixtures.ts';
import { password, unique, uniqueEmail } from './person.ts';
import type { Page } from '@playwright/test';
import { alert, button, countCalls, cut, field, holdBack, nextCall } from './screen.ts';

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
  test('fields: Name, Email, Password and Confirm Password, the last two masked', async ({ open }) => {
    const page = await open('/register');
    await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible();
    await expect(field(page, 'Name')).toBeVisible();
    await expect(field(page, 'Email')).toBeVisible();
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
    await expect(field(page, 'Password')).toHaveAccessibleDescription(
      'At least 8 characters, and not a common password',
    );
    await expect(field(page, 'Confirm Password')).toHaveAttribute('type', 'password');
  });

  test('POST /api/users/register with name, email and password; on success the user goes to /', async ({
    open,
  }) => {
    const page = await open('/register');
    const name = unique('Grace');
    const email = uniqueEmail();
    await fill(page, { name, email });
    const call = nextCall(page, 'POST', '/api/users/register');
    await button(page, 'Register').click();
    expect((await call).postDataJSON()).toEqual({ name, email, password });
    await expect(page).toHaveURL('/');
    await expect(page.getByText(`Welcome, ${name}!`)).toBeVisible();
  });

  test('the button reads "Creating Account..." while busy, and sends once', async ({ open }) => {
    const page = await open('/register');
    const calls = countCalls(page, '/api/users/register');
    const release = await holdBack(page, 'POST', '/api/users/register');
    await fill(page);
    await button(page, 'Register').click();
    await expect(button(page, 'Creating Account...')).toBeVisible();
    await field(page, 'Confirm Password').press('Enter');
    release();
    await expect(page).toHaveURL('/');
    expect(calls).toHaveLength(1);
  });

  test('validation: "Passwords do not match", and nothing is sent', async ({ open }) => {
    const page = await open('/register');
    const calls = countCalls(page, '/api/users/register');
    await fill(page, { confirm: `${password}!` });
    await button(page, 'Register').click();
    await expect(page.getByText('Passwords do not match')).toBeVisible();
    await field(page, 'Password').press('a');
    await expect(page.getByText('Passwords do not match')).toBeHidden();
    expect(calls).toHaveLength(0);
  });

  test('an address already taken: "Failed to create account" with the reason of the server', async ({
    open,
    ada,
  }) => {
    const page = await open('/register');
    await fill(page, { email: ada.email.toUpperCase() });
    await button(page, 'Register').click();
    await expect(alert(page, 'Failed to create account')).toContainText(
      'An account with this email already exists',
    );
    await expect(page).toHaveURL('/register');
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
  for (const { what, values, message } of refused) {
    test(`no other validation in the browser: the server refuses ${what} with "${message}"`, async ({
      open,
    }) => {
      const page = await open('/register');
      const call = nextCall(page, 'POST', '/api/users/register');
      await fill(page, values);
      await button(page, 'Register').click();
      expect((await (await call).response())?.status()).toBe(400);
      await expect(alert(page, 'Failed to create account')).toContainText(message);
    });
  }

  test('any other failure: "Failed to create account" with "Registration failed"', async ({ open }) => {
    const page = await open('/register');
    await cut(page, '/api/users/register');
    await fill(page);
    await button(page, 'Register').click();
    await expect(alert(page, 'Failed to create account')).toContainText('Registration failed');
  });

  test('a server error other than 400 is "Registration failed", regardless of its message', async ({
    open,
  }) => {
    const page = await open('/register');
    await page.route('**/api/users/register', (route) =>
      route.fulfill({
        status: 503,
        json: { message: 'The server is busy.', code: 'unavailable', requestId: 'r' },
      }),
    );
    await fill(page);
    await button(page, 'Register').click();
    await expect(alert(page, 'Failed to create account')).toContainText('Registration failed');
    await expect(page.getByText('The server is busy.')).toBeHidden();
  });

  test('an alert leaves the input, and goes when the user edits', async ({ open, ada }) => {
    const page = await open('/register');
    await fill(page, { name: 'Grace', email: ada.email });
    await button(page, 'Register').click();
    await expect(alert(page, 'Failed to create account')).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue('Grace');
    await expect(field(page, 'Password')).toHaveValue(password);
    await expect(field(page, 'Confirm Password')).toHaveValue(password);
    await field(page, 'Email').fill(uniqueEmail());
    await expect(alert(page, 'Failed to create account')).toBeHidden();
    await button(page, 'Register').click();
    await expect(page).toHaveURL('/');
  });
});
