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

test.describe('Create Bug creates one bug', () => {
  test('on a double click, when the response is lost and the user presses again, and for each form', async ({
    open,
    ada,
  }) => {
    const page = await open('/bugs/create', { as: ada });
    const title = unique('Clicked twice');
    await type(page, title);
    await button(page, 'Create Bug').dblclick();
    await expect(page).toHaveURL('/bugs');
    await expect(row(page, title)).toHaveCount(1);
    expect(await filed(ada, title)).toHaveLength(1);
    await test.step('when the response is lost and the user presses again', async () => {
      await page.getByRole('link', { name: 'Create Bug', exact: true }).click();
      const lost = unique('Answer lost');
      await type(page, lost);
      await loseAnswer(page, '/api/bugs');
      await button(page, 'Create Bug').click();
      await expect(alert(page, 'Failed to create bug')).toBeVisible();
      expect(await filed(ada, lost)).toHaveLength(1);
      await button(page, 'Create Bug').click();
      await expect(page).toHaveURL('/bugs');
      await expect(row(page, lost)).toHaveCount(1);
      expect(await filed(ada, lost)).toHaveLength(1);
    });
    await test.step('for each form: the next one is another bug, even with the same text', async () => {
      const twice = unique('Twice on purpose');
      for (const count of [1, 2]) {
        await page.getByRole('link', { name: 'Create Bug', exact: true }).click();
        await type(page, twice);
        await button(page, 'Create Bug').click();
        await expect(row(page, twice)).toHaveCount(count);
      }
      expect(await filed(ada, twice)).toHaveLength(2);
    });
  });

  test('when the response is lost, the page reloaded and the draft restored', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    const title = unique('Answer lost, reloaded');
    await type(page, title);
    await loseAnswer(page, '/api/bugs');
    await button(page, 'Create Bug').click();
    await expect(alert(page, 'Failed to create bug')).toBeVisible();
    await page.reload();
    await button(page, 'Restore').click();
    await expect(field(page, 'Title')).toHaveValue(title);
    await button(page, 'Create Bug').click();
    await expect(page).toHaveURL('/bugs');
    await expect(row(page, title)).toHaveCount(1);
    expect(await filed(ada, title)).toHaveLength(1);
  });

  test('and says so when it was edited after a lost response; sending it again creates a second one', async ({
    open,
    ada,
  }) => {
    const page = await open('/bugs/create', { as: ada });
    const [first, second] = [unique('As it was sent'), unique('As it was changed')];
    await type(page, first);
    await loseAnswer(page, '/api/bugs');
    await button(page, 'Create Bug').click();
    await expect(alert(page, 'Failed to create bug')).toBeVisible();
    await field(page, 'Title').fill(second);
    await button(page, 'Create Bug').click();
    await expect(alert(page, 'Failed to create bug')).toContainText(
      'sent with different contents, and carried out',
    );
    expect(await filed(ada, second)).toHaveLength(0);
    await loseAnswer(page, '/api/bugs');
    await button(page, 'Create Bug').click();
    await expect(alert(page, 'Failed to create bug')).toContainText('cannot be reached');
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

  test('when the response is lost, and pressing again signs in; with another address it says so', async ({
    open,
  }) => {
    const page = await open('/register');
    await fill(page, uniqueEmail());
    await loseAnswer(page, '/api/users/register');
    await button(page, 'Register').click();
    await expect(alert(page, 'Failed to create account')).toBeVisible();
    await button(page, 'Register').click();
    await expect(page.getByText('Welcome, Grace!')).toBeVisible();
    await test.step('another address, entered after a lost response', async () => {
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

test('Invite creates one link when the response is lost and the user retries, and another the next time', async ({
  open,
  admin,
}) => {
  const page = await open('/admin/users', { as: admin });
  const calls = countCalls(page, '/api/admin/invitations');
  await loseAnswer(page, '/api/admin/invitations');
  await button(page, 'Invite').click();
  await button(page.getByRole('dialog'), 'Retry').click();
  await expect(field(page, 'Link')).toBeVisible();
  await button(page.getByRole('dialog'), 'Close').click();
  await button(page, 'Invite').click();
  await expect(field(page, 'Link')).toBeVisible();
  await expect.poll(() => calls.length).toBe(3);
  const [lost, again, next] = calls.map((call) => call.headers()['idempotency-key']);
  expect(again).toBe(lost);
  expect(next).not.toBe(again);
});
