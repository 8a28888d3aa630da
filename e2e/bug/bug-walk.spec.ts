import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import {
  alert,
  button,
  choose,
  cut,
  expectToFit,
  field,
  goWithin,
  holdBack,
  row,
  rows,
  scroll,
} from '#e2e/harness/screen.ts';

/** The user's own bugs: other tests file theirs on the same server. */
const mine = '/bugs?createdBy=me';
const bar = (page: Page) => page.getByRole('navigation', { name: 'Bugs in the list' });
const step = (page: Page, name: 'Previous' | 'Next') => bar(page).getByRole('link', { name, exact: true });
const shows = (page: Page, { title }: Bug) =>
  expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible();

test.describe('Bug Details: previous and next in the list', () => {
  test('links and keys lead to the neighbours, and back to the list as it was', async ({ open, ada }) => {
    const low = await ada.files({ priority: 'low', title: 'No insect' });
    const first = await ada.files({ title: 'A moth' });
    const second = await ada.files({ title: 'long'.repeat(45) });
    const third = await ada.files({ title: 'A beetle', status: 'in-progress' });
    const list = '/bugs?priority=medium&createdBy=me&sort=createdAt';
    const page = await open(`/bugs/${second._id}`, { as: ada });
    await test.step('a bug opened by a plain link shows no neighbours', async () => {
      await shows(page, second);
      await expect(bar(page)).toHaveCount(0);
    });
    await goWithin(page, list);
    await row(page, second.title).getByRole('link', { name: 'View' }).click();
    await shows(page, second);
    await expect(page).toHaveURL(`/bugs/${second._id}`);
    await expect(bar(page)).toContainText('2 of 3');
    await test.step('the keys do nothing in edit mode', async () => {
      await expect(step(page, 'Next')).toBeVisible();
      await page.keyboard.press('e');
      await expect(button(page, 'Cancel Edit')).toBeVisible();
      await page.keyboard.press('j');
      await field(page, 'Title').press('j');
      await expect(page).toHaveURL(`/bugs/${second._id}`);
      await button(page, 'Cancel Edit').click();
    });
    await test.step('the bar fits a narrow screen, and actions stay in place from bug to bug', async () => {
      const place = async () => (await button(page, 'Edit').boundingBox()) ?? { x: 0, y: 0 };
      for (const width of [320, 820]) {
        await page.setViewportSize({ width, height: 740 });
        await expectToFit(page);
        const long = await place();
        await step(page, 'Next').click();
        await shows(page, third);
        await expect.poll(place, `Edit at ${width} pixels`).toEqual(long);
        await step(page, 'Previous').click();
        await shows(page, second);
      }
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await step(page, 'Previous').click();
    await shows(page, first);
    await expect(bar(page)).toContainText('1 of 3');
    await expect(button(bar(page), 'Previous')).toBeDisabled();
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await shows(page, second);
    await page.keyboard.press('j');
    await shows(page, third);
    await expect(button(bar(page), 'Next')).toBeDisabled();
    await bar(page).getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toHaveURL(list);
    await expect(rows(page)).toHaveCount(3);
    await expect(row(page, low.title)).toHaveCount(0);
    await page.goForward();
    await shows(page, second);

    await test.step('keys lead through search results, and show a bug before the server answers', async () => {
      await goWithin(page, mine);
      await field(page, 'Search').fill('"a "');
      await expect(page).toHaveURL(/\?(.*&)?q=%22a/);
      // A row of the previous list would walk that list.
      await expect(rows(page)).toHaveCount(2);
      await row(page, third.title).getByRole('link', { name: 'View' }).click();
      await expect(bar(page)).toContainText('1 of 2');
      const release = await holdBack(page, 'GET', `/api/bugs/${first._id}`);
      await page.keyboard.press('j');
      await shows(page, first);
      await expect(page.getByText(first.description)).toBeVisible();
      release();
    });
  });

  test('a bug that no longer matches stays in the sequence until a reload; a link is copied', async ({
    open,
    ada,
    server,
  }) => {
    const [last, middle, first] = [await ada.files(), await ada.files(), await ada.files()];
    const page = await open(mine, { as: ada, permissions: ['clipboard-read', 'clipboard-write'] });
    const answered = page.waitForResponse(/\/api\/bugs\?.*status=open/);
    await choose(page, 'Status', 'Open');
    await answered;
    await row(page, first.title).getByRole('link', { name: 'View' }).click();
    for (const bug of [first, middle]) {
      await shows(page, bug);
      await button(page, 'Status: Open, change').click();
      await page.getByRole('menuitemradio', { name: 'Resolved' }).click();
      await expect(page.getByText(`#${bug.number}: status Resolved`)).toBeVisible();
      await expect(page.getByRole('menu')).toHaveCount(0);
      await page.keyboard.press('j');
    }
    await shows(page, last);
    await expect(bar(page)).toContainText('3 of 3');
    await page.reload();
    await expect(bar(page)).toContainText('1 of 1');
    await bar(page).getByRole('link', { name: 'Back to the list' }).click();
    await expect(rows(page)).toHaveCount(1);
    await page.goForward();
    await shows(page, first);
    await expect(bar(page)).toContainText('No longer in this list');
    await page.keyboard.press('j');
    await shows(page, last);

    await test.step('the number stands beside the title, and the link is copied', async () => {
      await expect(page.getByText(`#${last.number}`, { exact: true })).toBeVisible();
      await button(page, 'More').click();
      await page.getByRole('menuitem', { name: 'Copy link' }).click();
      await expect(page.getByText('Link copied')).toBeVisible();
      const address = `${server.url}/bugs/${last.number}`;
      expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
      await expect(page).toHaveURL(`/bugs/${last._id}`);
    });
    await test.step('when the list cannot be fetched, the link back remains', async () => {
      await cut(page, '/api/bugs');
      await page.reload();
      await shows(page, last);
      await expect(button(bar(page), 'Next')).toBeDisabled();
      await test.step('without a clipboard the link is selected, to be copied by hand', async () => {
        await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
        await button(page, 'More').click();
        await page.getByRole('menuitem', { name: 'Copy link' }).click();
        await expect(field(page, 'Link')).toBeFocused();
        const address = `${server.url}/bugs/${last.number}`;
        await expect.poll(() => page.evaluate(() => getSelection()?.toString())).toBe(address);
      });
      await bar(page).getByRole('link', { name: 'Back to the list' }).click();
      await expect(alert(page, 'Failed to fetch bugs')).toBeVisible();
    });
  });
});

test.describe('Bug Details: previous and next in a long list', () => {
  test.use({ ownServer: true });

  test('keys lead past the loaded pages, and the link back restores the scroll position', async ({
    open,
    ada,
    server,
  }) => {
    await server.katydid('seed', '--bugs', '150', '--users', '3');
    const page = await open('/bugs', { as: ada });
    const at = (index: number) => page.locator(`tr[aria-rowindex="${index}"] .title a`);
    await test.step('before a new filter is answered, the keys follow the list that is shown', async () => {
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'false');
      const second = (await at(3).textContent()) ?? '';
      const release = await holdBack(page, 'GET', '/api/bugs');
      await choose(page, 'Status', 'Resolved');
      await expect(page.getByRole('table')).toHaveAttribute('aria-busy', 'true');
      await at(2).click();
      await expect(bar(page)).toContainText('1 of 150');
      release();
      await page.keyboard.press('j');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(second);
      await expect(bar(page)).toContainText('2 of 150');
      await page.unrouteAll();
    });
    await goWithin(page, '/bugs');
    await expect(at(2)).toBeInViewport();
    await scroll(page, 3_600);
    await expect(at(98)).toBeInViewport();
    const scrolled = await page.evaluate(() => window.scrollY);
    await at(98).click();
    await expect(bar(page)).toContainText('97 of 150');
    await page.reload();
    await expect(bar(page)).toContainText('97 of 150');
    for (let position = 98; position <= 102; position += 1) {
      await expect(step(page, 'Next')).toBeVisible();
      await page.keyboard.press('j');
      await expect(bar(page)).toContainText(`${position} of 150`);
    }
    await bar(page).getByRole('link', { name: 'Back to the list' }).click();
    await expect(at(98)).toBeInViewport();
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(scrolled);
  });
});
