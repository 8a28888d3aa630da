import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { alert, busy, button, countCalls, cut, field, goWithin, holdBack } from '#e2e/harness/screen.ts';

test('Create Bug says what failed, keeps the input, and can be sent again', async ({ open, ada }) => {
  const page = await open('/profile', { as: ada });
  const failure = alert(page, 'Failed to create bug');
  const noUsers = alert(page, 'Failed to fetch users');

  await test.step('"Failed to fetch users", and a bug can still be created', async () => {
    await cut(page, '/api/users');
    await page.getByRole('link', { name: 'Create Bug' }).click();
    await expect(noUsers).toBeVisible();
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
    await page.unrouteAll();
  });
  await test.step('"Failed to fetch users" has the message of the server, if any', async () => {
    await page.route(/\/api\/users(\?|$)/, (route) => route.fulfill(busy));
    await goWithin(page, '/profile');
    await expect(noUsers).toBeHidden();
    await goWithin(page, '/bugs/create');
    await expect(noUsers).toContainText(busy.json.message);
  });
  await field(page, 'Title').fill(unique('Kept'));
  await field(page, 'Description').fill('Typed with care');

  await test.step('"Failed to create bug" without an answer; the input stays', async () => {
    await cut(page, '/api/bugs');
    await button(page, 'Create Bug').click();
    await expect(failure).toBeVisible();
    await expect(field(page, 'Description')).toHaveValue('Typed with care');
  });
  await test.step('"Failed to create bug" has the message of the server, if any', async () => {
    await page.route('**/api/bugs', (route) => route.fulfill(busy));
    await button(page, 'Create Bug').click();
    await expect(failure).toContainText(busy.json.message);
    await page.unrouteAll();
  });
  await test.step('sent again, it is created', async () => {
    await button(page, 'Create Bug').click();
    await expect(page).toHaveURL('/bugs');
  });

  await test.step('a late response does not navigate away from another page', async () => {
    await page.getByRole('link', { name: 'Create Bug', exact: true }).click();
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

  await test.step('without a saved token: "Authentication token not found", and nothing is sent', async () => {
    await goWithin(page, '/bugs/create');
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
