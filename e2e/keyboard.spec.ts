import type { Locator, Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { button, field, row, select } from '#e2e/harness/screen.ts';

/** Presses Tab until the element has the focus. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible();
  for (let presses = 0; presses < 60; presses += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(target, 'reached by Tab').toBeFocused();
}

async function type(page: Page, label: string, text: string) {
  await tabTo(page, field(page, label));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type(text);
}

test.use({ ownServer: true });

test.describe('With the keyboard alone', () => {
  test('sign in, file a bug, open it, edit it, delete it and sign out', async ({ open, ada }) => {
    const page = await open('/login');
    await type(page, 'Email', ada.email);
    await type(page, 'Password', ada.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();

    await tabTo(page, page.getByRole('link', { name: 'Create Bug' }));
    await page.keyboard.press('Enter');
    const title = unique('No mouse');
    await type(page, 'Title', title);
    await type(page, 'Description', 'It ran away');
    await tabTo(page, select(page, 'Priority'));
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Home');
    await page.keyboard.press('Enter');
    await expect(select(page, 'Priority')).toHaveText('High');
    await tabTo(page, button(page, 'Create Bug'));
    await page.keyboard.press('Enter');

    await tabTo(page, row(page, title).getByRole('link', { name: 'View' }));
    await page.keyboard.press('Enter');
    await tabTo(page, button(page, 'Edit'));
    await page.keyboard.press('Enter');
    await type(page, 'Title', `${title} needed`);
    await tabTo(page, button(page, 'Save Changes'));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: `${title} needed` })).toBeVisible();

    await tabTo(page, button(page, 'Delete'));
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Delete Bug' });
    await expect(button(dialog, 'Cancel')).toBeFocused();
    await tabTo(page, button(dialog, 'Delete'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/bugs');
    await tabTo(page, button(page, 'Logout'));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
  });

  test('the focus is always visible', async ({ open, ada }) => {
    const page = await open('/bugs', { as: ada });
    await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
    for (const target of [
      page.getByRole('link', { name: 'Profile' }),
      button(page, 'Logout'),
      page.getByText('Create New Bug', { exact: true }),
    ]) {
      const looks = () =>
        target.evaluate((element) => {
          const { outlineStyle, outlineWidth, boxShadow, backgroundColor } = getComputedStyle(element);
          return [outlineStyle, outlineWidth, boxShadow, backgroundColor].join(' ');
        });
      const before = await looks();
      await tabTo(page, target);
      await expect.poll(looks).not.toBe(before);
    }
  });
});
