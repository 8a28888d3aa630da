import type { Page, Request } from '@playwright/test';
import { expect, test } from './harness/fixtures.ts';
import {
  alert,
  button,
  chip,
  choose,
  countCalls,
  field,
  filterBy,
  goWithin,
  login,
  row,
} from './harness/screen.ts';

const specified =
  /^((GET|PUT) \/api\/users\/profile|POST \/api\/users\/(login|register)|GET \/api\/users|(GET|POST) \/api\/bugs|GET \/api\/bugs\/stats|(GET|PUT|DELETE) \/api\/bugs\/[\w-]{36})$/;

/** Collects the calls of the eleven addresses, as `GET /api/bugs?status=open`; those of additions are left out. */
function recorded(page: Page): { calls: string[]; requests: Request[] } {
  const [calls, requests] = [[] as string[], [] as Request[]];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    const call = `${request.method()} ${pathname}`;
    if (!specified.test(call)) return;
    calls.push(call + search);
    requests.push(request);
  });
  return { calls, requests };
}

/** Without the calls of other features to the same addresses: the palette, the lists of the dashboard. */
const asSpecified = (calls: readonly string[]) =>
  calls.filter((call) => /^[^?]*(\?(status|priority)=[\w-]+(&priority=[\w-]+)?)?$/.test(call));

const isIdle = (page: Page) => page.evaluate(() => new Promise((resolve) => requestIdleCallback(resolve)));

const planted = { status: 500, headers: { 'x-planted': '1' }, json: { message: 'Planted' } };

