import type { Page } from '@playwright/test';
import {
  alert,
  button,
  chip,
  choose,
  countCalls,
  field,
  figure,
  filterBy,
  goWithin,
  login,
  row,
  rows,
  select,
} from '#e2e/harness/screen.ts';
import { expect, test } from '#e2e/harness/specification-fixtures.ts';

const unknownId = 'f'.repeat(24);
const savedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));
const main = (page: Page) => page.getByRole('main');
const fact = (page: Page, label: RegExp) => main(page).getByText(label).locator('..');

/** Elements of the screens that need calls beyond the specification. */
async function expectNoAdditions(page: Page): Promise<void> {
  for (const name of ['Live: changes appear automatically', 'Connecting', 'Not connected'])
    await expect(page.getByRole('img', { name })).toHaveCount(0);
  for (const name of [/^Sessions|signed in/i, /by week/, /^Activity/, /Recently updated/, /First steps/])
    await expect(page.getByRole('heading', { name })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Users', exact: true })).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(main(page).getByRole('progressbar')).toHaveCount(0);
  await expect(main(page).getByText(/#\d|undefined|Invalid Date/)).toHaveCount(0);
}

test('the main job works from registration to logout', async ({ open, server, bob }) => {
  const page = await open('/');
  await expect(page).toHaveURL(/\/login/);
  await main(page).getByRole('link', { name: 'Register' }).click();
  await field(page, 'Name').fill('Grace');
  await field(page, 'Email').fill('grace@example.com');
  await field(page, 'Password').fill('pw');
  await field(page, 'Confirm Password').fill('pw');
  await button(page, 'Register').click();
  await expect(page.getByRole('heading', { name: 'Welcome, Grace!' })).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await savedToken(page)).toBe(server.users.find(({ name }) => name === 'Grace')?.token);
  await expect.poll(() => figure(page, 'Total Bugs')).toBe('0');
  await expectNoAdditions(page);

  await page.getByRole('link', { name: 'Create Bug' }).click();
  await field(page, 'Title').fill('A moth');
  await field(page, 'Description').fill('In relay 70');
  await choose(page, 'Priority', 'High');
  await choose(page, 'Assign To', 'Bob');
  await button(page, 'Create Bug').click();
  await expect(row(page, 'A moth')).toContainText('Bob');
  expect(server.bodiesOf('POST /api/bugs')).toEqual([
    { title: 'A moth', description: 'In relay 70', status: 'open', priority: 'high', assignedTo: bob._id },
  ]);
  await button(page, 'Create New Bug').click();
  await field(page, 'Title').fill('A second');
  await field(page, 'Description').fill('Unlike the first');
  await button(page, 'Create Bug').click();
  await expect(rows(page)).toHaveCount(2);
  expect(server.bodiesOf('POST /api/bugs')[1]).toMatchObject({ assignedTo: null });

  const columns = ['Title', 'Status', 'Priority', 'Assigned To', 'Created By', 'Created At', 'Actions'];
  for (const name of columns) await expect(page.getByRole('columnheader', { name })).toBeVisible();
  await expect(row(page, 'A second')).toContainText(/Open.*Medium.*Unassigned.*Grace.*2026/);
  await expectNoAdditions(page);
  await choose(page, 'Priority', 'High');
  await expect(rows(page)).toHaveCount(1);
  // The loaded bugs are filtered before the call arrives; then the bug under the pointer may be asked for ahead.
  await expect.poll(() => server.calls).toContain('GET /api/bugs?priority=high');
  await choose(page, 'Priority', 'All');
  await choose(page, 'Status', 'Resolved');
  await expect(main(page).getByText('No bugs match Status: Resolved.')).toBeVisible();
  await choose(page, 'Status', 'All');
  await expect(rows(page)).toHaveCount(2);
  const calls = countCalls(page, '/api/bugs');
  await field(page, 'Search').fill('RELAY');
  await expect(rows(page)).toHaveCount(1);
  expect(calls).toHaveLength(0);

  await row(page, 'A moth').getByRole('link', { name: 'View' }).click();
  const id = String(server.bugs[0]?._id);
  await expect(page).toHaveURL(`/bugs/${id}`);
  await expect(fact(page, /^created by/i)).toContainText('Grace');
  await expect(fact(page, /^assigned to/i)).toContainText('Bob');
  await expectNoAdditions(page);
  await button(page, 'Edit').click();
  await field(page, 'Title').fill('A moth, taped into the log');
  await choose(page, 'Status', 'In Progress');
  await choose(page, 'Assigned To', 'Unassigned');
  await button(page, 'Save Changes').click();
  await expect(page.getByRole('heading', { name: 'A moth, taped into the log' })).toBeVisible();
  await expect(button(page, 'Edit')).toBeVisible();
  await expect(fact(page, /^assigned to/i)).toContainText('Unassigned');
  await expect(main(page).getByText('In Progress', { exact: true })).toBeVisible();
  expect(server.bodiesOf(`PUT /api/bugs/${id}`)).toEqual([
    {
      title: 'A moth, taped into the log',
      description: 'In relay 70',
      status: 'in-progress',
      priority: 'high',
      assignedTo: '',
    },
  ]);

  await page.reload();
  await expect(page.getByRole('heading', { name: 'A moth, taped into the log' })).toBeVisible();
  await button(page, 'Delete').click();
  await button(page.getByRole('dialog', { name: 'Delete Bug' }), 'Delete').click();
  await expect(page).toHaveURL('/bugs');
  await expect(rows(page)).toHaveCount(1);
  await row(page, 'A second')
    .getByRole('button', { name: /^Delete/ })
    .click();
  await button(page.getByRole('dialog', { name: 'Confirm Delete' }), 'Delete').click();
  await expect(main(page).getByText('No bugs have been filed yet.')).toBeVisible();
  expect(server.bugs).toEqual([]);

  await button(page, 'Logout').click();
  await expect(page).toHaveURL('/login');
  expect(await savedToken(page)).toBeNull();
  // The pages before sign-in request the mode of registration, whose answer shows whether there are additions.
  expect(server.unspecified.filter((call) => !call.startsWith('GET /api/users/registration'))).toEqual([]);
});

test('the dashboard counts, and lists filter by people and sort without the back end', async ({
  open,
  server,
  ada,
  bob,
}) => {
  server.addBug(ada, { title: 'First', status: 'resolved', assignedTo: bob._id });
  server.addBug(bob, { title: 'Second', status: 'in-progress', assignedTo: ada._id });
  server.addBug(ada, { title: 'Third', priority: 'low' });
  // A fresh start shows all that the screen calls.
  const page = await open('/', ada, { fresh: true });
  await expect(page.getByRole('heading', { name: 'Welcome, Ada!' })).toBeVisible();
  for (const [label, count] of [
    ['Total Bugs', '3'],
    ['Open Bugs', '1'],
    ['In Progress', '1'],
    ['Resolved', '1'],
    ['Bugs Assigned to Me', '1'],
  ] as const)
    await expect.poll(() => figure(page, label)).toBe(count);
  await expectNoAdditions(page);
  expect(new Set(server.calls)).toEqual(new Set(['GET /api/users/profile', 'GET /api/bugs/stats']));

  await goWithin(page, '/bugs');
  const titles = rows(page).locator('.title a');
  await expect(titles).toHaveText(['First', 'Second', 'Third']);
  await filterBy(page, 'Assigned to', 'Me');
  await expect(titles).toHaveText(['Second']);
  await filterBy(page, 'Assigned to', 'Me');
  await filterBy(page, 'Assigned to', 'Bob');
  await expect(titles).toHaveText(['First']);
  await page.reload();
  await expect(titles).toHaveText(['First']);
  await chip(page, 'Assigned to Bob').press('Delete');
  await page.getByRole('columnheader', { name: 'Title' }).getByRole('button').click();
  await expect(titles).toHaveText(['First', 'Second', 'Third']);
  await titles.nth(1).click();
  await expect(page.getByText('2 of 3')).toBeVisible();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill('third');
  await page.getByRole('option', { name: 'Third' }).click();
  await expect(page.getByRole('heading', { name: 'Third' })).toBeVisible();
});

test('missing and additional fields are taken as they come', async ({ open, server, ada, bob }) => {
  bob.role = 'moderator';
  const odd = server.addBug(ada, { title: 'Odd', createdBy: null });
  delete odd.assignedTo;
  const full = { email: 'x@example.com', __v: 0 };
  const filled = server.addBug(ada, {
    title: 'Filled',
    assignedTo: { _id: bob._id, name: 'Bob', ...full },
    createdBy: { _id: ada._id, name: 'Ada', ...full },
  });
  server.addBug(ada, { title: 'Nameless', assignedTo: 'e'.repeat(24) });
  const page = await open('/bugs', bob);
  await expect(row(page, 'Odd')).toContainText(/Unassigned.*Unknown.*2026/);
  await expect(row(page, 'Filled')).toContainText(/Bob.*Ada/);
  await expect(row(page, 'Nameless')).toContainText('Unknown');
  // An unknown role gives no rights.
  await expect(page.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await goWithin(page, `/bugs/${odd._id}`);
  await expect(fact(page, /^created at/i)).toContainText('01/01/2026');
  await expect(button(page, 'Edit')).toBeHidden();
  await goWithin(page, `/bugs/${filled._id}`);
  await expect(page.getByRole('heading', { name: 'Filled' })).toBeVisible();

  // Not from one directly to the next, which looks the same.
  const goFromProfile = async (address: string) => {
    await goWithin(page, '/profile');
    await expect(page.getByRole('heading', { name: 'Profile Settings' })).toBeVisible();
    await goWithin(page, address);
  };
  for (const address of [`/bugs/${unknownId}`, '/bugs/300']) {
    await goFromProfile(address);
    await expect(page.getByRole('heading', { name: 'Bug not found' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveCount(0);
  }
  expect(server.calls).toContain('GET /api/bugs/300');
  // Of another bug: nothing is known of it yet.
  const gone = 'd'.repeat(24);
  server.plan(`GET /api/bugs/${gone}`, 404, { message: 'Not here' });
  await goFromProfile(`/bugs/${gone}`);
  await expect(page.getByRole('heading', { name: 'Bug not found' })).toBeVisible();

  await test.step('an empty answer without a length', async () => {
    const bug = server.addBug(ada, { title: 'Emptied' });
    await page.route(`**/api/bugs/${bug._id}`, (route) => route.fulfill({ body: '' }));
    await goFromProfile(`/bugs/${bug._id}`);
    await expect(main(page).getByText('Bug not found')).toBeVisible();
    await page.unrouteAll();
  });

  await button(page, 'Logout').click();
  await expect(button(page, 'Login')).toBeVisible();
  const root = server.addUser('Root', { role: 'admin' });
  await login(page, root);
  await expect(page.getByRole('heading', { name: 'Welcome, Root!' })).toBeVisible();
  await goWithin(page, `/bugs/${odd._id}`);
  await expect(button(page, 'Edit')).toBeVisible();
  await expectNoAdditions(page);
  await goWithin(page, '/admin/users');
  await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
});

test('Login and Register show every message', async ({ open, server, ada }) => {
  const page = await open('/login');
  await button(page, 'Login').click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await expect(page.getByText('Password is required')).toBeVisible();
  await field(page, 'Email').fill('ada');
  await button(page, 'Login').click();
  await expect(page.getByText('Invalid email format')).toBeVisible();
  await login(page, { email: ada.email, password: 'wrong' });
  await expect(alert(page, 'Invalid credentials')).toContainText('Invalid email or password');
  for (const [body, text] of [
    [{ message: 'Closed for today' }, 'Closed for today'],
    [undefined, 'Login failed'],
  ] as const) {
    server.plan('POST /api/users/login', 500, body);
    await login(page, ada);
    await expect(alert(page, 'Login failed')).toContainText(text);
  }
  server.restore('POST /api/users/login');

  await main(page).getByRole('link', { name: 'Register' }).click();
  await field(page, 'Name').fill('Second');
  await field(page, 'Email').fill(ada.email);
  await field(page, 'Password').fill('pw');
  await field(page, 'Confirm Password').fill('other');
  await button(page, 'Register').click();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await field(page, 'Confirm Password').fill('pw');
  await button(page, 'Register').click();
  await expect(alert(page, 'Failed to create account')).toContainText('User already exists');
  for (const [status, body] of [
    [400, {}],
    [500, { message: 'Not for people' }],
  ] as const) {
    server.plan('POST /api/users/register', status, body);
    await button(page, 'Register').click();
    await expect(alert(page, 'Failed to create account')).toContainText('Registration failed');
  }
  expect(server.calls.filter((call) => call.includes('registration')).length).toBeLessThanOrEqual(1);
});

test('Profile shows every message and updates the signed-in user', async ({ open, server, ada }) => {
  const page = await open('/profile', ada);
  await expect(field(page, 'Email')).toHaveValue(ada.email);
  await expectNoAdditions(page);
  for (const [body, text] of [
    [{ message: 'Name is odd' }, 'Name is odd'],
    [undefined, 'Profile update failed'],
  ] as const) {
    server.plan('PUT /api/users/profile', 400, body);
    await button(page, 'Save Changes').click();
    await expect(alert(page, 'Failed to update profile')).toContainText(text);
  }
  server.restore('PUT /api/users/profile');
  await field(page, 'New Password').fill('new');
  await button(page, 'Save Changes').click();
  await expect(page.getByText('New passwords do not match')).toBeVisible();
  await expect(page.getByText('Current password is required to change password')).toBeVisible();
  await field(page, 'Confirm New Password').fill('new');
  await field(page, 'Current Password').fill('wrong');
  await button(page, 'Save Changes').click();
  await expect(alert(page, 'Failed to update profile')).toContainText('Wrong current password');
  await field(page, 'Current Password').fill('secret');
  await field(page, 'Name').fill('Ada L.');
  await button(page, 'Save Changes').click();
  await expect(page.getByText('Profile updated successfully')).toBeVisible();
  expect(ada.password).toBe('new');
  expect(await savedToken(page)).toBe(ada.token);
  await goWithin(page, '/');
  await expect(page.getByRole('heading', { name: 'Welcome, Ada L.!' })).toBeVisible();

  ada.token = 'another';
  await page.reload();
  await expect(button(page, 'Login')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  await expect(page.getByText(/session has ended/i)).toHaveCount(0);
  expect(await savedToken(page)).toBeNull();
});

test('every other failure is shown, with a message of the server and without', async ({
  open,
  server,
  ada,
}) => {
  const bug = server.addBug(ada);
  const page = await open('/profile', ada);
  const own = `/api/bugs/${bug._id}`;
  const said = { message: 'The disk is full' };

  for (const [address, call, title] of [
    ['/', 'GET /api/bugs/stats', 'Failed to fetch dashboard statistics'],
    ['/bugs', 'GET /api/bugs', 'Failed to fetch bugs'],
    [`/bugs/${bug._id}`, `GET ${own}`, 'Failed to fetch bug details'],
    ['/bugs/create', 'GET /api/users', 'Failed to fetch users'],
  ] as const) {
    server.plan(call, 500, said);
    await goWithin(page, address);
    await expect(alert(page, title)).toContainText(said.message);
    server.plan(call, 500);
    await button(page, 'Retry').click();
    await expect(alert(page, title)).toContainText('500');
    server.restore(call);
  }

  await field(page, 'Title').fill('New');
  await button(page, 'Create Bug').click();
  await expect(page.getByText('Description is required')).toBeVisible();
  await field(page, 'Description').fill('Text');
  for (const body of [said, undefined]) {
    server.plan('POST /api/bugs', 400, body);
    await button(page, 'Create Bug').click();
    await expect(alert(page, 'Failed to create bug')).toContainText(body?.message ?? '400');
  }
  await page.evaluate(() => localStorage.removeItem('token'));
  await button(page, 'Create Bug').click();
  await expect(alert(page, 'Authentication token not found')).toBeVisible();
  await page.evaluate((token) => localStorage.setItem('token', token), ada.token);

  await goWithin(page, `/bugs/${bug._id}`);
  server.plan(`PUT ${own}`, 500, said);
  server.plan(`DELETE ${own}`, 500, said);
  await button(page, 'Edit').click();
  await expect(select(page, 'Status')).toBeVisible();
  await field(page, 'Title').fill('Changed');
  await button(page, 'Save Changes').click();
  await expect(alert(page, 'Failed to update bug')).toContainText(said.message);
  await expect(field(page, 'Title')).toHaveValue('Changed');
  await button(page, 'Delete').click();
  await button(page.getByRole('dialog'), 'Delete').click();
  await expect(alert(page, 'Failed to delete bug')).toContainText(said.message);
  await goWithin(page, '/bugs');
  await row(page, bug.title)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await button(page.getByRole('dialog'), 'Delete').click();
  await expect(alert(page, 'Failed to delete bug')).toContainText(said.message);
  expect(server.bugs).toHaveLength(1);
});

test('bugs keep their order until a column is chosen, and unknown values are shown', async ({
  open,
  server,
  ada,
}) => {
  const titles = ['Beta', 'Delta', 'Alpha', 'Gamma'];
  for (const title of titles) server.addBug(ada, { title });
  server.bugs.push(server.bugs.shift()!);
  server.bugs[1] = { ...server.bugs[1]!, status: 'waiting', priority: 'urgent' };
  const page = await open('/bugs', ada);
  const order = async () =>
    (await rows(page).allInnerTexts()).map((text) => [...titles, ''].find((title) => text.includes(title)));
  await expect(rows(page)).toHaveCount(4);
  expect(await order()).toEqual(['Delta', 'Alpha', 'Gamma', 'Beta']);
  await expect(row(page, 'Alpha')).toContainText(/waiting.*urgent/);
  await expect(page.getByRole('columnheader', { name: 'Created At' })).toHaveAttribute('aria-sort', 'none');
  const created = page.getByRole('columnheader', { name: 'Created At' }).getByRole('button');
  await created.click();
  await expect.poll(order).toEqual(['Gamma', 'Alpha', 'Delta', 'Beta']);
  await created.click();
  await expect.poll(order).toEqual(['Beta', 'Delta', 'Alpha', 'Gamma']);
  await row(page, 'Alpha').getByRole('link', { name: 'View' }).click();
  await expect(main(page).getByText('waiting', { exact: true })).toBeVisible();
});
