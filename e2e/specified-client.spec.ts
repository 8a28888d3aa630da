import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import type { Page, Request } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, field } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

/** The calls of the specification, with the names that their query and their body have. */
const specified = [
  /^GET \/api\/users\/profile \[\] \[\]$/,
  /^POST \/api\/users\/login \[\] \[email,password\]$/,
  /^POST \/api\/users\/register \[\] \[name,email,password\]$/,
  /^PUT \/api\/users\/profile \[\] \[name,email(,currentPassword,newPassword)?\]$/,
  /^GET \/api\/bugs\/stats \[\] \[\]$/,
  /^GET \/api\/bugs \[(status)?,?(priority)?\] \[\]$/,
  /^GET \/api\/bugs\/[\w-]+ \[\] \[\]$/,
  /^PUT \/api\/bugs\/[\w-]+ \[\] \[title,description,status,priority,assignedTo\]$/,
  /^DELETE \/api\/bugs\/[\w-]+ \[\] \[\]$/,
  /^POST \/api\/bugs \[\] \[title,description,status,priority,assignedTo\]$/,
  /^GET \/api\/users \[\] \[\]$/,
];

function shown(request: Request): string {
  const { pathname, searchParams } = new URL(request.url());
  const body = Object.keys((request.postDataJSON() as object | null) ?? {});
  return `${request.method()} ${pathname} [${[...searchParams.keys()].join()}] [${body.join()}]`;
}

/** Serves the client on an origin of its own: another site than the API, not only another port. */
async function serveClient() {
  let api = '';
  const html = readFileSync(path.join(import.meta.dirname, 'harness/specified-client.html'), 'utf8');
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html.replace('__API__', api));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://localhost:${(server.address() as AddressInfo).port}`,
    callTo: (url: string) => (api = url),
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const title = (page: Page, name: string) => page.getByRole('heading', { name, exact: true });
const line = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text });
const savedToken = (page: Page) => page.evaluate(() => localStorage.getItem('token'));

async function choose(page: Page, label: string, option: string): Promise<void> {
  await field(page, label).selectOption({ label: option });
}

async function signIn(page: Page, email: string, password: string): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await button(page, 'Login').click();
}

async function create(page: Page, bug: { title: string; description: string; assignTo?: string }) {
  await button(page, 'Create New Bug').click();
  await field(page, 'Title').fill(bug.title);
  await field(page, 'Description').fill(bug.description);
  await choose(page, 'Priority', bug.assignTo === undefined ? 'Low' : 'High');
  await choose(page, 'Assign To', bug.assignTo ?? 'Unassigned');
  await button(page, 'Create Bug').click();
  await expect(title(page, 'Bug List')).toBeVisible();
}

