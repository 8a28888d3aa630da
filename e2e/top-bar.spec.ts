import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, goWithin } from '#e2e/harness/screen.ts';
import type { Page } from '@playwright/test';

const bar = (page: Page) => page.getByRole('banner');
const links = (page: Page) => bar(page).getByRole('link');

test.describe('Top bar', () => {
  test('signed in, it has links, each marked as the current one, and Logout', async ({ open, ada }) => {
    const page = await open('/', { as: ada });
    await expect(links(page)).toHaveText(['Katydid', 'Bugs', 'Create Bug', 'Inbox', 'Profile']);
    await expect(button(page, 'Menu')).toBeHidden();
    for (const [name, path, heading] of [
      ['Bugs', '/bugs', 'Bug List'],
      ['Create Bug', '/bugs/create', 'Create Bug'],
      ['Profile', '/profile', 'Profile Settings'],
    ] as const)
      await test.step(name, async () => {
        const link = bar(page).getByRole('link', { name, exact: true });
        await expect(link).not.toHaveAttribute('aria-current', 'page');
        await link.click();
        await expect(page).toHaveURL(path);
        await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeFocused();
        await expect(link).toHaveAttribute('aria-current', 'page');
      });
    await test.step('Katydid', async () => {
      await bar(page).getByRole('link', { name: 'Katydid' }).click();
      await expect(page).toHaveURL('/');
      await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
    });
    await test.step('signed out, it has only Login and Register', async () => {
      await button(bar(page), 'Logout').click();
      await expect(page).toHaveURL('/login');
      await expect(links(page)).toHaveText(['Katydid', 'Login', 'Register']);
      await expect(page.getByText(/session has ended/i)).toBeHidden();
      await expect(button(bar(page), 'Logout')).toBeHidden();
      await links(page).filter({ hasText: 'Register' }).click();
      await expect(page).toHaveURL('/register');
      await links(page).filter({ hasText: 'Login' }).click();
      await expect(page).toHaveURL('/login');
    });
  });

  test('on a page of a section, the link of the section is marked', async ({ open, admin }) => {
    const bug = await admin.files();
    const page = await open(`/bugs/${bug._id}`, { as: admin });
    const link = (name: string) => bar(page).getByRole('link', { name, exact: true });
    await expect(link('Bugs')).toHaveAttribute('aria-current', 'true');
    await link('Create Bug').click();
    await expect(link('Create Bug')).toHaveAttribute('aria-current', 'page');
    await expect(link('Bugs')).not.toHaveAttribute('aria-current');
    await goWithin(page, '/admin');
    await expect(page).toHaveURL('/admin/users');
    await goWithin(page, '/admin/audit');
    await expect(link('Admin')).toHaveAttribute('aria-current', 'true');
    await link('Admin').click();
    await expect(link('Admin')).toHaveAttribute('aria-current', 'page');
  });

  test('on a narrow screen a menu has the links, and closes after a choice and on Escape', async ({
    open,
    ada,
  }) => {
    const page = await open('/', { as: ada, viewport: { width: 320, height: 640 } });
    const toggle = button(page, 'Menu');
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await expect(bar(page).getByRole('link', { name: 'Bugs', exact: true })).toBeHidden();
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(links(page)).toHaveText(['Katydid', 'Inbox', 'Bugs', 'Create Bug', 'Profile']);
    await page.keyboard.press('Escape');
    await expect(bar(page).getByRole('link', { name: 'Profile' })).toBeHidden();
    await toggle.click();
    await bar(page).getByRole('link', { name: 'Profile' }).click();
    await expect(page).toHaveURL('/profile');
    await expect(bar(page).getByRole('link', { name: 'Profile' })).toBeHidden();
    await toggle.click();
    await button(page, 'Logout').click();
    await expect(page).toHaveURL('/login');
  });

  test('a skip link moves the focus past the top bar', async ({ open, ada }) => {
    const page = await open('/', { as: ada, fresh: true });
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('main')).toBeFocused();
  });
});
