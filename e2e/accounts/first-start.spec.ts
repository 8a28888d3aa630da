import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { password, uniqueEmail } from '#e2e/harness/person.ts';
import { alert, button, field, goWithin } from '#e2e/harness/screen.ts';
import type { TestServer } from '#e2e/harness/test-server.ts';
import { makeAdminLink } from '#server/features/users/management/admin-link.ts';

test.use({ ownServer: true });

/** The path of the link that a starting server prints. */
async function printedLink(server: TestServer): Promise<string> {
  let link: string | undefined;
  await server.write(async (tx) => {
    link = await makeAdminLink(tx, { publicUrl: server.url, now: new Date() });
  });
  const { pathname, hash } = new URL(link ?? '');
  return pathname + hash;
}

async function fillAndSend(page: Page, name: string, email = uniqueEmail()) {
  await field(page, 'Name').fill(name);
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(password);
  await field(page, 'Confirm Password').fill(password);
  await button(page, 'Register').click();
}

test('an empty tracker offers a first account, which the printed link makes an admin', async ({
  open,
  server,
}) => {
  const link = await printedLink(server);
  const page = await open('/login', { fresh: true });
  await expect(page.getByText('Nobody has an account yet')).toBeVisible();
  await page.getByRole('link', { name: 'Create the first account' }).click();
  await expect(page).toHaveURL('/register');
  await expect(page.getByText('This account will be the admin')).toBeHidden();
  await goWithin(page, link);
  await expect(page.getByText('This account will be the admin')).toBeVisible();
  await fillAndSend(page, 'Ada', 'ada@example.com');
  await expect(page.getByText('Welcome, Ada!')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Admin', exact: true })).toBeVisible();

  await test.step('the admin sends two invitations and withdraws one; the other is used', async () => {
    await page.getByRole('link', { name: 'Go to Invitations' }).click();
    await expect(page.getByText('The public address is not set')).toBeVisible();
    const addresses = field(page, 'Email addresses');
    await addresses.fill('Grace');
    await button(page, 'Invite').click();
    await expect(addresses).toHaveAccessibleDescription('Not an email address: Grace');
    await addresses.fill('Bo <bo@example.com>,\ngrace@example.com BO@example.com ada@example.com');
    await button(page, 'Invite').click();
    await expect(page.getByText('2 addresses were invited')).toBeVisible();
    await expect(page.getByText('BO@example.com was given twice.')).toBeVisible();
    await expect(page.getByText('ada@example.com already has an account.')).toBeVisible();
    await expect(addresses).toHaveValue('');
    await expect(page.getByText('2 pending invitations')).toBeVisible();
    const forGrace = new URL(await field(page, 'Link for grace@example.com').inputValue());
    await page.getByRole('row', { name: 'bo@example.com' }).getByRole('button', { name: 'Actions' }).click();
    await page.getByRole('menuitem', { name: 'Withdraw' }).click();
    await button(page.getByRole('dialog'), 'Withdraw').click();
    await expect(page.getByText('1 pending invitation', { exact: true })).toBeVisible();
    const other = await open('/login');
    await goWithin(other, forGrace.pathname + forGrace.hash);
    await fillAndSend(other, 'Grace', 'grace@example.com');
    await expect(other.getByText('Welcome, Grace!')).toBeVisible();
  });

  await button(page, 'Logout').click();
  await expect(page).toHaveURL('/login');
  await expect(button(page, 'Login')).toBeVisible();
  await expect(page.getByText('Nobody has an account yet')).toBeHidden();

  await test.step('a used link says so, and the form stays', async () => {
    await goWithin(page, link);
    await fillAndSend(page, 'Eve');
    await expect(alert(page, 'Failed to create account')).toContainText('This link no longer makes an admin');
    await expect(field(page, 'Name')).toHaveValue('Eve');
    await expect(field(page, 'Password')).toHaveValue(password);
  });
});
