import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';

test('the bar is drawn before any script, and the application does not move it', async ({ open, ada }) => {
  for (const width of [390, 1280]) {
    const page = await open('/login', { as: ada, viewport: { width, height: 800 } });
    await expect(page.getByRole('banner')).toBeVisible();
    const name = async () => {
      const bar = page.getByText('Katydid', { exact: true }).first();
      const { x = 0, y = 0, height = 0 } = (await bar.locator('svg').boundingBox()) ?? {};
      return { x: Math.round(x), middle: Math.round(y + height / 2) };
    };
    const whole = await name();
    await page.route('**/*.js', () => {});
    await page.reload({ waitUntil: 'commit' });
    await isPainted(page);
    expect(await name()).toEqual(whole);
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(16, 20, 18)');
    await page.close();
  }
});

/** Waits until the page has painted its content: measuring it earlier would lay it out without its style sheet. */
function isPainted(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new PerformanceObserver((list) => {
          if (list.getEntriesByName('first-contentful-paint').length > 0) resolve();
        });
        observer.observe({ type: 'paint', buffered: true });
      }),
  );
}
