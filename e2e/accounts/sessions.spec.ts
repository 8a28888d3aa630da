import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { type Person, password, uniqueEmail } from '#e2e/harness/person.ts';
import { alert, busy, button, cut, field, goWithin, login } from '#e2e/harness/screen.ts';

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0';
const item = (page: Page, device: string) => page.getByRole('listitem').filter({ hasText: device });

/** Signs in with this user agent; returns the token. */
async function signIn({ server, email }: Person, device: string): Promise<string> {
  const response = await fetch(`${server.url}/api/users/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'user-agent': device },
    body: JSON.stringify({ email, password }),
  });
  return ((await response.json()) as { token: string }).token;
}

const status = async ({ server }: Person, token: string) => {
  const headers = { authorization: `Bearer ${token}` };
  return (await fetch(`${server.url}/api/users/profile`, { headers })).status;
};

test.describe('Profile: sessions', () => {
  test('the list has the device, time and address of each session, and marks the current one', async ({
    open,
    ada,
  }) => {
    await signIn(ada, firefox);
    const page = await open('/login');
    await login(page, ada);
    await expect(page).toHaveURL('/');
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByRole('heading', { name: 'Sessions' })).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(3);
    await expect(page.getByRole('listitem').first()).toContainText(/Chrome on Linux\s*This session/);
    await expect(page.getByText('This session')).toHaveCount(1);
    await expect(item(page, 'Firefox on Windows')).toContainText(/Last used .*\d{4}.* from 127\.0\.0\.1/);
  });

  test('a user ends one session, all others at once, and the current one', async ({ open, ada }) => {
    const elsewhere = await signIn(ada, firefox);
    const others = [await signIn(ada, 'curl/8.15.0'), await signIn(ada, 'curl/8.15.0')];
    const page = await open('/profile', { as: ada });
    await button(item(page, 'Firefox on Windows'), 'End').click();
    await expect(item(page, 'Firefox on Windows')).toBeHidden();
    await expect(page.getByText('The session has ended.')).toHaveRole('status');
    expect(await status(ada, elsewhere)).toBe(401);
    for (const token of others) expect(await status(ada, token)).toBe(200);
    expect(await status(ada, ada.token)).toBe(200);

    await expect(page.getByRole('listitem')).toHaveCount(3);
    await button(page, 'End all other sessions').click();
    await expect(page.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('This session')).toBeVisible();
    await expect(button(page, 'End all other sessions')).toBeHidden();
    for (const token of others) expect(await status(ada, token)).toBe(401);
    expect(await status(ada, ada.token)).toBe(200);

    await button(page.getByRole('listitem'), 'End').click();
    await expect(page).toHaveURL('/login');
    await expect.poll(() => status(ada, ada.token)).toBe(401);
  });

  test('after a password change only this session remains', async ({ open, ada }) => {
    await signIn(ada, firefox);
    const page = await open('/profile', { as: ada });
    await expect(item(page, 'Firefox on Windows')).toBeVisible();
    await field(page, 'Current Password').fill(ada.password);
    await field(page, 'New Password').fill('another-leaf-9-lantern');
    await field(page, 'Confirm New Password').fill('another-leaf-9-lantern');
    await button(page, 'Save Changes').click();
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    await expect(page.getByRole('listitem')).toHaveCount(1);
    await expect(page.getByText('This session')).toBeVisible();
  });

  test('a failed list offers Retry, and a failed End shows beside its session', async ({ open, ada }) => {
    await signIn(ada, firefox);
    const page = await open('about:blank', { as: ada });
    await cut(page, '/api/users/sessions');
    await page.goto('/profile');
    await expect(alert(page, 'Failed to fetch sessions')).toBeVisible();
    await expect(field(page, 'Name')).toHaveValue(ada.name);
    await page.unrouteAll();
    await button(page, 'Retry').click();
    await expect(item(page, 'Firefox on Windows')).toBeVisible();
    await page.route('**/api/users/sessions/*', (route) => route.abort('connectionfailed'));
    await button(item(page, 'Firefox on Windows'), 'End').click();
    await expect(alert(page, 'Failed to end the session')).toBeVisible();
    await expect(item(page, 'Firefox on Windows')).toBeVisible();
    await page.route('**/api/users/sessions', (route) => route.fulfill(busy));
    await button(item(page, 'Firefox on Windows'), 'End').click();
    await expect(alert(page, 'Failed to fetch sessions')).toContainText(busy.json.message);
    await expect(item(page, 'Firefox on Windows')).toBeVisible();
  });
});

test.describe('A changed e-mail address', () => {
  const change = async ({ server }: Person, token: string, email: string) =>
    fetch(`${server.url}/api/users/profile`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });

  test('is shown in the other sessions, which can undo it', async ({ open, ada }) => {
    const elsewhere = await signIn(ada, firefox);
    const to = uniqueEmail();
    await change(ada, elsewhere, to);
    const page = await open('/profile', { as: ada });
    const notice = page.getByText(`Your email address was changed from ${ada.email} to ${to} on`);
    await expect(notice).toBeVisible();
    await expect(field(page, 'Email')).toHaveValue(to);
    await button(page, 'Undo change').click();
    await expect(notice).toBeHidden();
    await expect(field(page, 'Email')).toHaveValue(ada.email);
    await expect(page.getByText(`Your email address is ${ada.email} again.`)).toHaveRole('status');
    expect(await status(ada, elsewhere)).toBe(401);
  });

  test('can be undone by an admin, and is not shown in the session that made it', async ({
    open,
    ada,
    admin,
  }) => {
    await change(ada, ada.token, uniqueEmail());
    const page = await open('/profile', { as: ada });
    await expect(page.getByText('This session')).toBeVisible();
    await expect(button(page, 'Undo change')).toBeHidden();
    await button(page, 'Logout').click();
    await login(page, admin);
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await goWithin(page, `/admin/users?q=${encodeURIComponent(ada.name)}`);
    await button(page.getByRole('row').filter({ hasText: ada.name }), 'Actions').click();
    await page.getByRole('menuitem', { name: 'Undo email change' }).click();
    await expect(page.getByRole('dialog')).toContainText(`will be ${ada.email} again`);
    await button(page.getByRole('dialog'), 'Undo email change').click();
    await expect(page.getByRole('cell', { name: ada.email })).toBeVisible();
  });
});