test('each screen loads exactly the specified addresses, and Retry repeats one call', async ({
  open,
  ada,
  bob,
}) => {
  const bug = await ada.files({ assignedTo: bob._id, priority: 'low' });
  const own = `/api/bugs/${bug._id}`;
  const profile = 'GET /api/users/profile';
  const page = await open('about:blank', { as: ada });
  const { calls } = recorded(page);
  const people = () => calls.filter((call) => call.startsWith('GET /api/users') && call !== profile);
  /** Loads a screen, which makes exactly these calls, apart from that of the profile. */
  const load = async (path: string, role: 'button' | 'heading', name: string, expected: string[]) => {
    await page.goto('about:blank');
    calls.length = 0;
    await page.goto(path);
    await expect(page.getByRole(role, { name, exact: true })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
    await isIdle(page);
    expect(asSpecified(calls).toSorted()).toEqual([...expected, profile].toSorted());
    if (path.startsWith('/bugs?') || path === '/bugs')
      expect(calls.filter((call) => call.startsWith('GET /api/bugs'))).toEqual(expected);
  };

  await test.step('Dashboard', () => load('/', 'heading', `Welcome, ${ada.name}!`, ['GET /api/bugs/stats']));
  await test.step('Bug List: the people are fetched by what opens a list of them', async () => {
    await load('/bugs', 'heading', 'Bug List', ['GET /api/bugs']);
    expect(people()).toEqual([]);
    await filterBy(page, 'Assigned to', bob.name);
    await expect(row(page, bug.title)).toBeVisible();
    await expect(page).toHaveURL(`/bugs?assignedTo=${bob._id}`);
    expect(people()).toHaveLength(1);
    await page.reload();
    await expect(chip(page, `Assigned to ${bob.name}`)).toBeVisible();
  });
  await test.step('with filters: and by a query that names one', async () => {
    const filters = 'status=open&priority=low';
    await load(`/bugs?${filters}`, 'heading', 'Bug List', [`GET /api/bugs?${filters}`]);
    expect(people()).toEqual([]);
    await field(page, 'Search').fill(`assignee:"${bob.name}"`);
    await expect(chip(page, `Assigned to ${bob.name}`)).toBeVisible();
  });
  await test.step('Bug Details, Create Bug and Profile', async () => {
    await load(`/bugs/${bug._id}`, 'button', 'Edit', [`GET ${own}`]);
    await load('/bugs/create', 'button', 'Create Bug', ['GET /api/users']);
    await load('/profile', 'button', 'Save Changes', []);
    expect(people()).toEqual([]);
  });
  await test.step('a failed call is repeated by Retry, and not behind its message', async () => {
    await page.route('**/api/bugs/stats', (route) => route.fulfill(planted), { times: 1 });
    const asked = countCalls(page, '/api/bugs/stats');
    await page.goto('/');
    const failed = alert(page, 'Failed to fetch dashboard statistics');
    await expect(failed).toBeVisible();
    // It is fetched after the code that lets the loader repeat the call.
    await expect(page.getByRole('heading', { name: 'Opened and resolved by week' })).toBeVisible();
    await button(page, 'Retry').click();
    await expect(failed).toHaveCount(0);
    await expect(page.getByText('Total Bugs')).toBeVisible();
    expect(asked).toHaveLength(2);
  });
});

test('from login on, each action calls only specified addresses, and failures show', async ({
  open,
  ada,
}) => {
  const title = `Filed ${crypto.randomUUID()}`;
  // Live updates ask for what has changed.
  const page = await open('/login', { live: false });
  const { calls, requests } = recorded(page);
  const next = async (action: () => Promise<void>) => {
    const begun = calls.length;
    await action();
    await isIdle(page);
    // Which addresses, not how often: a fetch ahead of a page may be cancelled and repeated.
    const called = [...new Set(asSpecified(calls.slice(begun)))];
    // The pointer may be above a row, whose bug is then fetched ahead.
    return called.filter((call) => !call.startsWith('GET /api/bugs/') || call.endsWith('/stats'));
  };

  await login(page, ada);
  await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
  await expect(page.getByRole('progressbar')).toHaveCount(0);
  // The live stream begins at the position of the profile.
  expect(asSpecified(calls).filter((call) => call !== 'GET /api/users/profile')).toEqual([
    'POST /api/users/login',
    'GET /api/bugs/stats',
  ]);

  const list = await next(async () => {
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
    await expect(page.getByRole('progressbar')).toHaveCount(0);
  });
  expect(list).toEqual(['GET /api/bugs']);
  const asked = requests.find(
    (request) => new URL(request.url()).pathname === '/api/bugs' && !request.url().includes('?'),
  );
  expect(asked?.headers()['prefer']).toBe('maxpagesize=100');
  const answered = (await asked?.response())?.headers();
  expect([answered?.['preference-applied'], answered?.['vary']]).toEqual([
    'maxpagesize=100',
    expect.stringContaining('Prefer'),
  ]);

  expect(
    await next(async () => {
      await page.getByRole('link', { name: 'Create Bug' }).click();
      await field(page, 'Title').fill(title);
      await field(page, 'Description').fill('It happens every time.');
    }),
  ).toEqual(['GET /api/users']);
  expect(
    await next(async () => {
      await button(page, 'Create Bug').click();
      await expect(row(page, title)).toBeVisible();
      await expect(page).toHaveURL('/bugs');
    }),
  ).toEqual(['POST /api/bugs', 'GET /api/bugs']);
  expect(
    await next(async () => {
      await choose(page, 'Priority', 'Medium');
      await expect(page).toHaveURL('/bugs?priority=medium');
      await expect(row(page, title)).toBeVisible();
    }),
  ).toEqual(['GET /api/bugs?priority=medium']);
  expect(
    await next(async () => {
      await goWithin(page, '/profile');
      await field(page, 'Name').fill('Ada of the Engine');
      await button(page, 'Save Changes').click();
      await expect(page.getByText('Profile updated successfully')).toBeVisible();
    }),
  ).toEqual(['PUT /api/users/profile']);

  await test.step('after a real login, a failure that is planted at a specified address is shown', async () => {
    const bug = await ada.files();
    await button(page, 'Logout').click();
    const failures = [
      ['/', '**/api/bugs/stats', 'Failed to fetch dashboard statistics'],
      ['/bugs', '**/api/bugs', 'Failed to fetch bugs'],
      [`/bugs/${bug._id}`, `**/api/bugs/${bug._id}`, 'Failed to fetch bug details'],
      ['/bugs/create', '**/api/users', 'Failed to fetch users'],
    ] as const;
    for (const [, address] of failures) await page.route(address, (route) => route.fulfill(planted));
    await expect(page).toHaveURL('/login');
    await login(page, ada);
    for (const [path, , failure] of failures) {
      if (path !== '/') await goWithin(page, path);
      await expect(alert(page, failure)).toContainText('Planted');
    }
    await page.goto('/bugs');
    await expect(alert(page, 'Failed to fetch bugs')).toContainText('Planted');
  });
});
