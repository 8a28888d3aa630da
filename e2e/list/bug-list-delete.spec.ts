import { expect, test } from '#e2e/harness/fixtures.ts';
import { alert, button, cut, nextCall, row } from '#e2e/harness/screen.ts';

const warning = 'Are you sure you want to delete this bug? This action cannot be undone.';

test('a bug is deleted from the list after a confirmation, and the focus moves on', async ({
  open,
  ada,
  admin,
}) => {
  const filed = [await ada.files(), await ada.files(), await ada.files(), await ada.files()];
  const [first, bug, third, last] = filed.toReversed();
  if (!first || !bug || !third || !last) throw new Error('Four were filed');
  const page = await open('/bugs?createdBy=me', { as: ada });
  const iconOf = (title: string) => row(page, title).getByRole('button', { name: /^Delete/ });
  const dialog = page.getByRole('dialog', { name: 'Confirm Delete' });

  await test.step('Cancel and Escape leave the bug unchanged', async () => {
    const icon = iconOf(bug.title);
    await icon.click();
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
  });

  await test.step('"Failed to delete bug" without the server: the bug stays, and the retry works', async () => {
    await iconOf(bug.title).press('Enter');
    await cut(page, `/api/bugs/${bug._id}`);
    await button(dialog, 'Delete').press('Enter');
    await expect(alert(page, 'Failed to delete bug')).toBeVisible();
    expect(await ada.reads(bug)).toEqual(bug);
    await page.unrouteAll();
    const call = nextCall(page, 'DELETE', `/api/bugs/${bug._id}`);
    await button(dialog, 'Delete').press('Enter');
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    await expect(row(page, bug.title)).toHaveCount(0);
    await expect(dialog).toBeHidden();
    await expect.poll(async () => (await ada.call('GET', `/api/bugs/${bug._id}`)).status).toBe(404);
  });

  await test.step('the focus moves to the next row, or to the heading if there is none', async () => {
    await expect(page.getByRole('link', { name: third.title })).toBeFocused();
    for (const [{ title }, next] of [
      [third, page.getByRole('link', { name: last.title })],
      [last, page.getByRole('link', { name: first.title })],
      [first, page.getByRole('heading', { name: 'Bug List' })],
    ] as const) {
      await iconOf(title).press('Enter');
      await button(dialog, 'Delete').press('Enter');
      await expect(row(page, title)).toHaveCount(0);
      await expect(next).toBeFocused();
    }
  });

  await test.step('"Failed to delete bug": another user deleted it first', async () => {
    const gone = await ada.files();
    await iconOf(gone.title).click();
    await admin.deletes(gone);
    await button(dialog, 'Delete').click();
    await expect(alert(page, 'Failed to delete bug')).toContainText('Bug not found');
  });
});
