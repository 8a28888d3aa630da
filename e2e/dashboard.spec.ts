import { expect, test } from './fixtures.ts';
import type { Page } from '@playwright/test';
import { alert, button, cut, holdBack, nextCall } from './screen.ts';

const tiles = ['Total Bugs', 'Open Bugs', 'In Progress', 'Resolved', 'Bugs Assigned to Me'];

/** What the tiles say, label by label. */
async function figures(page: Page): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const label of tiles) {
    const tile = await page.getByText(label, { exact: true }).locator('..').textContent();
    found[label] = tile?.replace(label, '').trim() ?? '';
  }
  return found;
}

test.describe('Dashboard', () => {
  test('greeting: "Welcome, {name}!"', async ({ open, ada }) => {
    const page = await open('/', { as: ada });
    await expect(page.getByRole('heading', { name: `Welcome, ${ada.name}!`, exact: true })).toBeVisible();
  });

  test('GET /api/bugs/stats carries the bearer token', async ({ open, ada }) => {
    const page = await open('/profile', { as: ada });
    const call = nextCall(page, 'GET', '/api/bugs/stats');
    await page.getByRole('link', { name: 'Katydid' }).click();
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
  });

  test('a spinner shows while loading', async ({ open, ada }) => {
    const page = await open('/profile', { as: ada });
    const release = await holdBack(page, 'GET', '/api/bugs/stats');
    await page.getByRole('link', { name: 'Katydid' }).click();
    await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible();
    await expect(page.getByText('Total Bugs')).toBeHidden();
    release();
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await expect(page.getByRole('main').getByRole('progressbar')).toBeHidden();
  });

  test('"Failed to fetch dashboard statistics", with a way to try again', async ({ open, ada }) => {
    const page = await open('/profile', { as: ada });
    await cut(page, '/api/bugs/stats');
    await page.getByRole('link', { name: 'Katydid' }).click();
    await expect(alert(page, 'Failed to fetch dashboard statistics')).toBeVisible();
    await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
    await page.unrouteAll();
    await button(page, 'Retry').click();
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await expect(alert(page, 'Failed to fetch dashboard statistics')).toBeHidden();
  });

  test.describe('on a server of its own', () => {
    test.use({ ownServer: true });

    test('an empty tracker: five tiles of 0', async ({ open, ada }) => {
      const page = await open('/', { as: ada });
      await expect(page.getByText('Total Bugs', { exact: true })).toBeVisible();
      expect(await figures(page)).toEqual(Object.fromEntries(tiles.map((label) => [label, '0'])));
    });

    test('tiles: Total Bugs, Open Bugs, In Progress, Resolved, Bugs Assigned to Me', async ({
      open,
      ada,
      bob,
    }) => {
      for (const status of ['open', 'open', 'open', 'in-progress', 'in-progress', 'resolved'] as const) {
        await ada.files({ status, assignedTo: status === 'open' ? ada._id : bob._id });
      }
      await bob.files({ status: 'resolved', assignedTo: ada._id });
      const page = await open('/', { as: ada });
      await expect(page.getByText('Total Bugs', { exact: true })).toBeVisible();
      expect(await figures(page)).toEqual({
        'Total Bugs': '7',
        'Open Bugs': '3',
        'In Progress': '2',
        Resolved: '2',
        'Bugs Assigned to Me': '4',
      });
    });

    test('the tiles follow what was just filed', async ({ open, ada }) => {
      const page = await open('/', { as: ada });
      await expect.poll(() => figures(page)).toMatchObject({ 'Total Bugs': '0' });
      await page.getByRole('link', { name: 'Create Bug' }).click();
      await page.getByLabel('Title').fill('A bug');
      await page.getByLabel('Description').fill('Of the usual kind');
      await button(page, 'Create Bug').click();
      await expect(page).toHaveURL('/bugs');
      await page.getByRole('link', { name: 'Katydid' }).click();
      await expect.poll(() => figures(page)).toMatchObject({ 'Total Bugs': '1', 'Open Bugs': '1' });
    });
  });
});
