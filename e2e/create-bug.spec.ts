import { expect, test } from './fixtures.ts';
import { unique } from './person.ts';
import { button, choose, countCalls, field, holdBack, nextCall, row, select } from './screen.ts';

test.describe('Create Bug', () => {
  test('fields: title, description, status, priority and Assign To, beginning with Open, Medium and Unassigned', async ({
    open,
    ada,
  }) => {
    const page = await open('/bugs/create', { as: ada });
    await expect(page.getByRole('heading', { name: 'Create Bug' })).toBeVisible();
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(field(page, 'Description')).toHaveJSProperty('tagName', 'TEXTAREA');
    await expect(select(page, 'Status')).toHaveText('Open');
    await expect(select(page, 'Priority')).toHaveText('Medium');
    await expect(select(page, 'Assign To')).toHaveText('Unassigned');
  });

  test('status: Open, In Progress, Resolved; priority: High, Medium, Low', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    await select(page, 'Status').click();
    await expect(page.getByRole('option')).toHaveText(['Open', 'In Progress', 'Resolved']);
    await page.keyboard.press('Escape');
    await select(page, 'Priority').click();
    await expect(page.getByRole('option')).toHaveText(['High', 'Medium', 'Low']);
  });

  test('Assign To: "Unassigned" plus the list of users, from GET /api/users with the bearer token', async ({
    open,
    ada,
    bob,
  }) => {
    const page = await open('/profile', { as: ada });
    const call = nextCall(page, 'GET', '/api/users');
    await page.getByRole('link', { name: 'Create Bug' }).click();
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    await select(page, 'Assign To').click();
    await expect(page.getByRole('option').first()).toHaveText('Unassigned');
    await expect(page.getByRole('option', { name: ada.name })).toBeVisible();
    await expect(page.getByRole('option', { name: bob.name })).toBeVisible();
  });

  test('"Loading..." until the user list has arrived', async ({ open, ada }) => {
    const page = await open('/profile', { as: ada });
    const release = await holdBack(page, 'GET', '/api/users');
    await page.getByRole('link', { name: 'Create Bug' }).click();
    await expect(page.getByText('Loading...', { exact: true })).toBeVisible();
    await expect(field(page, 'Title')).toBeHidden();
    release();
    await expect(field(page, 'Title')).toBeVisible();
    await expect(page.getByText('Loading...', { exact: true })).toBeHidden();
  });

  test('Cancel goes back to /bugs and files nothing', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    const calls = countCalls(page, '/api/bugs');
    await field(page, 'Title').fill('Never mind');
    await page.getByText('Cancel', { exact: true }).click();
    await expect(page).toHaveURL('/bugs');
    expect(calls.filter((call) => call.method() === 'POST')).toHaveLength(0);
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

  test('the assignee is optional: assignedTo is null when unassigned', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    const title = unique('Nobody’s');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill('Whose is it?');
    const call = nextCall(page, 'POST', '/api/bugs');
    await button(page, 'Create Bug').click();
    expect((await call).postDataJSON()).toMatchObject({
      assignedTo: null,
      status: 'open',
      priority: 'medium',
    });
    await expect(row(page, title)).toContainText('Unassigned');
  });

  test('the button reads "Creating..." while busy, and sends once', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    const calls = countCalls(page, '/api/bugs');
    const release = await holdBack(page, 'POST', '/api/bugs');
    await field(page, 'Title').fill(unique('Once'));
    await field(page, 'Description').fill('and only once');
    await button(page, 'Create Bug').click();
    await expect(button(page, 'Creating...')).toBeVisible();
    await field(page, 'Title').press('Enter');
    release();
    await expect(page).toHaveURL('/bugs');
    expect(calls.filter((call) => call.method() === 'POST')).toHaveLength(1);
  });

  test('Ctrl+Enter sends it from any field', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    const title = unique('From the description');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill('No need for the mouse');
    await field(page, 'Description').press('ControlOrMeta+Enter');
    await expect(row(page, title)).toBeVisible();
    await expect(page).toHaveURL('/bugs');
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
  });

  for (const [field_, message] of [
    ['status', 'Status is required'],
    ['priority', 'Priority is required'],
  ] as const) {
    test(`validation: "${message}", which only the server can report`, async ({ ada }) => {
      const body = { title: 'T', description: 'D', status: 'open', priority: 'low', [field_]: '' };
      const answer = await ada.call('POST', '/api/bugs', body);
      expect(answer).toMatchObject({ status: 400, body: { message, fields: { [field_]: message } } });
    });
  }
});
