import type { Page } from '@playwright/test';
import { listLikelyDuplicates } from '#contract/bugs/likely-duplicates.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call } from '#e2e/harness/person.ts';
import {
  alert,
  button,
  countCalls,
  field,
  goWithin,
  holdBack,
  login,
  nextCall,
  row,
} from '#e2e/harness/screen.ts';

const savedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

test.describe('Session', () => {
  test('without a token, every screen leads to /login without a request', async ({ open }) => {
    const page = await open('about:blank');
    const calls = countCalls(page, '/api/users/profile');
    const id = '0190a0a0-0000-7000-8000-000000000000';
    for (const path of ['/', '/bugs', '/bugs/create', '/profile', `/bugs/${id}`])
      await test.step(path, async () => {
        if (path === '/') await page.goto(path);
        else await goWithin(page, path);
        await expect(page).toHaveURL('/login');
        await expect(button(page, 'Login')).toBeVisible();
      });
    expect(calls).toHaveLength(0);
  });

  test('every screen shows "Loading..." until the profile of a saved token is there', async ({
    open,
    ada,
  }) => {
    const page = await open('about:blank', { as: ada });
    for (const path of ['/bugs/create', '/'])
      await test.step(path, async () => {
        const release = await holdBack(page, 'GET', '/api/users/profile');
        const profile = nextCall(page, 'GET', '/api/users/profile');
        await page.goto(path);
        expect((await profile).headers()['authorization']).toBe(`Bearer ${ada.token}`);
        await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
        await expect(page.getByRole('heading')).toBeHidden();
        release();
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page).toHaveURL(path);
        await page.unrouteAll();
      });
    await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
  });

  test('a token is saved at login, outlives a reload, and ends at Logout', async ({ open, ada, bob }) => {
    const page = await open('/login');
    await login(page, ada);
    await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
    const token = String(await savedToken(page));
    expect(token).toMatch(/^[\w-]{43}$/);
    const everything = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(everything).not.toContain(ada.email);
    expect(everything).not.toContain(ada.name);
    await test.step('a reload keeps the session', async () => {
      await page.reload();
      await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
      await expect(page).toHaveURL('/');
    });
    await test.step('Logout ends the session here and on the server', async () => {
      await page.getByRole('link', { name: 'Profile' }).click();
      await expect(field(page, 'Email')).toHaveValue(ada.email);
      await page.getByRole('link', { name: 'Bugs', exact: true }).click();
      await expect(page).toHaveURL('/bugs');
      const logout = nextCall(page, 'POST', '/api/users/logout');
      await button(page, 'Logout').click();
      await expect(page).toHaveURL('/login');
      expect(await savedToken(page)).toBeNull();
      expect((await (await logout).response())?.status()).toBe(204);
      expect((await call(ada.server, 'GET', '/api/users/profile', { token })).status).toBe(401);
      await page.goBack();
      await expect(button(page, 'Login')).toBeVisible();
    });
    await test.step('another user sees nothing of the first', async () => {
      await goWithin(page, '/login');
      await login(page, bob);
      await expect(page).toHaveURL('/');
      await expect(page.getByText(`Welcome, ${bob.name}!`)).toBeVisible();
      await page.getByRole('link', { name: 'Profile' }).click();
      await expect(field(page, 'Email')).toHaveValue(bob.email);
    });
  });

  test('an invalid token, or a profile that cannot be fetched, signs out silently', async ({ open, ada }) => {
    const page = await open('about:blank', { as: ada });
    await test.step('the profile cannot be fetched', async () => {
      await page.route('**/api/users/profile', (route) => route.abort());
      await page.goto('/');
      await expect(button(page, 'Login')).toBeVisible();
      await expect(page.getByRole('alert')).toBeHidden();
      expect(await savedToken(page)).toBeNull();
      await page.unrouteAll();
    });
    await test.step('the token is invalid', async () => {
      await ada.endsSession();
      await page.evaluate((token) => localStorage.setItem('token', token), ada.token);
      await page.goto('/bugs');
      await expect(button(page, 'Login')).toBeVisible();
      await expect(page.getByRole('alert')).toBeHidden();
      await expect(page.getByText(/session has ended/i)).toBeHidden();
      expect(await savedToken(page)).toBeNull();
    });
  });

  test('sign-in returns to the requested address, but not after a new visit', async ({ open, ada }) => {
    const bug = await ada.files({ status: 'resolved' });
    const asked = `/bugs?status=resolved&q=${encodeURIComponent(bug.title)}`;
    const page = await open(asked, { fresh: true });
    const link = (within: 'main' | 'navigation', name: string) =>
      page.getByRole(within).getByRole('link', { name }).click();
    await expect(page).toHaveURL('/login');
    await page.reload();
    for (const within of ['main', 'navigation'] as const) {
      await link(within, 'Register');
      await expect(page).toHaveURL('/register');
      await link(within, 'Login');
      await expect(page).toHaveURL('/login');
    }
    await link('main', 'Register');
    await page.goBack();
    await expect(page).toHaveURL('/login');
    await login(page, ada);
    await expect(row(page, bug.title)).toBeVisible();
    const { pathname, searchParams } = new URL(page.url());
    expect([pathname, searchParams.get('status'), searchParams.get('q')]).toEqual([
      '/bugs',
      'resolved',
      bug.title,
    ]);
    await test.step('after a new visit, sign-in leads to /', async () => {
      await page.evaluate(() => localStorage.removeItem('token'));
      await page.goto('/profile');
      await expect(page).toHaveURL('/login');
      await page.goto('/register');
      await page.goto('/login');
      await login(page, ada);
      await expect(page).toHaveURL('/');
    });
  });

  test('Register returns to the requested address', async ({ open }) => {
    const page = await open('/bugs/create');
    await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
    await expect(page).toHaveURL('/register');
    await field(page, 'Name').fill('Grace');
    await field(page, 'Email').fill(`${crypto.randomUUID()}@example.com`);
    await field(page, 'Password').fill('correct-leaf-7-battery');
    await field(page, 'Confirm Password').fill('correct-leaf-7-battery');
    await button(page, 'Register').click();
    await expect(page).toHaveURL('/bugs/create');
  });

  test('/login and /register lead to /, even if an old link names another site', async ({ open, ada }) => {
    const page = await open(`/login?returnTo=${encodeURIComponent('//evil.example')}`);
    await login(page, ada);
    await expect(page).toHaveURL('/');
    await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
    await test.step('/login and /register redirect signed-in users to /', async () => {
      await goWithin(page, '/profile');
      await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
      await goWithin(page, '/login');
      await expect(page).toHaveURL('/');
      await goWithin(page, '/profile');
      await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
      await goWithin(page, '/register');
      await expect(page).toHaveURL('/');
    });
  });

  test('signing out in one tab signs out the other', async ({ open, ada }) => {
    const page = await open('/profile', { as: ada });
    const other = await page.context().newPage();
    await other.goto('/bugs');
    await button(other, 'Logout').click();
    await expect(button(page, 'Login')).toBeVisible();
  });

  test('a request is not sent as another user who has signed in meanwhile', async ({ open, ada, bob }) => {
    const page = await open('/bugs/create', { as: ada, live: false });
    // Another call would end the session as well, and leave the page.
    await page.route(
      (url) => url.pathname === listLikelyDuplicates.path,
      (route) => route.fulfill({ json: [] }),
    );
    await field(page, 'Title').fill('By Ada');
    await field(page, 'Description').fill('And by nobody else');
    await page.route('**/api/bugs', async (route) => {
      if (route.request().method() === 'POST') {
        await ada.endsSession();
        await page.evaluate((token) => localStorage.setItem('token', token), bob.token);
      }
      await route.fallback();
    });
    const answer = page.waitForResponse((response) => response.request().method() === 'POST');
    await button(page, 'Create Bug').click();
    expect((await answer).status()).toBe(401);
    await expect(alert(page, 'Failed to create bug')).toBeVisible();
    expect((await bob.call('GET', '/api/bugs?createdBy=me')).body).toEqual([]);
  });

  test('a session that ends on the server signs out at the next call, once, and says so', async ({
    open,
    ada,
  }) => {
    const page = await open('/profile', { as: ada, live: false });
    await expect(field(page, 'Email')).toHaveValue(ada.email);
    // Not before the click: a call that the page makes by itself would sign out first, and return to another page.
    await page.route(
      (url) => url.pathname === '/api/bugs',
      async (route) => {
        await ada.endsSession();
        await route.continue();
      },
      { times: 1 },
    );
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(page).toHaveURL('/login');
    await expect(page.getByText(/session has ended/i)).toHaveCount(1);
    expect(await savedToken(page)).toBeNull();
    await login(page, ada);
    await expect(page).toHaveURL('/bugs');
    await expect(page.getByText(/session has ended/i)).toBeHidden();
  });

  test('a 401 of any other call fails its screen and ends no session', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open('/profile', { as: ada });
    await expect(field(page, 'Email')).toHaveValue(ada.email);
    const refused = { status: 401, json: { message: 'Not now' } };
    await page.route('**/api/**', (route) =>
      new URL(route.request().url()).pathname === '/api/users/profile' && route.request().method() === 'GET'
        ? route.fallback()
        : route.fulfill(refused),
    );
    await field(page, 'Name').fill('Another');
    await button(page, 'Save Changes').click();
    await expect(alert(page, 'Failed to update profile')).toContainText('Not now');
    for (const [path, title] of [
      ['/', 'Failed to fetch dashboard statistics'],
      ['/bugs', 'Failed to fetch bugs'],
      [`/bugs/${bug._id}`, 'Failed to fetch bug details'],
      ['/bugs/create', 'Failed to fetch users'],
    ] as const)
      await test.step(path, async () => {
        await goWithin(page, path);
        await expect(page.getByText(title, { exact: true }).first()).toBeVisible();
        await expect(page).toHaveURL(path);
        expect(await savedToken(page)).toBe(ada.token);
      });
  });
});
