import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { button, choose, countCalls, field, holdBack, nextCall, row, select } from '#e2e/harness/screen.ts';

test.describe('Create Bug', () => {
  test('"Loading..." until GET /api/users has answered; then title, description, status, priority and Assign To, with their choices', async ({
    open,
    ada,
    bob,
  }) => {
    const page = await open('/profile', { as: ada });
    const release = await holdBack(page, 'GET', '/api/users');
    const call = nextCall(page, 'GET', '/api/users');
    await page.getByRole('link', { name: 'Create Bug' }).click();
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    await expect(field(page, 'Title')).toBeHidden();
    release();
    await expect(field(page, 'Title')).toBeVisible();
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
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
  });

  test('POST /api/bugs with all five fields and the bearer token; on success the user goes to /bugs', async ({
    open,
    ada,
    bob,
  }) => {
    const page = await open('/bugs/create', { as: ada });
    const title = unique('Filed by hand');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill('Line one\nLine two');
    await choose(page, 'Status', 'In Progress');
    await choose(page, 'Priority', 'High');
    await choose(page, 'Assign To', bob.name);
    const call = nextCall(page, 'POST', '/api/bugs');
    await button(page, 'Create Bug').click();
    const description = 'Line one\nLine two';
    expect((await call).postDataJSON()).toEqual({
      title,
      description,
      status: 'in-progress',
      priority: 'high',
      assignedTo: bob._id,
    });
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    await expect(page).toHaveURL('/bugs');
    await expect(row(page, title)).toContainText(bob.name);
  });

  test('the button reads "Creating..." while busy, and sends once; assignedTo is null when unassigned', async ({
    open,
    ada,
  }) => {
    const page = await open('/bugs/create', { as: ada });
    const calls = countCalls(page, '/api/bugs');
    const release = await holdBack(page, 'POST', '/api/bugs');
    const title = unique('Nobody’s');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill('Whose is it?');
    await button(page, 'Create Bug').click();
    await expect(button(page, 'Creating...')).toBeVisible();
    await field(page, 'Title').press('Enter');
    release();
    await expect(page).toHaveURL('/bugs');
    await expect(row(page, title)).toContainText('Unassigned');
    const sent = calls.filter((call) => call.method() === 'POST');
    expect(sent.map((call) => call.postDataJSON() as unknown)).toEqual([
      expect.objectContaining({ assignedTo: null, status: 'open', priority: 'medium' }),
    ]);
    await test.step('Ctrl+Enter sends it from any field', async () => {
      await page.unrouteAll();
      await page.getByRole('link', { name: 'Create Bug', exact: true }).click();
      const next = unique('From the description');
      await field(page, 'Title').fill(next);
      await field(page, 'Description').fill('No need for the mouse');
      await field(page, 'Description').press('ControlOrMeta+Enter');
      await expect(row(page, next)).toBeVisible();
      await expect(page).toHaveURL('/bugs');
    });
  });

  test('validation: "Title is required" and "Description is required", each until its field is edited', async ({
    open,
    ada,
  }) => {
    const page = await open('/bugs/create', { as: ada });
    const calls = countCalls(page, '/api/bugs');
    await button(page, 'Create Bug').click();
    await expect(field(page, 'Title')).toHaveAccessibleDescription('Title is required');
    await expect(field(page, 'Description')).toHaveAccessibleDescription('Description is required');
    await field(page, 'Title').fill('   ');
    await expect(page.getByText('Title is required')).toBeHidden();
    await expect(page.getByText('Description is required')).toBeVisible();
    await button(page, 'Create Bug').click();
    await expect(page.getByText('Title is required')).toBeVisible();
    expect(calls).toHaveLength(0);
    await test.step('a description says what is left near its end, and by how much it is too long', async () => {
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

  test('validation: "Status is required" and "Priority is required", which only the server can report', async ({
    ada,
  }) => {
    for (const [name, message] of [
      ['status', 'Status is required'],
      ['priority', 'Priority is required'],
    ] as const) {
      const body = { title: 'T', description: 'D', status: 'open', priority: 'low', [name]: '' };
      const answer = await ada.call('POST', '/api/bugs', body);
      expect(answer).toMatchObject({ status: 400, body: { message, fields: { [name]: message } } });
    }
  });
});
