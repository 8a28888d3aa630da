import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { password, type Person, unique, uniqueEmail } from '#e2e/harness/person.ts';
import { alert, button, countCalls, field, row } from '#e2e/harness/screen.ts';

/** The server carries out the next call to a path, but its response is lost. */
async function loseAnswer(page: Page, path: string): Promise<void> {
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      await route.fetch();
      await route.abort('connectionfailed');
    },
    { times: 1 },
  );
}

/** The bugs filed with a title, as the server has them. */
async function filed(person: Person, title: string): Promise<Bug[]> {
  const { body } = await person.call('GET', `/api/bugs?q=${encodeURIComponent(title)}`);
  return body as Bug[];
}

async function type(page: Page, title: string): Promise<void> {
  await field(page, 'Title').fill(title);
  await field(page, 'Description').fill('It happens every time.');
}

test('Create Bug creates one bug when its response is lost', async ({ open, ada }) => {
  const page = await open('/bugs/create', { as: ada });
  const failure = alert(page, 'Failed to create bug');
  const openForm = () => page.getByRole('link', { name: 'Create Bug', exact: true }).click();

  await test.step('and the user presses again', async () => {
    const title = unique('Answer lost');
    await type(page, title);
    await loseAnswer(page, '/api/bugs');
    await button(page, 'Create Bug').click();
    await expect(failure).toBeVisible();
    expect(await filed(ada, title)).toHaveLength(1);
    await button(page, 'Create Bug').dblclick();
    await expect(page).toHaveURL('/bugs');
    await expect(row(page, title)).toHaveCount(1);
    expect(await filed(ada, title)).toHaveLength(1);
    await test.step('the next form creates another bug, even with the same text', async () => {
      await openForm();
      await type(page, title);
      await button(page, 'Create Bug').click();
      await expect(row(page, title)).toHaveCount(2);
      expect(await filed(ada, title)).toHaveLength(2);
    });
  });

  await test.step('and the page is reloaded and the draft restored', async () => {
    await openForm();
    const title = unique('Answer lost, reloaded');
    await type(page, title);
    await loseAnswer(page, '/api/bugs');
    await button(page, 'Create Bug').click();
    await expect(failure).toBeVisible();
    await page.reload();
    await button(page, 'Restore').click();
    await expect(field(page, 'Title')).toHaveValue(title);
    await button(page, 'Create Bug').click();
    await expect(page).toHaveURL('/bugs');
    await expect(row(page, title)).toHaveCount(1);
    expect(await filed(ada, title)).toHaveLength(1);
  });

  await test.step('an edit since then is reported; sent again, it creates a second bug', async () => {
    await openForm();
    const [first, second] = [unique('As it was sent'), unique('As it was changed')];
    await type(page, first);
    await loseAnswer(page, '/api/bugs');
    await button(page, 'Create Bug').click();
    await expect(failure).toBeVisible();
    await field(page, 'Title').fill(second);
    await button(page, 'Create Bug').click();
    await expect(failure).toContainText('sent with different contents, and carried out');
    expect(await filed(ada, second)).toHaveLength(0);
    await loseAnswer(page, '/api/bugs');
    await button(page, 'Create Bug').click();
    await expect(failure).toContainText('cannot be reached');
    await button(page, 'Create Bug').click();
    await expect(page).toHaveURL('/bugs');
    expect(await filed(ada, first)).toHaveLength(1);
    expect(await filed(ada, second)).toHaveLength(1);
  });
});

test.describe('Register creates one account', () => {
  const fill = async (page: Page, email: string) => {
    await field(page, 'Name').fill('Grace');
    await field(page, 'Email').fill(email);
    await field(page, 'Password').fill(password);
    await field(page, 'Confirm Password').fill(password);
  };

  test('when the response is lost, and pressing again signs in', async ({ open }) => {
    const page = await open('/register');
    await fill(page, uniqueEmail());
    await loseAnswer(page, '/api/users/register');
    await button(page, 'Register').click();
    await expect(alert(page, 'Failed to create account')).toBeVisible();
    await button(page, 'Register').click();
    await expect(page.getByText('Welcome, Grace!')).toBeVisible();
    await test.step('with another address, it says that the first attempt created an account', async () => {
      await button(page, 'Logout').click();
      await page.getByRole('main').getByRole('link', { name: 'Register' }).click();
      await fill(page, uniqueEmail());
      await loseAnswer(page, '/api/users/register');
      await button(page, 'Register').click();
      await expect(alert(page, 'Failed to create account')).toBeVisible();
      await field(page, 'Email').fill(uniqueEmail());
      await button(page, 'Register').click();
      await expect(alert(page, 'Failed to create account')).toContainText(
        'your first attempt already created an account',
      );
      await button(page, 'Register').click();
      await expect(page.getByText('Welcome, Grace!')).toBeVisible();
    });
  });
});

test('Create a link creates one when the response is lost and the user retries', async ({ open, admin }) => {
  const page = await open('/admin/invitations', { as: admin });
  await expect(page.getByText('No invitations are pending.')).toBeVisible();
  const calls = countCalls(page, '/api/admin/invitations');
  await loseAnswer(page, '/api/admin/invitations');
  await button(page, 'Create a link').click();
  await button(page.getByRole('dialog'), 'Retry').click();
  await expect(field(page, 'Link')).toBeVisible();
  await button(page.getByRole('dialog'), 'Close').click();
  await button(page, 'Create a link').click();
  await expect(field(page, 'Link')).toBeVisible();
  const posts = () => calls.filter((call) => call.method() === 'POST');
  await expect.poll(() => posts().length).toBe(3);
  const [lost, again, next] = posts().map((call) => call.headers()['idempotency-key']);
  expect(again).toBe(lost);
  expect(next).not.toBe(again);
});
