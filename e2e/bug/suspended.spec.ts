import type { Page } from '@playwright/test';
import { expectNothingSerious } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive } from '#e2e/harness/live-page.ts';
import { button, field } from '#e2e/harness/screen.ts';

const assignee = (page: Page) => page.getByText(/^assigned to/i).locator('..');
const picker = (page: Page) => page.getByRole('dialog', { name: 'Assigned To' });

test('a suspended assignee is marked, stays, and is not offered', async ({ open, ada, admin, register }) => {
  const eve = await register({ name: 'Eve Gone' });
  const suspends = (suspended: boolean) => admin.call('PATCH', `/api/admin/users/${eve._id}`, { suspended });
  const [bug, other] = [await ada.files({ assignedTo: eve._id }), await ada.files()];
  const page = await open(`/bugs/${bug._id}`, { as: ada });
  await isLive(page);
  await expect(assignee(page)).toContainText('Eve Gone');

  await test.step('the mark appears live', async () => {
    await expect(assignee(page)).not.toContainText('suspended');
    await suspends(true);
    await expect(assignee(page)).toContainText('Eve Gone (suspended)');
    await expectNothingSerious(page);
  });

  await test.step('the picker does not offer them', async () => {
    await page.keyboard.press('a');
    await expect(picker(page).getByRole('option', { name: ada.name })).toBeVisible();
    await picker(page).getByRole('combobox').fill('Eve Gone');
    await expect(picker(page).getByText('No one has this name')).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('a mention does not offer them', async () => {
    await field(page, 'New comment').pressSequentially('@');
    const offered = page.getByRole('listbox', { name: 'People to mention' });
    await expect(offered.getByRole('option', { name: ada.name })).toBeVisible();
    await expect(offered.getByRole('option', { name: 'Eve Gone' })).toBeHidden();
    await field(page, 'New comment').fill('');
  });

  await test.step('an edit of another field keeps them', async () => {
    await button(page, 'Edit').click();
    await expect(page.getByRole('combobox', { name: 'Assigned To' })).toContainText('Eve Gone (suspended)');
    await field(page, 'Title').fill('Another title');
    await button(page, 'Save Changes').click();
    await expect(page.getByRole('heading', { name: 'Another title', level: 1 })).toBeVisible();
    expect(await ada.reads(bug)).toMatchObject({ title: 'Another title', assignedTo: { _id: eve._id } });
  });

  await test.step('lists are still filtered by them', async () => {
    const list = await open(`/bugs?assignedTo=${eve._id}`, { as: ada });
    await expect(list.getByRole('link', { name: 'Another title' })).toBeVisible();
    await expect(list.getByRole('link', { name: other.title, exact: true })).toBeHidden();
  });
});
