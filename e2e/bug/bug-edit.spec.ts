import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import {
  button,
  choose,
  countCalls,
  field,
  holdBack,
  nextCall,
  select,
  expectChosen,
} from '#e2e/harness/screen.ts';

test.describe('Bug Details: edit mode', () => {
  test('Edit toggles to Cancel Edit and back: title, description (multiline), status, priority, Assigned To and Save Changes, with the values of the bug', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files({
      status: 'in-progress',
      priority: 'low',
      assignedTo: bob._id,
      description: 'One\nTwo',
    });
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await expect(field(page, 'Title')).toHaveValue(bug.title);
    await expect(field(page, 'Description')).toHaveValue('One\nTwo');
    await expect(field(page, 'Description')).toHaveJSProperty('tagName', 'TEXTAREA');
    await expect(select(page, 'Status')).toHaveText('In Progress');
    await expect(select(page, 'Priority')).toHaveText('Low');
    await expectChosen(page, 'Assigned To', bob.name);
    await expect(button(page, 'Save Changes')).toBeVisible();
    await expect(button(page, 'Edit')).toBeHidden();
    await test.step('Cancel Edit discards the input', async () => {
      await field(page, 'Title').fill('Not meant');
      await button(page, 'Cancel Edit').click();
      await expect(page.getByRole('heading', { name: bug.title })).toBeVisible();
      await expect(field(page, 'Title')).toBeHidden();
      await expect(page.getByText('One\nTwo')).toBeVisible();
      await button(page, 'Edit').click();
      await expect(field(page, 'Title')).toHaveValue(bug.title);
    });
  });

  test('PUT /api/bugs/{id} with title, description, status, priority and assignedTo; then the bug as it now is', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    const title = unique('Better title');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill('Better description');
    await choose(page, 'Status', 'Resolved');
    await choose(page, 'Priority', 'High');
    await choose(page, 'Assigned To', bob.name);
    const call = nextCall(page, 'PUT', `/api/bugs/${bug._id}`);
    await button(page, 'Save Changes').click();
    const fields = {
      title,
      description: 'Better description',
      status: 'resolved',
      priority: 'high',
      assignedTo: bob._id,
    };
    expect((await call).postDataJSON()).toEqual(fields);
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect(page.getByText('Better description')).toBeVisible();
    await expect(page.getByRole('main').getByText('Resolved', { exact: true })).toBeVisible();
    await expect(page.getByText(/^assigned to/i).locator('..')).toContainText(bob.name);
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    const stored = await ada.reads(bug);
    expect({ ...stored, assignedTo: stored.assignedTo?._id }).toMatchObject(fields);
  });

  test('"Unassigned" unassigns, any status can be chosen, and Ctrl+Enter in a select saves without opening it', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files({ status: 'resolved', assignedTo: bob._id });
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await test.step('assignedTo is sent empty', async () => {
      await button(page, 'Edit').click();
      await choose(page, 'Assigned To', 'Unassigned');
      const call = nextCall(page, 'PUT', `/api/bugs/${bug._id}`);
      await button(page, 'Save Changes').click();
      expect((await call).postDataJSON()).toMatchObject({ assignedTo: '' });
      await expect(button(page, 'Edit')).toBeVisible();
      await expect(page.getByText(/^assigned to/i).locator('..')).toContainText('Unassigned');
      expect((await ada.reads(bug)).assignedTo).toBeNull();
    });
    await test.step('resolved goes back to open', async () => {
      await button(page, 'Edit').click();
      await select(page, 'Status').click();
      await expect(page.getByRole('option')).toHaveText(['Open', 'In Progress', 'Resolved']);
      await page.getByRole('option', { name: 'Open' }).click();
      await button(page, 'Save Changes').click();
      await expect(button(page, 'Edit')).toBeVisible();
      expect((await ada.reads(bug)).status).toBe('open');
    });
    await test.step('Ctrl+Enter', async () => {
      await button(page, 'Edit').click();
      const title = unique('By keys');
      await field(page, 'Title').fill(title);
      await select(page, 'Status').press('ControlOrMeta+Enter');
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(button(page, 'Edit')).toBeVisible();
      expect((await ada.reads(bug)).title).toBe(title);
    });
  });

  test('Save Changes sends once when pressed repeatedly', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await field(page, 'Title').fill(unique('Once'));
    const puts = countCalls(page, `/api/bugs/${bug._id}`);
    const release = await holdBack(page, 'PUT', `/api/bugs/${bug._id}`);
    await button(page, 'Save Changes').dblclick();
    await expect(button(page, 'Saving...')).toBeVisible();
    release();
    await expect(button(page, 'Edit')).toBeVisible();
    expect(puts.filter((call) => call.method() === 'PUT')).toHaveLength(1);
  });
});
