import type { Page } from '@playwright/test';
import type { ManagedUser } from '#contract/admin/admin.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call, type Person, password, unique, uniqueEmail } from '#e2e/harness/person.ts';
import { alert, button, countCalls, cut, field, goWithin, holdBack, login } from '#e2e/harness/screen.ts';

const bar = (page: Page) => page.getByRole('banner');
const rowOf = (page: Page, { email }: Person) =>
  page.getByRole('row').filter({ has: page.getByRole('cell', { name: email, exact: true }) });
const signIn = ({ server, email }: Person) =>
  call(server, 'POST', '/api/users/login', { body: { email, password } });

/** Opens the menu of a user's row and takes an item of it. */
async function choose(page: Page, person: Person, item: string) {
  await button(rowOf(page, person), 'Actions').click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

async function confirm(page: Page, label: string) {
  await button(page.getByRole('dialog'), label).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test.describe('Users page, for admins', () => {
  test('the link in the top bar leads to a table of all users, with a search', async ({
    open,
    admin,
    bob,
  }) => {
    const page = await open('/', { as: admin });
    await bar(page).getByRole('link', { name: 'Admin', exact: true }).click();
    await expect(page).toHaveURL('/admin/users');
    await expect(page.getByRole('heading', { name: 'Users', level: 1 })).toBeVisible();
    await expect(page.getByRole('columnheader')).toHaveText([
      'Name',
      'Email',
      'Role',
      'Status',
      'Last active',
      'Actions',
    ]);
    await expect(rowOf(page, bob).getByRole('cell')).toHaveText([
      bob.name,
      bob.email,
      'User',
      'Active',
      new RegExp(String(new Date().getFullYear())),
      '',
    ]);
    await expect(rowOf(page, admin).getByRole('cell', { name: 'Admin', exact: true })).toBeVisible();
    await test.step('the search is debounced, and stored in the address', async () => {
      const calls = countCalls(page, '/api/admin/users');
      await field(page, 'Search').pressSequentially(bob.email.toUpperCase(), { delay: 5 });
      await expect(page.getByText('1 user found')).toBeVisible();
      await expect(rowOf(page, bob)).toBeVisible();
      await expect(rowOf(page, admin)).toBeHidden();
      expect(calls.length).toBeLessThan(bob.email.length / 2);
      await expect(page).toHaveURL(`/admin/users?q=${encodeURIComponent(bob.email.toUpperCase())}`);
      await field(page, 'Search').fill(unique('nobody'));
      await button(page, 'Clear search').click();
      await expect(rowOf(page, admin)).toBeVisible();
      await expect(page).toHaveURL('/admin/users');
    });
  });

  test('roles, suspension and sessions change, each with confirmation', async ({ open, admin, bob }) => {
    const page = await open(`/admin/users?q=${bob.email}`, { as: admin });
    await expect(page.getByText('1 user found')).toBeVisible();
    await test.step('make admin', async () => {
      await choose(page, bob, 'Make admin');
      await expect(page.getByRole('dialog')).toContainText(
        `${bob.name} will be able to edit and delete every bug`,
      );
      await button(page, 'Cancel').click();
      await expect(button(rowOf(page, bob), 'Actions')).toBeFocused();
      await choose(page, bob, 'Make admin');
      await confirm(page, 'Make admin');
      await expect(rowOf(page, bob).getByRole('cell', { name: 'Admin', exact: true })).toBeVisible();
      await expect(page.getByText(`${bob.name} is now an admin.`)).toHaveRole('status');
      expect((await bob.call('GET', '/api/admin/users')).status).toBe(200);
    });
    await test.step('make user', async () => {
      await choose(page, bob, 'Remove as admin');
      await confirm(page, 'Remove as admin');
      await expect(rowOf(page, bob).getByRole('cell', { name: 'User', exact: true })).toBeVisible();
      expect((await bob.call('GET', '/api/admin/users')).status).toBe(403);
    });
    await test.step('a failure is shown in the dialog; suspend and reinstate', async () => {
      await cut(page, `/api/admin/users/${bob._id}`);
      await choose(page, bob, 'Suspend');
      await button(page.getByRole('dialog'), 'Suspend').click();
      await expect(alert(page, 'Failed to suspend user')).toContainText('The server cannot be reached');
      await page.unrouteAll();
      await confirm(page, 'Suspend');
      await expect(rowOf(page, bob)).toContainText('Suspended');
      expect((await signIn(bob)).body).toMatchObject({ message: 'This account is suspended. Ask an admin.' });
      await choose(page, bob, 'Reinstate');
      await expect(rowOf(page, bob)).toContainText('Active');
      await expect(page.getByRole('status').getByText(`${bob.name} can sign in again.`)).toBeAttached();
      expect((await signIn(bob)).status).toBe(200);
    });
    await test.step('end sessions', async () => {
      // The suspension has ended the others.
      const { token } = (await signIn(bob)).body as { token: string };
      await choose(page, bob, 'End sessions');
      await confirm(page, 'End sessions');
      await expect(rowOf(page, bob)).toContainText('Not signed in');
      expect((await call(bob.server, 'GET', '/api/users/profile', { token })).status).toBe(401);
    });
  });

  test('invite creates a one-time link, shows its expiry, and copies it', async ({ open, admin }) => {
    const page = await open('/admin/invitations', {
      as: admin,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await button(page, 'Create a link').click();
    const link = await field(page, 'Link').inputValue();
    await expect(page.getByRole('dialog').getByRole('time')).toBeVisible();
    await button(page, 'Copy').click();
    await expect(button(page, 'Copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
    const invitation = new URLSearchParams(new URL(link).hash.slice(1)).get('invitation');
    const register = () =>
      call(admin.server, 'POST', '/api/users/register', {
        body: { name: 'Guest', email: uniqueEmail(), password, invitation },
      });
    expect((await register()).status).toBe(201);
    await button(page.getByRole('dialog'), 'Close').click();
    await test.step('without a clipboard the link is selected instead', async () => {
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await button(page, 'Create a link').click();
      const next = await field(page, 'Link').inputValue();
      await button(page, 'Copy').click();
      await expect(page.getByText('Selected: copy it with the keyboard').first()).toBeVisible();
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(next);
    });
  });
});

test.describe('The list of users, which no other test changes', () => {
  test.use({ ownServer: true });

  test('a skeleton shows while the list loads; a failure offers Retry', async ({ open, admin }) => {
    const page = await open('/', { as: admin });
    const release = await holdBack(page, 'GET', '/api/admin/users');
    await bar(page).getByRole('link', { name: 'Admin', exact: true }).click();
    await expect(page.getByText('Loading...')).toBeAttached();
    release();
    await expect(rowOf(page, admin)).toBeVisible();
    await page.unrouteAll();
    // Fails until a click: the page also reads the list again by itself, which would remove the button before.
    await page.addInitScript(() => {
      document.addEventListener('click', () => Object.assign(window, { clicked: true }), { capture: true });
    });
    await page.route('**/api/admin/users*', async (route) => {
      const isClicked = await page.evaluate(() => 'clicked' in window);
      await (isClicked ? route.continue() : route.fulfill({ status: 404, json: {} }));
    });
    await page.reload();
    await expect(alert(page, 'Failed to fetch users')).toBeVisible();
    await button(page, 'Retry').click();
    await expect(rowOf(page, admin)).toBeVisible();
  });
});

test.describe('The page of users', () => {
  test.use({ ownServer: true });

  test('refuses to demote or suspend the last admin; one of two may step down', async ({
    open,
    admin,
    bob,
  }) => {
    const page = await open('/admin/users', { as: admin });
    for (const [item, problem] of [
      ['Remove as admin', 'Failed to change the role'],
      ['Suspend', 'Failed to suspend user'],
    ] as const) {
      await choose(page, admin, item);
      await expect(page.getByRole('dialog')).toContainText('This is your own account.');
      await button(page.getByRole('dialog'), item).click();
      await expect(alert(page, problem)).toContainText(
        'This is the only admin. Make another user an admin first.',
      );
      await button(page, 'Cancel').click();
    }
    await admin.call('PATCH', `/api/admin/users/${bob._id}`, { role: 'admin' });
    await choose(page, admin, 'Remove as admin');
    await button(page.getByRole('dialog'), 'Remove as admin').click();
    await expect(page.getByRole('heading', { name: 'Only admins can see this page' })).toBeVisible();
    await expect(bar(page).getByRole('link', { name: 'Admin', exact: true })).toBeHidden();
  });

  test('shows the age of the newest backup, and a hundred accounts at a time', async ({
    open,
    admin,
    server,
  }) => {
    const page = await open('/admin/users', { as: admin });
    await expect(
      page.getByText('No verified backup yet. Set BACKUP_EVERY, or run npm run katydid -- backup.'),
    ).toBeVisible();
    await server.katydid('backup');
    await server.katydid('seed', '--bugs', '1', '--users', '120');
    const users = (await admin.call('GET', '/api/admin/users')).body as ManagedUser[];
    await button(page, 'Logout').click();
    await login(page, admin);
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await goWithin(page, '/admin/users');
    await expect(page.getByText('Last verified backup: a moment ago')).toBeVisible();
    await expect(button(page, 'Actions')).toHaveCount(100);
    await button(page, 'Show more').click();
    await expect(button(page, 'Actions')).toHaveCount(users.length);
    await expect(button(page, 'Show more')).toBeHidden();
  });
});

test.describe('Admin pages are for admins only', () => {
  const paths = ['/admin/users', '/admin/settings', '/admin/audit', '/admin/jobs', '/admin/times'];
  const refusal = (page: Page) => page.getByRole('heading', { name: 'Only admins can see this page' });
  const link = (page: Page) => bar(page).getByRole('link', { name: 'Admin', exact: true });

  test('each page says so to a user, and shows no data', async ({ open, ada, admin }) => {
    const page = await open('/', { as: ada });
    for (const path of paths)
      await test.step(path, async () => {
        await goWithin(page, path);
        await expect(refusal(page)).toBeVisible();
        await expect(page.getByText(admin.email)).toBeHidden();
        await page.getByRole('link', { name: 'Go to the dashboard' }).click();
        await expect(page).toHaveURL('/');
        await expect(refusal(page)).toBeHidden();
      });
  });

  // The same code refuses for all of them: one of each is enough.
  test('sign-in leads to them, and a demoted or signed-out admin leaves them', async ({
    open,
    admin,
    server,
  }) => {
    // The page learns of changes from its next call, not from the live stream.
    const page = await open('/admin/jobs', { live: false });
    await test.step('sign-in leads to the requested page', async () => {
      await expect(page).toHaveURL('/login');
      await login(page, admin);
      await expect(page).toHaveURL('/admin/jobs');
      const noJobs = page.getByText('No background jobs yet.');
      await expect(page.getByRole('row').nth(1).or(noJobs)).toBeVisible();
    });
    await test.step('after the session has ended, sign-in leads back to the page', async () => {
      const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
      expect((await call(admin.server, 'POST', '/api/users/logout', { token })).status).toBe(204);
      await goWithin(page, '/admin/audit');
      await expect(page.getByText('Your session has ended')).toBeVisible();
      await login(page, admin);
      await expect(page).toHaveURL('/admin/audit');
      await expect(page.getByRole('row').nth(1)).toBeVisible();
    });
    await test.step('after a demotion, the page says so, and the link disappears', async () => {
      await expect(link(page)).toBeVisible();
      await server.katydid('admin', 'revoke', admin.email);
      await goWithin(page, '/admin/users');
      await expect(refusal(page)).toBeVisible();
      await expect(link(page)).toBeHidden();
    });
  });
});
