import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { button, choose, countCalls, field, holdBack, nextCall, row, select } from '#e2e/harness/screen.ts';

test.describe('Create Bug', () => {
  test('offers its fields once the users are known, and validates what is required', async ({
    open,
    ada,
    bob,
  }) => {
    const page = await open('/profile', { as: ada });
    await test.step('"Loading..." until GET /api/users has answered', async () => {
      const release = await holdBack(page, 'GET', '/api/users');
      const call = nextCall(page, 'GET', '/api/users');
      await page.getByRole('link', { name: 'Create Bug' }).click();
      expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
      await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
      await expect(field(page, 'Title')).toBeHidden();
      release();
      await expect(field(page, 'Title')).toBeVisible();
      await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
    });
    await test.step('title, description, status, priority and Assign To, with their choices', async () => {
      await expect(page.getByRole('heading', { name: 'Create Bug' })).toBeVisible();
      await expect(field(page, 'Title')).toHaveValue('');
      await expect(field(page, 'Description')).toHaveJSProperty('tagName', 'TEXTAREA');
      await expect(select(page, 'Status')).toHaveText('Open');
      await expect(select(page, 'Priority')).toHaveText('Medium');
      await expect(select(page, 'Assign To')).toHaveText('Unassigned');
      await select(page, 'Status').click();
      await expect(page.getByRole('option')).toHaveText(['Open', 'In Progress', 'Resolved']);
      await page.keyboard.press('Escape');
      await select(page, 'Priority').click();
      await expect(page.getByRole('option')).toHaveText(['High', 'Medium', 'Low']);
      await page.keyboard.press('Escape');
      await select(page, 'Assign To').click();
      await expect(page.getByRole('option').first()).toHaveText('Unassigned');
      await expect(page.getByRole('option', { name: ada.name })).toBeVisible();
      await expect(page.getByRole('option', { name: bob.name })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('option')).toHaveCount(0);
    });
    const calls = countCalls(page, '/api/bugs');
    await test.step('"Title is required" and "Description is required" last until an edit', async () => {
      await button(page, 'Create Bug').click();
      await expect(field(page, 'Title')).toHaveAccessibleDescription('Title is required');
      await expect(field(page, 'Description')).toHaveAccessibleDescription('Description is required');
      await field(page, 'Title').fill('   ');
      await expect(page.getByText('Title is required')).toBeHidden();
      await expect(page.getByText('Description is required')).toBeVisible();
      await button(page, 'Create Bug').click();
      await expect(page.getByText('Title is required')).toBeVisible();
      expect(calls).toHaveLength(0);
    });
    await test.step('a long description says how many characters are left, or too many', async () => {
      await field(page, 'Description').fill('x'.repeat(99_000));
      await expect(field(page, 'Description')).toHaveAccessibleDescription('1,000 characters left');
      await field(page, 'Description').fill('x'.repeat(100_312));
      await expect(field(page, 'Description')).toHaveAccessibleDescription('312 characters too long');
      await field(page, 'Description').fill('x'.repeat(90_000));
      await expect(field(page, 'Description')).toHaveAccessibleDescription('');
    });
    await test.step('Cancel goes back to /bugs and files nothing', async () => {
      await field(page, 'Title').fill('Never mind');
      await page.getByText('Cancel', { exact: true }).click();
      await expect(page).toHaveURL('/bugs');
      expect(calls.filter((call) => call.method() === 'POST')).toHaveLength(0);
    });
  });

  test('sends all five fields once, and opens the whole list, which names the bug', async ({
    open,
    ada,
    bob,
  }) => {
    const page = await open('/bugs?status=resolved', { as: ada });
    const posts = () => calls.filter((call) => call.method() === 'POST');
    const calls = countCalls(page, '/api/bugs');
    const title = unique('Filed by hand');
    await test.step('"Creating..." while busy', async () => {
      await page.getByText('Create New Bug', { exact: true }).click();
      await field(page, 'Title').fill(title);
      await field(page, 'Description').fill('Line one\nLine two');
      await choose(page, 'Status', 'In Progress');
      await choose(page, 'Priority', 'High');
      await choose(page, 'Assign To', bob.name);
      const release = await holdBack(page, 'POST', '/api/bugs');
      await button(page, 'Create Bug').click();
      await expect(button(page, 'Creating...')).toBeVisible();
      await field(page, 'Title').press('Enter');
      release();
      await expect(page).toHaveURL('/bugs');
      await expect(row(page, title)).toContainText(bob.name);
      await page.unrouteAll();
    });
    await test.step('POST /api/bugs with all five fields and the bearer token, once', async () => {
      expect(posts().map((call) => call.postDataJSON() as unknown)).toEqual([
        {
          title,
          description: 'Line one\nLine two',
          status: 'in-progress',
          priority: 'high',
          assignedTo: bob._id,
        },
      ]);
      expect(posts()[0]?.headers()['authorization']).toBe(`Bearer ${ada.token}`);
    });
    await test.step('Ctrl+Enter sends it from any field; assignedTo is null when unassigned', async () => {
      await page.getByRole('link', { name: 'Create Bug', exact: true }).click();
      const next = unique('From the description');
      await field(page, 'Title').fill(next);
      await field(page, 'Description').fill('No need for the mouse');
      await field(page, 'Description').press('ControlOrMeta+Enter');
      await expect(row(page, next)).toContainText('Unassigned');
      await expect(page).toHaveURL('/bugs');
      expect(posts()[1]?.postDataJSON()).toMatchObject({
        assignedTo: null,
        status: 'open',
        priority: 'medium',
      });
      await expect(page.getByText(/^Filed #\d+$/)).toBeVisible();
      await expect(button(page, 'Copy link')).toBeVisible();
      await page.getByRole('link', { name: 'Open', exact: true }).click();
      await expect(page.getByRole('heading', { name: next, level: 1 })).toBeVisible();
    });
  });
});