test('a specification-only client works from another origin and after a new password', async ({
  open,
  server,
}) => {
  const client = await serveClient();
  await server.restart({ ALLOWED_ORIGINS: client.origin, COMMON_PASSWORDS: 'allow' });
  client.callTo(server.url);
  const page = await open('/', { web: client.origin });
  const calls: Request[] = [];
  page.on('request', (request) => {
    if (request.url().startsWith(server.url)) calls.push(request);
  });
  const email = 'grace@example.com';

  await test.step('register', async () => {
    await expect(page).toHaveURL('/login');
    await page.getByRole('link', { name: 'Register' }).click();
    await field(page, 'Name').fill('Grace');
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill('password123');
    await field(page, 'Confirm Password').fill('password123');
    await button(page, 'Register').click();
    await expect(title(page, 'Welcome, Grace!')).toBeVisible();
    await expect(page.getByText('Total Bugs: 0')).toBeVisible();
  });

  await test.step('create, list, filter and search', async () => {
    await page.getByRole('link', { name: 'Bugs' }).click();
    await create(page, { title: 'A moth', description: 'In relay 70', assignTo: 'Grace' });
    await create(page, { title: 'A second', description: 'Unlike the first' });
    await expect(line(page, 'A moth')).toContainText('Grace');
    await expect(line(page, 'A second')).toContainText('Unassigned');
    await choose(page, 'Priority', 'High');
    await expect(page.getByRole('row')).toHaveCount(1);
    await choose(page, 'Status', 'Resolved');
    await expect(page.getByRole('row')).toHaveCount(0);
    await choose(page, 'Status', 'All');
    await expect(page.getByRole('row')).toHaveCount(1);
    await choose(page, 'Priority', 'All');
    await expect(page.getByRole('row')).toHaveCount(2);
    await field(page, 'Search').fill('RELAY');
    await expect(page.getByRole('row')).toHaveCount(1);
  });

  await test.step('view, edit with five fields, and delete on the details', async () => {
    await line(page, 'A moth').getByRole('link', { name: 'View' }).click();
    await expect(page.getByText('Created by Grace, assigned to Grace')).toBeVisible();
    await button(page, 'Edit').click();
    await field(page, 'Title').fill('A moth, taped into the log');
    await choose(page, 'Status', 'In Progress');
    await button(page, 'Save Changes').click();
    await expect(title(page, 'A moth, taped into the log')).toBeVisible();
    await expect(page.getByText('In Progress, High: In relay 70')).toBeVisible();
    await page.goto('/');
    for (const count of [
      'Total Bugs: 2',
      'Open Bugs: 1',
      'In Progress: 1',
      'Resolved: 0',
      'Bugs Assigned to Me: 1',
    ])
      await expect(page.getByText(count)).toBeVisible();
    await page.getByRole('link', { name: 'Bugs' }).click();
    await line(page, 'A moth').getByRole('link', { name: 'View' }).click();
    await button(page, 'Delete').click();
    await button(page.getByRole('dialog', { name: 'Delete Bug' }), 'Delete').click();
    await expect(title(page, 'Bug List')).toBeVisible();
  });

  await test.step('delete on the list', async () => {
    await expect(page.getByRole('row')).toHaveCount(1);
    await line(page, 'A second').getByRole('button', { name: 'Delete' }).click();
    await button(page.getByRole('dialog', { name: 'Confirm Delete' }), 'Delete').click();
    await expect(page.getByRole('row')).toHaveCount(0);
  });

  await test.step('a new name, and a new password: the token that is kept stays alive', async () => {
    const token = await savedToken(page);
    await page.getByRole('link', { name: 'Profile' }).click();
    await field(page, 'Name').fill('Grace Hopper');
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('status')).toHaveText('Profile updated successfully');
    await field(page, 'Current Password').fill('wrong password');
    await field(page, 'New Password').fill('password1234');
    await field(page, 'Confirm New Password').fill('password1234');
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('alert')).toHaveText('Current password is incorrect');
    await field(page, 'Current Password').fill('password123');
    await button(page, 'Save Changes').click();
    // The form is shown anew once it is saved.
    await expect(field(page, 'New Password')).toHaveValue('');
    await expect(page.getByRole('status')).toHaveText('Profile updated successfully');
    await page.goto('/');
    await expect(title(page, 'Welcome, Grace Hopper!')).toBeVisible();
    expect(await savedToken(page)).toBe(token);
  });

  await test.step('logout, a wrong password, and login with the new one', async () => {
    await button(page, 'Logout').click();
    await expect(page).toHaveURL('/login');
    expect(await savedToken(page)).toBeNull();
    const refused = page.waitForResponse((answer) => answer.url().endsWith('/api/users/login'));
    await signIn(page, email, 'password123');
    expect((await refused).status()).toBe(401);
    await expect(page.getByRole('alert')).toHaveText('Invalid credentials: Invalid email or password');
    await signIn(page, email, 'password1234');
    await expect(title(page, 'Welcome, Grace Hopper!')).toBeVisible();
  });

  const made = calls.map(shown);
  expect(made.filter((one) => !specified.some((pattern) => pattern.test(one)))).toEqual([]);
  expect(specified.filter((pattern) => !made.some((one) => pattern.test(one)))).toEqual([]);
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['token']);
  await client.close();
});
