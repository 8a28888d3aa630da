import { expect, test } from '#e2e/harness/fixtures.ts';
import { holdBack, row, rows } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

test.describe('Bug List: opening a bug', () => {
  test('by a click on its row, on its date, and by Enter on its title, not by its delete icon', async ({
    open,
    ada,
  }) => {
    const bug = await ada.files();
    const page = await open('/bugs', { as: ada });
    const cells = row(page, bug.title).getByRole('cell');
    // Values that can be changed open their choice.
    await cells.nth(4).click({ force: true });
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await page.goBack();
    await row(page, bug.title).getByRole('time').click();
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await page.goBack();
    await page.getByRole('link', { name: bug.title, exact: true }).press('Enter');
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await page.goBack();
    await row(page, bug.title)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Confirm Delete' })).toBeVisible();
    await expect(page).toHaveURL('/bugs');
  });

  test('in another tab, by a click with Control and by the middle button', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open('/bugs', { as: ada });
    for (const how of [{ modifiers: ['ControlOrMeta' as const] }, { button: 'middle' as const }])
      for (const part of [
        row(page, bug.title).getByRole('cell').nth(4),
        row(page, bug.title).getByRole('time'),
      ]) {
        const opened = page.context().waitForEvent('page');
        await part.click({ force: true, ...how });
        const tab = await opened;
        await expect(tab).toHaveURL(`/bugs/${bug._id}`);
        await expect(tab.getByRole('heading', { name: bug.title })).toBeVisible();
        await tab.close();
        await expect(page).toHaveURL('/bugs');
      }
  });

  test('by hover and by focus it is prefetched, and then shown without waiting', async ({ open, ada }) => {
    const [first, second] = [await ada.files(), await ada.files()];
    const page = await open('/bugs', { as: ada, live: false });
    for (const [reach, bug] of [
      ['hover', first],
      ['focus', second],
    ] as const)
      await test.step(reach, async () => {
        await page.getByRole('link', { name: 'Bugs', exact: true }).click();
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
