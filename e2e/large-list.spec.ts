import { expect, test } from './fixtures.ts';
import { countCalls, field, row, rows } from './screen.ts';

test.use({ ownServer: true });

test.describe('Bug List: more bugs than are loaded', () => {
  test('a search finds the same as among all bugs, newest first; scrolling loads all, and renders the rows near the viewport', async ({
    open,
    ada,
    server,
  }) => {
    await ada.files({ title: 'Zikade one' });
    await ada.files({ title: 'Two', description: 'as loud as a ZIKADE' });
    await server.katydid('seed', '--bugs', '300', '--users', '3');
    await ada.files({ title: 'Three', description: 'zikade again' });
    await ada.files({ title: 'Four, which has nothing of it' });
    const page = await open('/bugs', { as: ada });
    await expect(row(page, 'Three')).toBeVisible();
    const calls = countCalls(page, '/api/bugs');
    await field(page, 'Search').fill('zikade');
    await expect(rows(page)).toHaveCount(3);
    await expect(rows(page).locator('.title a')).toHaveText(['Three', 'Two', 'Zikade one']);
    await expect
      .poll(() => calls.map((call) => new URL(call.url()).searchParams.get('q')))
      .toContain('zikade');
    await page.reload();
    await expect(rows(page)).toHaveCount(3);
    await test.step('only the rows near the viewport are rendered; scrolling loads down to the oldest bug', async () => {
      await field(page, 'Search').fill('');
      await expect(row(page, 'Four, which has nothing of it')).toBeVisible();
      await expect(page.getByText('304 bugs')).toBeVisible();
      expect(await rows(page).count()).toBeLessThan(80);
      await expect(async () => {
        await page.mouse.wheel(0, 20_000);
        await expect(row(page, 'Zikade one')).toBeVisible({ timeout: 100 });
      }).toPass();
    });
  });
});
