import { expect, test } from '#e2e/harness/fixtures.ts';
import { alert, button, nextCall, row } from '#e2e/harness/screen.ts';

const warning = 'Are you sure you want to delete this bug? This action cannot be undone.';

test.describe('Bug List: the dialog "Confirm Delete"', () => {
  test('its text; Cancel and Escape leave the bug unchanged; Delete calls DELETE /api/bugs/{id}, and the row goes', async ({
    open,
    ada,
  }) => {
    const stays = await ada.files();
    const bug = await ada.files();
    const page = await open('/bugs', { as: ada });
    const icon = row(page, bug.title).getByRole('button', { name: /^Delete/ });
    await icon.click();
    const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });
    await expect(dialog.getByText(warning, { exact: true })).toBeVisible();
    await expect(dialog).toHaveAccessibleDescription(`${warning} #${bug.number} ${bug.title}`);
    await expect(dialog.getByRole('button')).toHaveText(['Cancel', 'Delete']);
    await button(dialog, 'Cancel').click();
    await expect(dialog).toBeHidden();
    await icon.click();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(icon).toBeFocused();
    expect(await ada.reads(bug)).toEqual(bug);
    await icon.click();
    const call = nextCall(page, 'DELETE', `/api/bugs/${bug._id}`);
    await button(dialog, 'Delete').click();
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    await expect(row(page, bug.title)).toBeHidden();
    await expect(dialog).toBeHidden();
    await expect(row(page, stays.title)).toBeVisible();
    expect((await ada.call('GET', `/api/bugs/${bug._id}`)).status).toBe(404);
  });

  test('after Delete the focus is on the next row, at the end on the heading', async ({ open, ada }) => {
    const titles = [await ada.files(), await ada.files(), await ada.files()].map(({ title }) => title);
    const [first = '', second = '', third = ''] = titles.toReversed();
    const page = await open('/bugs?createdBy=me', { as: ada });
    const remove = async (title: string) => {
      await row(page, title)
        .getByRole('button', { name: /^Delete/ })
        .press('Enter');
      await button(page.getByRole('dialog'), 'Delete').press('Enter');
      await expect(row(page, title)).toHaveCount(0);
    };
    await remove(second);
    await expect(page.getByRole('link', { name: third })).toBeFocused();
    await remove(third);
    await expect(page.getByRole('link', { name: first })).toBeFocused();
    await remove(first);
    await expect(page.getByRole('heading', { name: 'Bug List' })).toBeFocused();
  });

  test('"Failed to delete bug": another user deleted it first', async ({ open, ada, admin }) => {
    const bug = await ada.files();
    const page = await open('/bugs', { as: ada });
    await row(page, bug.title)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await admin.deletes(bug);
    await button(page.getByRole('dialog'), 'Delete').click();
    await expect(alert(page, 'Failed to delete bug')).toContainText('Bug not found');
  });
});

test.describe('Bug List: Delete on a server of its own', () => {
  test.use({ ownServer: true });

  test('"Failed to delete bug" during an outage: the bug stays, and the retry works', async ({
    open,
    ada,
    server,
  }) => {
    const { title } = await ada.files();
    const page = await open('/bugs', { as: ada });
    await row(page, title)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await server.stop();
    await button(page.getByRole('dialog'), 'Delete').click();
    await expect(alert(page, 'Failed to delete bug')).toBeVisible();
    await server.start();
    await button(page.getByRole('dialog'), 'Delete').click();
    await expect(row(page, title)).toBeHidden();
  });
});
