import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, choose, expectToFit, goWithin, row, rows } from '#e2e/harness/screen.ts';

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test.use({ ownServer: true });

test.describe('Bug List on a phone', () => {
  test('cards show title, status, priority, labelled assignee and creator, number and date, and fit; inputs do not make iOS zoom', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files({
      title: `A long title ${'that goes on and on '.repeat(5)}`.trim(),
      status: 'in-progress',
      priority: 'high',
      assignedTo: bob._id,
    });
    const page = await open('/bugs', { as: ada, ...phone });
    const card = row(page, bug.title);
    for (const text of ['In Progress', 'High', bob.name, ada.name])
      await expect(card.getByText(text)).toBeVisible();
    await expect(card.getByRole('cell', { name: `Assigned To ${bob.name}` })).toBeVisible();
    await expect(card.getByRole('cell', { name: `Created By ${ada.name}` })).toBeVisible();
    await expect(card.getByText(`#${bug.number}`, { exact: true })).toBeVisible();
    await expect(card.getByRole('time')).toBeVisible();
    await expectToFit(page);
    const box = await card.boundingBox();
    for (const name of ['View', 'Delete']) {
      const target = await card
        .getByLabel(name)
        .or(card.getByText(name, { exact: true }))
        .first()
        .boundingBox();
      expect(target?.height).toBeGreaterThanOrEqual(44);
      expect(target?.width).toBeGreaterThanOrEqual(44);
      expect((target?.y ?? 0) + (target?.height ?? 0)).toBeLessThanOrEqual(
        (box?.y ?? 0) + (box?.height ?? 0),
      );
    }
    for (const path of ['/bugs', '/bugs/create']) {
      await goWithin(page, path);
      const inputs = page.getByRole('textbox').or(page.getByRole('searchbox')).or(page.getByRole('combobox'));
      await expect(inputs.first()).toBeVisible();
      for (const input of await inputs.all()) await expect(input).toHaveCSS('font-size', '16px');
    }
  });

  test('a tap on a card outside its controls opens the bug, one checkbox selects all, a select chooses the order; clearing the filters does not open the keyboard', async ({
    open,
    ada,
  }) => {
    await ada.files({ title: 'Beetle' });
    await ada.files({ title: 'Ant' });
    const bug = await ada.files({ title: 'Cicada' });
    const page = await open('/bugs', { as: ada, ...phone });
    // First, while nothing moves or closes that a forced tap could hit instead.
    await row(page, bug.title).getByRole('time').tap({ force: true });
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await page.goBack();

    const all = page.getByRole('checkbox', { name: 'Select all loaded' });
    await page.getByText('Select all loaded').tap();
    await expect(all).toBeChecked();
    await expect(page.getByText('3 selected')).toBeVisible();
    await all.tap();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);

    // Behind a button on a phone, which counts them.
    await expect(page.getByText('Status', { exact: true }).first()).toBeHidden();
    await button(page, 'Filters').tap();
    await choose(page, 'Sort', 'Title, A to Z');
    await expect(page).toHaveURL('/bugs?sort=title');
    await expect(rows(page).locator('td:first-of-type a')).toHaveText(['Ant', 'Beetle', 'Cicada']);
    await choose(page, 'Sort', 'Newest first');
    await expect(page).toHaveURL('/bugs');
    await expect(rows(page).locator('td:first-of-type a')).toHaveText(['Cicada', 'Ant', 'Beetle']);

    await goWithin(page, '/bugs?status=resolved');
    await expect(button(page, 'Filters (1)')).toBeVisible();
    await button(page, 'Clear filters').tap();
    await expect(row(page, bug.title)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Bug List' })).toBeFocused();
  });

  test('a long list renders the cards near the window, and scrolls to its end', async ({
    open,
    ada,
    server,
  }) => {
    await ada.files({ title: 'The oldest of all' });
    await server.katydid('seed', '--bugs', '250', '--users', '3');
    const page = await open('/bugs', { as: ada, viewport: phone.viewport });
    await expect(rows(page).first()).toBeVisible();
    expect(await rows(page).count()).toBeLessThan(60);
    await expect(async () => {
      await page.mouse.wheel(0, 20_000);
      await expect(row(page, 'The oldest of all')).toBeVisible({ timeout: 100 });
    }).toPass();
  });

  test('resizing the window switches between cards and table', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open('/bugs', { as: ada });
    const height = async () => (await row(page, bug.title).boundingBox())?.height;
    const label = row(page, bug.title).getByRole('cell', { name: /^Created At / });
    const whole = await height();
    await page.setViewportSize({ width: 400, height: 700 });
    await expect(label).toBeVisible();
    await expectToFit(page);
    await page.setViewportSize({ width: 1280, height: 700 });
    await expect(label).toHaveCount(0);
    expect(await height()).toBe(whole);
  });
});
