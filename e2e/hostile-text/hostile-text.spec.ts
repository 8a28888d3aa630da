import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { button, expectToFit, field, goWithin, row, select } from '#e2e/harness/screen.ts';

const html = () =>
  `<img src=x onerror="window.hacked=1"><script>window.hacked=1</script><b>${unique('bold')}</b>`;
const longWord = 'Donaudampfschifffahrtsgesellschaft'.repeat(5).slice(0, 200);

/** Expects that no element was created from the text, and no script of it ran. */
async function expectPlainText(page: Page) {
  expect(await page.evaluate(() => 'hacked' in window)).toBe(false);
  await expect(page.locator('img, main script, main b, main i')).toHaveCount(0);
}

test.describe('Text that looks like HTML is text', () => {
  test('on the Bug List, in its search and in its dialog, and on Bug Details', async ({ open, ada }) => {
    const bug = await ada.files({ title: html(), description: `${html()}\n<i>two</i> &amp; {{7*7}}` });
    const page = await open(`/bugs?q=${encodeURIComponent(bug.title)}`, { as: ada });
    await expect(row(page, bug.title)).toBeVisible();
    await expect(field(page, 'Search')).toHaveValue(bug.title);
    await row(page, bug.title)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    await expectPlainText(page);
    await page.keyboard.press('Escape');
    await test.step('on Bug Details, in view and in edit mode', async () => {
      await row(page, bug.title).getByRole('link', { name: 'View' }).click();
      await expect(page.getByRole('heading', { name: bug.title })).toBeVisible();
      await expect(page.getByText('<i>two</i> &amp; {{7*7}}')).toBeVisible();
      await button(page, 'Edit').click();
      await expect(field(page, 'Title')).toHaveValue(bug.title);
      await expect(field(page, 'Description')).toHaveValue(bug.description);
      await expectPlainText(page);
    });
  });

  test('in the name of a user: greeting, list, details and Assign To', async ({ open, register }) => {
    const name = '<img src=x onerror="window.hacked=1">';
    const eve = await register({ name });
    const bug = await eve.files({ assignedTo: eve._id });
    const page = await open('/', { as: eve });
    await expect(page.getByText(`Welcome, ${name}!`)).toBeVisible();
    await goWithin(page, '/bugs');
    await expect(row(page, bug.title)).toContainText(name);
    await goWithin(page, `/bugs/${bug._id}`);
    await expect(page.getByRole('heading', { name: bug.title })).toBeVisible();
    await expect(page.getByText(/^assigned to/i).locator('..')).toContainText(name);
    await goWithin(page, '/bugs/create');
    await select(page, 'Assign To').click();
    await expect(page.getByRole('option', { name }).first()).toBeVisible();
    await expectPlainText(page);
  });

  test('in the URL', async ({ open, ada }) => {
    const page = await open('/bugs?q=<script>window.hacked=1</script>&status="><img src=x>', { as: ada });
    await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
    await page.goto('/<img src=x onerror="window.hacked=1">');
    await expect(page.getByText('Page not found')).toBeVisible();
    await expectPlainText(page);
  });

  test('unchanged: quotes, backslashes, emoji, right-to-left, and composed letters', async ({
    open,
    ada,
  }) => {
    const title = unique(`O'Brien "said" \\ 👩‍👩‍👧 שלום cafe\u0301 %s $&`);
    const page = await open('/bugs/create', { as: ada });
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill(title);
    await button(page, 'Create Bug').click();
    await expect(row(page, title)).toBeVisible();
    await field(page, 'Search').fill('o\'brien "SAID" \\ 👩‍👩‍👧');
    await expect(row(page, title)).toBeVisible();
  });

  test('a word of 200 letters does not break the layout, narrow or wide', async ({ open, register }) => {
    const long = await register({ name: longWord.slice(0, 100) });
    const bug = await long.files({
      title: longWord,
      description: longWord.repeat(5),
      assignedTo: long._id,
    });
    const page = await open('/', { as: long });
    for (const [path, ready] of [
      ['/', page.getByText('Total Bugs', { exact: true })],
      ['/bugs', row(page, bug.title)],
      [`/bugs/${bug._id}`, page.getByRole('heading', { name: bug.title, level: 1 })],
      ['/bugs/create', button(page, 'Create Bug')],
      ['/profile', page.getByText('This session')],
    ] as const)
      await test.step(path, async () => {
        await goWithin(page, path);
        await expect(ready).toBeVisible();
        for (const width of [1280, 320]) {
          await page.setViewportSize({ width, height: 640 });
          await expectToFit(page);
        }
      });
  });
});
