import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, holdBack, row } from '#e2e/harness/screen.ts';

test('a bug opens from its row, in this tab or another, prefetched by hover and focus', async ({
  open,
  ada,
}) => {
  const [second, first, bug] = [await ada.files(), await ada.files(), await ada.files()];
  const page = await open('/bugs?createdBy=me', { as: ada, live: false });
  const link = (title: string) => page.getByRole('link', { name: title, exact: true });

  await test.step('by hover and by focus it is prefetched, and then shown without waiting', async () => {
    for (const [reach, each] of [
      ['hover', first],
      ['focus', second],
    ] as const) {
      await expect(link(each.title)).toBeVisible();
      const answer = page.waitForResponse((response) => response.url().endsWith(each._id));
      await link(each.title)[reach]();
      await (await answer).finished();
      const release = await holdBack(page, 'GET', `/api/bugs/${each._id}`);
      await link(each.title).press('Enter');
      await expect(page.getByText(each.description)).toBeVisible();
      release();
      await page.goBack();
    }
  });

  await test.step('by a click on its row and on its date, not by its delete icon', async () => {
    // Values that can be changed open their choice.
    await row(page, bug.title).getByRole('cell').nth(4).click({ force: true });
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await page.goBack();
    await row(page, bug.title).getByRole('time').click();
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await page.goBack();
    await row(page, bug.title)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByRole('dialog', { name: 'Confirm Delete' })).toBeVisible();
    await expect(page).toHaveURL('/bugs?createdBy=me');
    await button(page.getByRole('dialog'), 'Cancel').click();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('in another tab, by a click with Control and by the middle button', async () => {
    const bugRow = row(page, bug.title);
    for (const click of [
      () =>
        bugRow
          .getByRole('cell')
          .nth(4)
          .click({ force: true, modifiers: ['ControlOrMeta'] }),
      () => bugRow.getByRole('time').click({ force: true, button: 'middle' }),
    ]) {
      const opened = page.context().waitForEvent('page');
      await click();
      const tab = await opened;
      await expect(tab).toHaveURL(`/bugs/${bug._id}`);
      await tab.close();
      await expect(page).toHaveURL('/bugs?createdBy=me');
    }
  });
});
