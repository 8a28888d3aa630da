import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { cut, goWithin, row, rows } from '#e2e/harness/screen.ts';

/** Presses the shortcut for printing, and returns how many elements of a selector the browser would print. */
async function countPrinted(page: Page, selector: string): Promise<number> {
  const counted = await page.evaluateHandle((counts) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    window.print = () => {
      dispatchEvent(new Event('beforeprint'));
      resolve(document.querySelectorAll(counts).length);
      dispatchEvent(new Event('afterprint'));
    };
    return { promise };
  }, selector);
  await page.keyboard.press('Control+p');
  return counted.evaluate(({ promise }) => promise);
}

test('a bug is printed with its whole conversation, a list with all its rows, light and without controls', async ({
  open,
  ada,
}) => {
  // More than the page of comments, and than the page of bugs, that is loaded first.
  const bug = await ada.files();
  for (let at = 1; at <= 60; at += 1)
    await ada.call('POST', `/api/bugs/${bug._id}/comments`, { body: `Comment ${at}` });
  await Promise.all(Array.from({ length: 110 }, () => ada.files()));
  const page = await open(`/bugs/${bug._id}`, { as: ada, colorScheme: 'dark' });

  await expect(page.getByText('Comment 60', { exact: true })).toBeVisible();
  await expect(page.getByText('Comment 1', { exact: true })).toHaveCount(0);
  expect(await countPrinted(page, '#main li')).toBeGreaterThanOrEqual(60);

  await page.getByRole('link', { name: 'Bugs', exact: true }).click();
  await expect(row(page, bug.title).or(rows(page).first()).first()).toBeVisible();
  const shown = await rows(page).count();
  expect(shown).toBeLessThan(60);
  await cut(page, '/api/bugs');
  // What is loaded is printed.
  expect(await countPrinted(page, '#main tbody tr')).toBeLessThan(111);
  await page.unrouteAll();
  expect(await countPrinted(page, '#main tbody tr')).toBeGreaterThanOrEqual(111);
  await expect.poll(() => rows(page).count()).toBeLessThan(60);
  await goWithin(page, '/bugs?group=status');
  await expect(page.getByRole('button', { name: /^Open/ }).first()).toBeVisible();
  const printed = '#main tbody tr:not([data-screen-only] *)';
  expect(await countPrinted(page, printed)).toBeGreaterThanOrEqual(111);
  await expect(page.getByRole('button', { name: /^Open/ }).first()).toBeVisible();
  await goWithin(page, '/bugs');

  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('link', { name: 'View' }).first()).toBeHidden();
  const lightness = await page
    .getByRole('heading', { level: 1 })
    .evaluate((heading) => getComputedStyle(heading).color);
  expect(lightness).toMatch(/^rgb\((\d|[1-6]\d), /);
});
