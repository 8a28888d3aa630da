import type { Locator, Page } from '@playwright/test';
import { expectNothingSerious, expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, expectToFit, goWithin } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const column = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const cards = (page: Page, name: string) => column(page, name).getByRole('listitem');
const titles = (page: Page, name: string) => cards(page, name).getByRole('link');

/** Drags a card by the mouse to the lower half of another one, or to the middle of a column. */
async function drag(page: Page, from: Locator, to: Locator) {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Both are in sight');
  await page.mouse.move(start.x + 40, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + 60, start.y + start.height / 2 + 10, { steps: 3 });
  await page.mouse.move(end.x + end.width / 2, end.y + Math.min(end.height - 8, 160), { steps: 6 });
  await page.mouse.up();
}

test('cards are moved by mouse, keys and menu; others see it live, and it is stored', async ({
  open,
  admin,
  bob,
}) => {
  for (const [person, title] of [
    [bob, 'One'],
    [bob, 'Two'],
    [admin, 'Three'],
    [admin, 'Four'],
  ] as const)
    await person.files({ title });
  await admin.files({ title: 'Begun', status: 'in-progress' });
  const page = await open('/bugs?priority=medium', { as: admin });
  await page.getByRole('link', { name: 'Board' }).click();
  await expect(page).toHaveURL('/board?priority=medium');
  await expect(titles(page, 'Open')).toHaveText(['Four', 'Three', 'Two', 'One']);
  const others = await open('/board', { as: bob, hasTouch: true, isMobile: true });
  await expect(titles(others, 'In Progress')).toHaveText(['Begun']);

  await test.step('by mouse: within a column, and to another one', async () => {
    await drag(page, cards(page, 'Open').nth(0), cards(page, 'Open').nth(2));
    await expect(titles(page, 'Open')).toHaveText(['Three', 'Two', 'Four', 'One']);
    await expect(titles(others, 'Open')).toHaveText(['Three', 'Two', 'Four', 'One']);
    await drag(page, cards(page, 'Open').nth(1), cards(page, 'In Progress').nth(0));
    for (const each of [page, others]) {
      await expect(titles(each, 'In Progress')).toHaveText(['Begun', 'Two']);
      await expect(titles(each, 'Open')).toHaveText(['Three', 'Four', 'One']);
    }
    await expect(page.getByText('#2: status In Progress')).toBeVisible();
    await button(page, 'Undo').click();
    await expect(titles(others, 'Open')).toHaveText(['Three', 'Two', 'Four', 'One']);
    await drag(page, cards(page, 'Open').nth(0), column(page, 'Resolved'));
    await expect(titles(others, 'Resolved')).toHaveText(['Three']);
  });

  await test.step('by keys: announced, and with the focus on the card', async () => {
    await titles(page, 'Open').first().focus();
    await page.keyboard.press('ArrowDown');
    await expect(titles(page, 'Open').nth(1)).toBeFocused();
    await page.keyboard.press('Shift+ArrowDown');
    await expect(titles(page, 'Open')).toHaveText(['Two', 'One', 'Four']);
    await expect(page.getByRole('status').filter({ hasText: '#4: Open, 3 of 3' })).toHaveCount(1);
    await expect(page.getByText('#4 was moved.')).toBeVisible();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(titles(page, 'In Progress')).toHaveText(['Begun', 'Four']);
    await expect(page.getByRole('link', { name: 'Four' })).toBeFocused();
    await page.keyboard.press('Shift+ArrowUp');
    await expect(titles(others, 'In Progress')).toHaveText(['Four', 'Begun']);
    await page.keyboard.press('m');
    await page.getByRole('menuitem', { name: 'To Open' }).click();
    await expect(titles(others, 'Open')).toHaveText(['Four', 'Two', 'One']);
  });

  await test.step('by assignee; a card that the user may not move says so', async () => {
    await button(page, 'Columns: Status').click();
    await page.getByRole('menuitem', { name: 'Assigned To' }).click();
    await expect(titles(page, 'Unassigned')).toHaveCount(5);
    await titles(page, 'Unassigned').first().focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect(titles(page, admin.name)).toHaveText(['Begun']);
    await titles(others, 'Open').first().focus();
    await others.keyboard.press('Shift+ArrowRight');
    await expect(others.getByText(/^You cannot move #4: only its creator/).first()).toBeVisible();
    await expect(titles(others, 'Open')).toHaveText(['Four', 'Two', 'One']);
  });

  await test.step('an archived component has a column while it has cards, which can only leave', async () => {
    const ids = ['Old', 'New', 'Unused'].map(async (name) => {
      const { body } = await admin.call('POST', '/api/components', { name });
      return (body as { _id: string })._id;
    });
    const [old = '', , unused = ''] = await Promise.all(ids);
    await admin.files({ title: 'Left', component: old });
    await goWithin(page, '/board?group=component');
    await expect(titles(page, 'No component')).toHaveCount(5);
    // While the board shows it: keys must not move a card to a column that is gone.
    await expect(column(page, 'Unused')).toBeVisible();
    for (const id of [old, unused]) await admin.call('PUT', `/api/components/${id}`, { archived: true });
    await expect(column(page, 'Unused')).toHaveCount(0);
    await expect(titles(page, 'Old')).toHaveCount(0);
    await button(column(page, 'Old'), 'Old (archived)').click();
    await expect(titles(page, 'Old')).toHaveText(['Left']);
    await expectNothingSerious(page);
    await titles(page, 'New').or(titles(page, 'No component')).first().focus();
    await page.keyboard.press('m');
    await expect(page.getByRole('menuitem', { name: 'To New' })).toBeVisible();
    await expect(page.getByRole('menuitem', { name: 'To Old' })).toHaveCount(0);
    await page.keyboard.press('Escape');
    await titles(page, 'Old').focus();
    await page.keyboard.press('Shift+ArrowLeft');
    await expect(titles(page, 'New')).toHaveText(['Left']);
    await expect(page.getByRole('link', { name: 'Left' })).toBeFocused();
  });

  await test.step('a phone shows one column at a time', async () => {
    await others.setViewportSize({ width: 360, height: 640 });
    // What is stored, not what the page knows.
    await others.reload();
    await expect(titles(others, 'Open')).toHaveText(['Left', 'Four', 'Two', 'One']);
    await expectToFit(others);
    await others.getByRole('navigation', { name: 'Columns of the board' }).getByText('In Progress').click();
    await expect(column(others, 'In Progress')).toBeInViewport({ ratio: 0.9 });
    await expectNothingSeriousInLightAndDark(others);
  });

  await test.step('by touch, from the menu of a card', async () => {
    await goWithin(page, '/board');
    await button(cards(others, 'Open').filter({ hasText: 'Two' }), 'Move #2').tap();
    await others.getByRole('menuitem', { name: 'To Resolved' }).tap();
    await expect(titles(page, 'Resolved').filter({ hasText: 'Two' })).toHaveCount(1);
    await expect(titles(others, 'Open')).toHaveText(['Left', 'Four', 'One']);
    await button(cards(others, 'Open').filter({ hasText: 'One' }), 'Move #1').tap();
    await others.getByRole('menuitem', { name: 'To the top' }).tap();
    await expect(titles(page, 'Open')).toHaveText(['One', 'Left', 'Four']);
  });
});
