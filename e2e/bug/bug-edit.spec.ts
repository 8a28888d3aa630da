import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { button, choose, countCalls, expectChosen, field, holdBack, select } from '#e2e/harness/screen.ts';

test.describe('Bug Details: edit mode', () => {
  test('edits all five fields in one call, shows them at once, or discards them', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files({
      status: 'in-progress',
      priority: 'low',
      assignedTo: ada._id,
      description: 'One\nTwo',
    });
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await test.step('the form has the values of the bug', async () => {
      await expect(field(page, 'Title')).toHaveValue(bug.title);
      await expect(field(page, 'Description')).toHaveValue('One\nTwo');
      await expect(field(page, 'Description')).toHaveJSProperty('tagName', 'TEXTAREA');
      await expect(select(page, 'Status')).toHaveText('In Progress');
      await expect(select(page, 'Priority')).toHaveText('Low');
      await expectChosen(page, 'Assigned To', ada.name);
      await expect(button(page, 'Save Changes')).toBeVisible();
      await expect(button(page, 'Edit')).toBeHidden();
    });
    await test.step('Cancel Edit discards the input', async () => {
      await field(page, 'Title').fill('Not meant');
      await button(page, 'Cancel Edit').click();
      await expect(page.getByRole('heading', { name: bug.title })).toBeVisible();
      await expect(field(page, 'Title')).toBeHidden();
      await expect(page.getByText('One\nTwo')).toBeVisible();
      await button(page, 'Edit').click();
      await expect(field(page, 'Title')).toHaveValue(bug.title);
    });
    const title = unique('Better title');
    const fields = {
      title,
      description: 'Better description',
      status: 'resolved',
      priority: 'high',
      assignedTo: bob._id,
    };
    await test.step('"Saving..." and the edit are shown until PUT /api/bugs/{id} is answered', async () => {
      await field(page, 'Title').fill(title);
      await field(page, 'Description').fill('Better description');
      await choose(page, 'Status', 'Resolved');
      await choose(page, 'Priority', 'High');
      await choose(page, 'Assigned To', bob.name);
      const calls = countCalls(page, `/api/bugs/${bug._id}`);
      const release = await holdBack(page, 'PUT', `/api/bugs/${bug._id}`);
      await button(page, 'Save Changes').click();
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByRole('definition').filter({ hasText: bob.name })).toBeVisible();
      await expect(field(page, 'Title')).toBeHidden();
      await expect(button(page, 'Saving...')).toBeFocused();
      await expect(page.getByRole('button', { name: /change$/ })).toHaveCount(0);
      expect((await ada.reads(bug)).title).toBe(bug.title);
      release();
      await expect(button(page, 'Edit')).toBeFocused();
      const puts = calls.filter((call) => call.method() === 'PUT');
      expect(puts.map((call) => call.postDataJSON() as unknown)).toEqual([fields]);
      expect(puts[0]?.headers()['authorization']).toBe(`Bearer ${ada.token}`);
      await page.unrouteAll();
    });
    await test.step('the page shows the bug as it was saved', async () => {
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByText('Better description')).toBeVisible();
      await expect(page.getByRole('main').getByText('Resolved', { exact: true })).toBeVisible();
      await expect(page.getByText(/^assigned to/i).locator('..')).toContainText(bob.name);
      await expect(page).toHaveURL(`/bugs/${bug._id}`);
      const stored = await ada.reads(bug);
      expect({ ...stored, assignedTo: stored.assignedTo?._id }).toMatchObject(fields);
    });
  });

  test('unassigns, reopens, saves by Ctrl+Enter, and waits for a quick edit', async ({ open, ada, bob }) => {
    const bug = await ada.files({ status: 'resolved', assignedTo: bob._id });
    const page = await open(`/bugs/${bug._id}#edit`, { as: ada });
    await test.step('a double click sends "Unassigned" once, as an empty assignedTo', async () => {
      await choose(page, 'Assigned To', 'Unassigned');
      const calls = countCalls(page, `/api/bugs/${bug._id}`);
      const release = await holdBack(page, 'PUT', `/api/bugs/${bug._id}`);
      await button(page, 'Save Changes').dblclick();
      await expect(button(page, 'Saving...')).toBeVisible();
      release();
      await expect(button(page, 'Edit')).toBeVisible();
      const puts = calls.filter((call) => call.method() === 'PUT');
      expect(puts.map((call) => call.postDataJSON() as unknown)).toEqual([
        expect.objectContaining({ assignedTo: '' }),
      ]);
      await page.unrouteAll();
      await expect(page).toHaveURL(`/bugs/${bug._id}`);
      await expect(page.getByText(/^assigned to/i).locator('..')).toContainText('Unassigned');
      expect((await ada.reads(bug)).assignedTo).toBeNull();
    });
    await test.step('resolved goes back to open, and Ctrl+Enter in a select saves without opening it', async () => {
      await button(page, 'Edit').click();
      await select(page, 'Status').click();
      await expect(page.getByRole('option')).toHaveText(['Open', 'In Progress', 'Resolved']);
      await page.getByRole('option', { name: 'Open' }).click();
      const title = unique('By keys');
      await field(page, 'Title').fill(title);
      await select(page, 'Status').press('ControlOrMeta+Enter');
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(button(page, 'Edit')).toBeVisible();
      expect(await ada.reads(bug)).toMatchObject({ title, status: 'open' });
    });
    await test.step('edit mode waits for a pending quick edit, and starts from its result', async () => {
      const { title } = await ada.reads(bug);
      const release = await holdBack(page, 'PUT', `/api/bugs/${bug._id}`);
      await button(page, 'Status: Open, change').click();
      await page.getByRole('menuitemradio', { name: 'Resolved' }).click();
      await expect(page.getByRole('menu')).toHaveCount(0);
      await page.keyboard.press('e');
      await expect(page.getByText('Saving...')).toBeVisible();
      await expect(field(page, 'Title')).toBeHidden();
      release();
      await expect(field(page, 'Title')).toHaveValue(title);
      await expect(select(page, 'Status')).toHaveText('Resolved');
      await expect(page.getByText('changed this bug')).toBeHidden();
    });
  });
});
