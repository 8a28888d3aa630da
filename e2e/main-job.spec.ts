import { expect, test } from '#e2e/harness/fixtures.ts';
import { password } from '#e2e/harness/person.ts';
import { button, choose, field, row, rows } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

test('the main job: register, file, assign, filter, edit, restart the server, delete', async ({
  open,
  server,
  bob,
}) => {
  const page = await open('/');
  await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
  await field(page, 'Name').fill('Grace Hopper');
  await field(page, 'Email').fill('grace@example.com');
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
  await button(page, 'Register').click();
  await expect(page.getByRole('heading', { name: 'Welcome, Grace Hopper!' })).toBeVisible();

  await page.getByRole('link', { name: 'Create Bug' }).click();
  await field(page, 'Title').fill('A moth in relay 70');
  await field(page, 'Description').fill('Panel F.\nFirst actual case of a bug being found.');
  await choose(page, 'Priority', 'High');
  await choose(page, 'Assign To', bob.name);
  await button(page, 'Create Bug').click();
  await expect(row(page, 'A moth in relay 70')).toContainText(bob.name);

  await bob.files({ title: 'Something else', status: 'resolved', priority: 'low' });
  await page.reload();
  await expect(rows(page)).toHaveCount(2);
  await choose(page, 'Status', 'Open');
  await expect(rows(page)).toHaveCount(1);
  await choose(page, 'Status', 'All');
  await field(page, 'Search').fill('RELAY');
  await expect(rows(page)).toHaveCount(1);

  await row(page, 'A moth in relay 70').getByRole('link', { name: 'View' }).click();
  await button(page, 'Edit').click();
  await field(page, 'Title').fill('A moth in relay 70, taped into the log');
  await choose(page, 'Status', 'In Progress');
  await button(page, 'Save Changes').click();
  await expect(page.getByRole('heading', { name: 'A moth in relay 70, taped into the log' })).toBeVisible();
  await expect(button(page, 'Edit')).toBeVisible();
  const address = page.url();

  await server.stop();
  await expect(fetch(address)).rejects.toThrow();
  await server.start();

  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'A moth in relay 70, taped into the log' })).toBeVisible();
  await expect(page.getByText('First actual case of a bug being found.')).toBeVisible();
  await expect(page.getByRole('main').getByText('In Progress', { exact: true })).toBeVisible();
  await expect(page.getByRole('main').getByText('High', { exact: true })).toBeVisible();
  await expect(page.getByText(/^assigned to/i).locator('..')).toContainText(bob.name);
  await expect(page.getByText(/^created by/i).locator('..')).toContainText('Grace Hopper');

  await button(page, 'Delete').click();
  await button(page.getByRole('dialog', { name: 'Delete Bug' }), 'Delete').click();
  await expect(page).toHaveURL('/bugs');
  await expect(row(page, 'Something else')).toBeVisible();
  await expect(rows(page)).toHaveCount(1);
});
