import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, choose, expectToFit, goWithin, row, rows } from '#e2e/harness/screen.ts';
import { inZone, zones } from '#e2e/harness/zones.ts';

const [, timezoneId] = zones;
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, timezoneId };

test('on a phone each bug is a card, which fits, opens by a tap and is sorted', async ({
  open,
  ada,
  bob,
}) => {
  await ada.files({ title: 'Beetle' });
  await ada.files({ title: 'Ant' });
  const bug = await ada.files({
    title: `Cicada ${'that goes on and on '.repeat(5)}`.trim(),
    status: 'in-progress',
    priority: 'high',
    assignedTo: bob._id,
  });
  const page = await open('/bugs?createdBy=me', { as: ada, ...phone });
  const card = row(page, bug.title);

  await test.step('a tap on a card outside its controls opens the bug', async () => {
    // First, while nothing moves or closes that a forced tap could hit instead.
    await card.getByText(`#${bug.number}`, { exact: true }).tap({ force: true });
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await page.goBack();
  });

  await test.step('cards show title, status, priority, labelled people, number and date, and fit', async () => {
    for (const text of ['In Progress', 'High', bob.name, ada.name])
      await expect(card.getByText(text)).toBeVisible();
    await expect(card.getByRole('cell', { name: `Assigned To ${bob.name}` })).toBeVisible();
    await expect(card.getByRole('cell', { name: `Created By ${ada.name}` })).toBeVisible();
    await expect(card.getByText(`#${bug.number}`, { exact: true })).toBeVisible();
    const { day, clock } = inZone(bug.createdAt, timezoneId);
    await expect(card.getByRole('time')).toContainText(new RegExp(`(?<!\\d)0?${day}\\b`));
    await expect(card.getByTitle(clock)).toBeVisible();
    await expectToFit(page);
    await expect.poll(async () => (await card.boundingBox())?.height).toBeLessThanOrEqual(96);
  });

  await test.step('View and Delete need a tap first, but are in the accessibility tree', async () => {
    const box = await card.boundingBox();
    const actions = [card.getByRole('link', { name: 'View' }), card.getByRole('button', { name: 'Delete' })];
    // A tap where they are hidden opens the bug.
    for (const action of actions) await expect(action).toHaveCSS('pointer-events', 'none');
    await card.locator('.more').tap();
    for (const action of actions) {
      await expect(action).toHaveCSS('opacity', '1');
      const target = await action.boundingBox();
      expect(target?.height).toBeGreaterThanOrEqual(44);
      expect(target?.width).toBeGreaterThanOrEqual(44);
      expect((target?.y ?? 0) + (target?.height ?? 0)).toBeLessThanOrEqual(
        (box?.y ?? 0) + (box?.height ?? 0) + 2,
      );
    }
    await actions[1]?.tap();
    await button(page.getByRole('dialog', { name: 'Confirm Delete' }), 'Cancel').tap();
    await expect(actions[1]!).toBeFocused();
    await page.getByRole('heading', { name: 'Bug List' }).tap();
    await expect(actions[1]!).toHaveCSS('opacity', '0');
  });

  await test.step('one checkbox selects all', async () => {
    const all = page.getByRole('checkbox', { name: 'Select all loaded' });
    await page.getByText('Select all loaded').tap();
    await expect(all).toBeChecked();
    await expect(page.getByText('3 selected')).toBeVisible();
    await all.tap();
    await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0);
  });

  await test.step('a button counts the filters; a select behind another one chooses the order', async () => {
    await expect(page.getByText('Status', { exact: true }).first()).toBeHidden();
    await button(page, 'Filters (1)').tap();
    await button(page, 'Display').tap();
    await choose(page, 'Order', 'Title, A to Z');
    await button(page, 'Done').tap();
    await expect(page).toHaveURL('/bugs?createdBy=me&sort=title');
    const titles = rows(page).locator('td:first-of-type a');
    await expect(titles).toHaveText(['Ant', 'Beetle', bug.title]);
    await button(page, 'Display').tap();
    await choose(page, 'Order', 'Newest first');
    await button(page, 'Done').tap();
    await expect(page).toHaveURL('/bugs?createdBy=me');
    await expect(titles).toHaveText([bug.title, 'Ant', 'Beetle']);
  });

  await test.step('inputs do not make iOS zoom; clearing the filters does not open the keyboard', async () => {
    const expectLargeText = async () => {
      const inputs = page.getByRole('textbox').or(page.getByRole('searchbox')).or(page.getByRole('combobox'));
      await expect(inputs.first()).toBeVisible();
      for (const input of await inputs.all()) await expect(input).toHaveCSS('font-size', '16px');
    };
    await expectLargeText();
    await button(page, 'Clear filters').tap();
    await expect(page).toHaveURL('/bugs');
    await expect(page.getByRole('heading', { name: 'Bug List' })).toBeFocused();
    await goWithin(page, '/bugs/create');
    await expect(page.getByRole('heading', { name: 'Create Bug' })).toBeVisible();
    await expectLargeText();
  });
});
