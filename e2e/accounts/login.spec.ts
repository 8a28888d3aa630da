import { expect, test } from '#e2e/harness/fixtures.ts';
import { password, uniqueEmail } from '#e2e/harness/person.ts';
import { alert, button, countCalls, cut, field, holdBack, login } from '#e2e/harness/screen.ts';

test.describe('Login', () => {
  test('the form has its labels, checks its fields, and leads to Register', async ({ open }) => {
    const page = await open('/login');
    await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible();
    await expect(field(page, 'Email')).toBeVisible();
    await expect(field(page, 'Password')).toHaveAttribute('type', 'password');
    await expect(button(page, 'Login')).toBeVisible();
    const calls = countCalls(page, '/api/users/login');
    await button(page, 'Login').click();
    await expect(page.getByText('Email is required')).toBeVisible();
    await expect(page.getByText('Password is required')).toBeVisible();
    await expect(field(page, 'Email')).toHaveAccessibleDescription('Email is required');
    await test.step('typing in a field clears its error and leaves the other', async () => {
      await field(page, 'Email').press('a');
      await expect(page.getByText('Email is required')).toBeHidden();
      await expect(page.getByText('Password is required')).toBeVisible();
      await field(page, 'Password').press('a');
      await expect(page.getByText('Password is required')).toBeHidden();
    });
    await field(page, 'Password').fill(password);
    for (const wrong of ['ada', 'ada@', '@example.com', 'ada@example', 'ada example@x.org'])
      await test.step(wrong, async () => {
        await field(page, 'Email').fill(wrong);
        await expect(page.getByText('Invalid email format')).toBeHidden();
        await button(page, 'Login').click();
        await expect(page.getByText('Invalid email format')).toBeVisible();
        await expect(page.getByText('Password is required')).toBeHidden();
      });
    expect(calls).toHaveLength(0);
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await expect(page).toHaveURL('/register');
  });

  test('every failure is shown until the user edits, and a success is sent once', async ({
    open,
    register,
    ada,
  }) => {
    const page = await open('/login');
    await test.step('no answer, and a rate limit, which says when to try again', async () => {
      const person = await register();
      await cut(page, '/api/users/login');
      await login(page, person);
      await expect(alert(page, 'Login failed')).toContainText('The server cannot be reached');
      await expect(page.getByText('Invalid credentials')).toBeHidden();
      await page.unrouteAll();
      await person.failsToSignIn(10);
      await button(page, 'Login').click();
      await expect(alert(page, 'Login failed')).toContainText(/Try again in \d+ minutes\./);
      await expect(page.getByText('Invalid credentials')).toBeHidden();
    });
    await test.step('an unknown address, and a wrong password', async () => {
      await login(page, { email: uniqueEmail(), password });
      await expect(alert(page, 'Invalid credentials')).toContainText('Invalid email or password');
      await field(page, 'Email').fill(ada.email);
      await expect(alert(page, 'Invalid credentials')).toBeHidden();
      await field(page, 'Password').fill('not the password');
      await button(page, 'Login').click();
      await expect(alert(page, 'Invalid credentials')).toContainText('Invalid email or password');
      await expect(page).toHaveURL('/login');
      await expect(field(page, 'Email')).toHaveValue(ada.email);
      await expect(field(page, 'Password')).toHaveValue('not the password');
      await field(page, 'Password').fill(ada.password);
      await expect(alert(page, 'Invalid credentials')).toBeHidden();
    });
    await test.step('the button reads "Logging in..." while busy', async () => {
      const calls = countCalls(page, '/api/users/login');
      const release = await holdBack(page, 'POST', '/api/users/login');
      await button(page, 'Login').click();
      await expect(button(page, 'Logging in...')).toBeVisible();
      await field(page, 'Password').press('Enter');
      release();
      await expect(page).toHaveURL('/');
      await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
      expect(calls.map((call) => call.postDataJSON() as unknown)).toEqual([
        { email: ada.email, password: ada.password },
      ]);
    });
  });
});
