import { expect, test } from '#e2e/harness/fixtures.ts';
import { countCalls, field, row, rows } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

test.describe('Bug List: more bugs than are loaded', () => {
  test('a search finds the same as among all bugs, newest first; none are said to be missing before the answer; scrolling loads all below the headings, and renders the rows near the viewport', async ({
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
    await page.evaluate(() => {
      const said: string[] = [];
      Object.assign(window, { said });
      const note = () => said.push(document.querySelector('main')?.textContent ?? '');
      new MutationObserver(note).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
    });
    await field(page, 'Search').pressSequentially('loud');
    await expect(rows(page)).toHaveCount(1);
    const said = await page.evaluate(() => (window as unknown as { said: string[] }).said);
    expect(said.length).toBeGreaterThan(0);
    for (const text of said) expect(text).not.toMatch(/\b0 bugs|No bugs match/);
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
      await expect(page.getByRole('columnheader', { name: 'Created By' })).toBeInViewport();
    });
  });
});
