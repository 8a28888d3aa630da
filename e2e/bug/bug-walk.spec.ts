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
} from '#e2e/harness/screen.ts';

/** The list of one's own bugs: other tests file theirs on the same server. */
const mine = '/bugs?createdBy=me';
const bar = (page: Page) => page.getByRole('navigation', { name: 'Bugs in the list' });
const step = (page: Page, name: 'Previous' | 'Next') => bar(page).getByRole('link', { name, exact: true });
const shows = (page: Page, { title }: Bug) =>
  expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible();

test.describe('Bug Details: previous and next in the list', () => {
  test('by link and by key, and back to the list as it was, also after a reload', async ({ open, ada }) => {
    const low = await ada.files({ priority: 'low' });
    const [first, second, third] = [await ada.files(), await ada.files(), await ada.files()];
    const list = '/bugs?priority=medium&createdBy=me&sort=createdAt';
    const page = await open(`/bugs/${second._id}`, { as: ada });
    await test.step('not after opening a plain link', async () => {
      await shows(page, second);
      await expect(bar(page)).toHaveCount(0);
    });
    await goWithin(page, list);
    await row(page, second.title).getByRole('link', { name: 'View' }).click();
    await shows(page, second);
    await expect(page).toHaveURL(`/bugs/${second._id}`);
    await expect(bar(page)).toContainText('2 of 3');
    await test.step('no keys in edit mode', async () => {
      await expect(step(page, 'Next')).toBeVisible();
      await page.keyboard.press('e');
      await expect(button(page, 'Cancel Edit')).toBeVisible();
      await page.keyboard.press('j');
      await field(page, 'Title').press('j');
      await expect(page).toHaveURL(`/bugs/${second._id}`);
      await button(page, 'Cancel Edit').click();
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
    await page.reload();
    await shows(page, third);
    await expect(bar(page)).toContainText('3 of 3');
    await bar(page).getByRole('link', { name: 'Back to the list' }).click();
    await expect(page).toHaveURL(list);
    await expect(rows(page)).toHaveCount(3);
    await expect(row(page, low.title)).toHaveCount(0);
    await page.goForward();
    await shows(page, second);
  });

  test('through search results; the neighbour is shown before the server answers', async ({ open, ada }) => {
    const [moth, , beetle] = [
      await ada.files({ title: 'A moth' }),
      await ada.files({ title: 'No insect' }),
      await ada.files({ title: 'A beetle' }),
    ];
    const page = await open(mine, { as: ada });
    await field(page, 'Search').fill('"a "');
    await expect(page).toHaveURL(/\?(.*&)?q=%22a/);
    // A row of the list before leads through that list.
    await expect(rows(page)).toHaveCount(2);
    await row(page, beetle.title).getByRole('link', { name: 'View' }).click();
    await expect(bar(page)).toContainText('1 of 2');
    const release = await holdBack(page, 'GET', `/api/bugs/${moth._id}`);
    await page.keyboard.press('j');
    await shows(page, moth);
    await expect(page.getByText(moth.description)).toBeVisible();
    release();
  });

  test('a bug that no longer matches stays in the sequence, until a reload', async ({ open, ada }) => {
    const [last, middle, first] = [await ada.files(), await ada.files(), await ada.files()];
    const page = await open(mine, { as: ada });
    const answered = page.waitForResponse(/\/api\/bugs\?.*status=open/);
    await choose(page, 'Status', 'Open');
    await answered;
    await row(page, first.title).getByRole('link', { name: 'View' }).click();
    for (const bug of [first, middle]) {
      await shows(page, bug);
      await button(page, 'Status: Open, change').click();
      await page.getByRole('menuitemradio', { name: 'Resolved' }).click();
      await expect(page.getByText(`Status of #${bug.number} is now Resolved.`)).toBeVisible();
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
    await test.step('when the list cannot be fetched, the link back remains', async () => {
      await cut(page, '/api/bugs');
      await page.reload();
      await shows(page, last);
      await expect(button(bar(page), 'Next')).toBeDisabled();
      await bar(page).getByRole('link', { name: 'Back to the list' }).click();
      await expect(alert(page, 'Failed to fetch bugs')).toBeVisible();
    });
  });

  test('fits a narrow screen, and actions keep their place from bug to bug', async ({ open, ada }) => {
    const bug = await ada.files({ title: 'long'.repeat(45) });
    const other = await ada.files({ status: 'in-progress' });
    const page = await open(mine, { as: ada, viewport: { width: 320, height: 640 } });
    await row(page, bug.title).getByRole('link', { name: 'View' }).click();
    await expect(bar(page)).toContainText('2 of 2');
    await expectToFit(page);
    const place = async () => (await button(page, 'Edit').boundingBox()) ?? { x: 0, y: 0 };
    for (const width of [360, 430, 820, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      const long = await place();
      await step(page, 'Previous').click();
      await shows(page, other);
      expect(await place(), `Edit at ${width} pixels`).toEqual(long);
      await step(page, 'Next').click();
      await shows(page, bug);
    }
  });
});

test.describe('Bug Details: previous and next in a long list', () => {
  test.use({ ownServer: true });

  test('past the end of the loaded pages, and back to the scroll position', async ({ open, ada, server }) => {
    await server.katydid('seed', '--bugs', '150', '--users', '3');
    const page = await open('/bugs', { as: ada });
    const at = (index: number) => page.locator(`tr[aria-rowindex="${index}"] .title a`);
    await test.step('a bug opened before the answer to a new filter: through the list that was shown', async () => {
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
    await page.mouse.wheel(0, 3_000);
    await expect(at(85)).toBeInViewport();
    const scrolled = await page.evaluate(() => window.scrollY);
    await at(85).click();
    await expect(bar(page)).toContainText('84 of 150');
    await page.reload();
    await expect(bar(page)).toContainText('84 of 150');
    for (let position = 85; position <= 102; position += 1) {
      await expect(step(page, 'Next')).toBeVisible();
      await page.keyboard.press('j');
      await expect(bar(page)).toContainText(`${position} of 150`);
    }
    await bar(page).getByRole('link', { name: 'Back to the list' }).click();
    await expect(at(85)).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);
  });
});

test.describe('Bug Details: the number and the link', () => {
  test('the number stands beside the title, and the link is copied', async ({ open, ada, server }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, {
      as: ada,
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(bug.title);
    await expect(page.getByText(`#${bug.number}`, { exact: true })).toBeVisible();
    await button(page, 'Copy link').click();
    await expect(button(page, 'Link copied')).toBeFocused();
    await expect(page.getByRole('status').filter({ hasText: 'Link copied' })).toHaveCount(1);
    const address = `${server.url}/bugs/${bug.number}`;
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(address);
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await test.step('without a clipboard the link is selected, to be copied by hand', async () => {
      // On another page of a bug, where nothing has been copied yet.
      const other = await ada.files();
      await goWithin(page, `/bugs/${other._id}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(other.title);
      await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }));
      await button(page, 'Copy link').click();
      await expect(field(page, 'Link')).toBeFocused();
      expect(await page.evaluate(() => getSelection()?.toString())).toBe(
        `${server.url}/bugs/${other.number}`,
      );
    });
  });
});
