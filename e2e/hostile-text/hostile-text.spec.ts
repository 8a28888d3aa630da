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
  test('in titles, descriptions and names, on forms and in messages', async ({ open, register }) => {
    const name = '<img src=x onerror="window.hacked=1">';
    const eve = await register({ name });
    // Quotes, backslashes, emoji, right-to-left and composed letters stay unchanged, too.
    const title = `${html()} O'Brien "said" \\ 👩‍👩‍👧 שלום cafe\u0301 %s $&`;
    const description = `${html()}\n<i>two</i> &amp; {{7*7}}`;
    const page = await open('/', { as: eve });
    await expect(page.getByText(`Welcome, ${name}!`)).toBeVisible();
    await test.step('a new bug, assigned to a name', async () => {
      await goWithin(page, '/bugs/create');
      await field(page, 'Title').fill(title);
      await field(page, 'Description').fill(description);
      await select(page, 'Assign To').click();
      await page.getByRole('option', { name }).first().click();
      await button(page, 'Create Bug').click();
      await expect(row(page, title)).toContainText(name);
      await expectPlainText(page);
    });
    await test.step('parts of the title find it in any case; it stays text in the dialog', async () => {
      await field(page, 'Search').fill('o\'brien "SAID" \\ 👩‍👩‍👧');
      await expect(row(page, title)).toBeVisible();
      await row(page, title)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
      await expectPlainText(page);
      await page.keyboard.press('Escape');
    });
    await test.step('on Bug Details, in view and in edit mode', async () => {
      await row(page, title).getByRole('link', { name: 'View' }).click();
      await expect(page.getByRole('heading', { name: title })).toBeVisible();
      await expect(page.getByText('<i>two</i> &amp; {{7*7}}')).toBeVisible();
      await expect(page.getByText(/^assigned to/i).locator('..')).toContainText(name);
      await button(page, 'Edit').click();
      await expect(field(page, 'Title')).toHaveValue(title);
      await expect(field(page, 'Description')).toHaveValue(description);
      await expectPlainText(page);
    });
    await test.step('in an address that does not exist', async () => {
      await goWithin(page, '/<img src=x onerror="window.hacked=1">');
      await expect(page.getByText('Page not found')).toBeVisible();
      await expectPlainText(page);
    });
  });

  test('a word of 200 letters fits, narrow or wide', async ({ open, register }) => {
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
