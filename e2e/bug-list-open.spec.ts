import { expect, test } from './fixtures.ts';
import { holdBack, row, rows } from './screen.ts';

test.use({ ownServer: true });

test.describe('Bug List: opening a bug', () => {
  test('by a click anywhere on its row, and on its date', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open('/bugs', { as: ada });
    const cells = row(page, bug.title).getByRole('cell');
    await cells.nth(3).click({ force: true });
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await page.goBack();
    await row(page, bug.title).getByRole('time').click();
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
  });

  test('by Enter on its title', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open('/bugs', { as: ada });
    await page.getByRole('link', { name: bug.title, exact: true }).press('Enter');
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
  });

  for (const how of [{ modifiers: ['ControlOrMeta'] }, { button: 'middle' }] as const) {
    test(`in another tab, by ${'button' in how ? 'the middle button' : 'a click with Control'}`, async ({
      open,
      ada,
    }) => {
      const bug = await ada.files();
      const page = await open('/bugs', { as: ada });
      const opened = page.context().waitForEvent('page');
      await row(page, bug.title)
        .getByRole('cell')
        .nth(4)
        .click({
          force: true,
          button: 'left',
          ...('modifiers' in how ? { modifiers: [...how.modifiers] } : how),
        });
      const tab = await opened;
      await expect(tab).toHaveURL(`/bugs/${bug._id}`);
      await expect(tab.getByRole('heading', { name: bug.title })).toBeVisible();
      const another = page.context().waitForEvent('page');
      await row(page, bug.title)
        .getByRole('time')
        .click('modifiers' in how ? { modifiers: [...how.modifiers] } : how);
      await expect(await another).toHaveURL(`/bugs/${bug._id}`);
      await expect(page).toHaveURL('/bugs');
    });
  }

  for (const reach of ['hover', 'focus'] as const) {
    test(`by ${reach} it is prefetched, and then shown without waiting`, async ({ open, ada }) => {
      const bug = await ada.files();
      const page = await open('/bugs', { as: ada, live: false });
      const link = page.getByRole('link', { name: bug.title, exact: true });
      await expect(link).toBeVisible();
      const answer = page.waitForResponse((response) => response.url().endsWith(bug._id));
      await link[reach]();
      await (await answer).finished();
      const release = await holdBack(page, 'GET', `/api/bugs/${bug._id}`);
      await link.press('Enter');
      await expect(page.getByText(bug.description)).toBeVisible();
      release();
    });
  }

  test('pressing the delete icon does not open the bug', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open('/bugs', { as: ada });
    await row(page, bug.title)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Confirm Delete' })).toBeVisible();
    await expect(page).toHaveURL('/bugs');
  });

  test('Back from a bug restores the scroll position', async ({ open, ada, server }) => {
    await server.katydid('seed', '--bugs', '250', '--users', '3');
    const page = await open('/bugs', { as: ada });
    await expect(rows(page).first()).toBeVisible();
    await page.mouse.wheel(0, 5_000);
    await expect.poll(() => page.evaluate(() => window.scrollY)).toBeGreaterThan(3_000);
    const at = await page.evaluate(() => window.scrollY);
    const index = await page.evaluate(() => {
      const middle = document.elementFromPoint(400, window.innerHeight / 2)?.closest('tr');
      return middle?.getAttribute('aria-rowindex');
    });
    await page.mouse.click(400, (page.viewportSize()?.height ?? 0) / 2);
    await expect(page).toHaveURL(/\/bugs\/[0-9a-f-]{36}$/);
    await page.goBack();
    await expect(page.locator(`tr[aria-rowindex="${index}"]`)).toBeInViewport();
    expect(await page.evaluate(() => window.scrollY)).toBe(at);
  });
});
