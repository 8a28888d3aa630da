import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, goWithin } from '#e2e/harness/screen.ts';

test.describe('An unknown address', () => {
  test('shows "Page not found" with a link home, also signed out', async ({ open, ada }) => {
    const page = await open('/nowhere/at/all', { as: ada });
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
    await expect(page.getByRole('main')).toContainText('There is no page at /nowhere/at/all.');
    await expect(page.getByRole('main').getByRole('link', { name: 'Go to the bug list' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Go to the dashboard' }).click();
    await expect(page).toHaveURL('/');
    await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
    await test.step('signed out, too', async () => {
      await button(page, 'Logout').click();
      await expect(button(page, 'Login')).toBeVisible();
      await goWithin(page, '/nowhere');
      await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible();
      await expect(page).toHaveURL('/nowhere');
    });
  });
});
