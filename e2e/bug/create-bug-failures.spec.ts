import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { alert, busy, button, countCalls, cut, field, goWithin, holdBack } from '#e2e/harness/screen.ts';

test.describe('Create Bug: failures', () => {
  test('"Failed to create bug" with the reason; the input stays', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    await cut(page, '/api/bugs');
    await field(page, 'Title').fill(unique('Kept'));
    await field(page, 'Description').fill('Typed with care');
    await button(page, 'Create Bug').click();
    await expect(alert(page, 'Failed to create bug')).toBeVisible();
    await expect(field(page, 'Description')).toHaveValue('Typed with care');
    await page.unrouteAll();
    await test.step('with the message of the server, if any', async () => {
      await page.route('**/api/bugs', (route) => route.fulfill(busy));
      await button(page, 'Create Bug').click();
      await expect(alert(page, 'Failed to create bug')).toContainText(busy.json.message);
      await page.unrouteAll();
    });
    await button(page, 'Create Bug').click();
    await expect(page).toHaveURL('/bugs');
  });

  test('a late response does not navigate away from another page', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    const release = await holdBack(page, 'POST', '/api/bugs');
    await field(page, 'Title').fill(unique('Late'));
    await field(page, 'Description').fill('Over a slow line');
    await button(page, 'Create Bug').click();
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(field(page, 'Email')).toHaveValue(ada.email);
    const drafts = () =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft')).length);
    expect(await drafts()).toBe(1);
    release();
    // The draft is deleted when the response arrives.
    await expect.poll(drafts).toBe(0);
    await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve)));
    await expect(page).toHaveURL('/profile');
    await expect(field(page, 'Email')).toBeVisible();
  });

  test('"Failed to fetch users" when the request fails; a bug can still be created', async ({
    open,
    ada,
  }) => {
    const page = await open('/profile', { as: ada });
    await cut(page, '/api/users');
    await page.getByRole('link', { name: 'Create Bug' }).click();
    await expect(alert(page, 'Failed to fetch users')).toBeVisible();
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
    await page.unrouteAll();
    await test.step('with the message of the server, if any', async () => {
      await page.route(/\/api\/users(\?|$)/, (route) => route.fulfill(busy));
      await goWithin(page, '/profile');
      await expect(alert(page, 'Failed to fetch users')).toBeHidden();
      await goWithin(page, '/bugs/create');
      await expect(alert(page, 'Failed to fetch users')).toContainText(busy.json.message);
    });
    await field(page, 'Title').fill(unique('Without users'));
    await field(page, 'Description').fill('D');
    await button(page, 'Create Bug').click();
    await expect(page).toHaveURL('/bugs');
  });

  test('"Authentication token not found" when the saved token is missing, and nothing is sent', async ({
    open,
    ada,
  }) => {
    const page = await open('/bugs/create', { as: ada });
    const calls = countCalls(page, '/api/bugs');
    await field(page, 'Title').fill('T');
    await field(page, 'Description').fill('D');
    await page.evaluate(() => localStorage.removeItem('token'));
    await button(page, 'Create Bug').click();
    await expect(alert(page, 'Authentication token not found')).toBeVisible();
    await expect(field(page, 'Title')).toHaveValue('T');
    expect(calls.filter((call) => call.method() === 'POST')).toHaveLength(0);
  });
});
