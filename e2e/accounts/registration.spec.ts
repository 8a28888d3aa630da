import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { type Person, password, unique, uniqueEmail } from '#e2e/harness/person.ts';
import { alert, button, cut, field, goWithin } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

/** The path of a fresh invitation's link. */
async function invite(admin: Person): Promise<string> {
  const { body } = await admin.call('POST', '/api/admin/invitations');
  const { pathname, hash } = new URL((body as { url: string }).url);
  return pathname + hash;
}

async function fillAndSend(page: Page, name: string) {
  await field(page, 'Name').fill(name);
  await field(page, 'Email').fill(uniqueEmail());
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
  await button(page, 'Register').click();
}

test.describe('Registration modes', () => {
  test('by invitation: the page says to ask an admin for a link, which works once', async ({
    open,
    admin,
    server,
  }) => {
    await server.restart({ REGISTRATION: 'invite' });
    const link = await invite(admin);
    const name = unique('Grace');
    const page = await open('/login');
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await expect(
      page.getByText('Registration is by invitation only. Ask an admin for a link.'),
    ).toBeVisible();
    await expect(button(page, 'Register')).toBeHidden();
    await expect(page.getByRole('main').getByRole('link', { name: 'Login' })).toBeVisible();
    await goWithin(page, link);
    await fillAndSend(page, name);
    await expect(page.getByText(`Welcome, ${name}!`)).toBeVisible();
    await button(page, 'Logout').click();
    await goWithin(page, link);
    await fillAndSend(page, unique('Eve'));
    await expect(alert(page, 'Failed to create account')).toContainText(
      'Registration failed: the invitation was used or has expired.',
    );
    await expect(field(page, 'Password')).toHaveValue(password);
  });

  test('closed: the page says so, even with an invitation', async ({ open, server }) => {
    await server.restart({ REGISTRATION: 'closed' });
    const page = await open('/login');
    for (const path of ['/register', '/register#invitation=anything']) {
      await goWithin(page, path);
      await expect(page.getByText('Registration is closed.')).toBeVisible();
      await expect(button(page, 'Register')).toBeHidden();
    }
  });

  test('when registration is open or its mode is unknown, the form still sends an invitation', async ({
    open,
    admin,
  }) => {
    const link = await invite(admin);
    const page = await open('about:blank');
    await cut(page, '/api/users/registration');
    await page.goto(link);
    // Also without an answer about the mode.
    await expect(button(page, 'Register')).toBeVisible();
    await page.unrouteAll();
    const sent = page.waitForRequest((request) => request.method() === 'POST');
    await fillAndSend(page, unique('Grace'));
    expect((await sent).postDataJSON()).toHaveProperty(
      'invitation',
      new URLSearchParams(link.split('#')[1]).get('invitation'),
    );
    await expect(page).toHaveURL('/');
  });

  test('an old link works, and its secret leaves the query at once', async ({ open, admin, server }) => {
    await server.restart({ REGISTRATION: 'invite' });
    const link = await invite(admin);
    const page = await open(`${link.replace('#', '?')}&returnTo=/bugs`);
    await expect(button(page, 'Register')).toBeVisible();
    const { search, hash } = new URL(page.url());
    expect([search, hash]).toEqual(['', link.slice(link.indexOf('#'))]);
    const name = unique('Grace');
    await fillAndSend(page, name);
    await expect(page).toHaveURL('/');
  });
});
