import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { type Person, unique } from '#e2e/harness/person.ts';
import { button, expectToFit, field, goWithin, row, rows } from '#e2e/harness/screen.ts';

/** The user's own bugs: other tests file theirs on the same server. */
const mine = '/bugs?createdBy=me';
const link = (page: Page, { title }: Bug) => page.getByRole('link', { name: title, exact: true });
const shows = (page: Page, { title }: Bug) =>
  expect(page.getByRole('heading', { name: title, exact: true, level: 1 })).toBeVisible();
const picker = (page: Page, name = 'Assigned To') => page.getByRole('dialog', { name });
const value = (page: Page, { title }: Bug, now: string) =>
  row(page, title).getByRole('button', { name: now, exact: true });

async function file(person: Person, count: number): Promise<Bug[]> {
  const bugs: Bug[] = [];
  for (let number = 1; number <= count; number += 1)
    bugs.unshift(await person.files({ title: `Bug no. ${number}.` }));
  return bugs;
}

test.describe('Fields by keyboard', () => {
  test('a bug gets an assignee and a priority with five keys, and stays beside its list', async ({
    open,
    ada,
    bob,
  }) => {
    const tag = unique('tagged');
    const [foreign, other, bug] = [
      await bob.files({ title: `Of Bob ${tag}` }),
      await ada.files({ title: `Other ${tag}` }),
      await ada.files({ title: `One ${tag}` }),
    ];
    const bugs = [bug, other];
    const page = await open(`/bugs?q=${encodeURIComponent(tag)}`, { as: ada });
    await expect(rows(page)).toHaveCount(3);
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };

    await test.step('in the list: j a 1 p 1', async () => {
      for (const each of bugs) {
        await press('j');
        await expect(link(page, each)).toBeFocused();
        await press('a');
        await expect(picker(page)).toBeVisible();
        await press('1');
        await expect(picker(page)).toBeHidden();
        await press('p');
        await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible();
        await press('1');
        await expect(value(page, each, 'High')).toBeVisible();
        await expect(value(page, each, ada.name)).toBeVisible();
      }
      expect(keys).toBeLessThanOrEqual(5 * bugs.length);
    });
    await test.step('on their pages: a 2 p 3 j', async () => {
      await link(page, bug).click();
      keys = 0;
      for (const each of bugs) {
        await shows(page, each);
        await press('a');
        await expect(picker(page)).toBeVisible();
        await press('2');
        await expect(button(page, 'Assigned To: Unassigned, change')).toBeVisible();
        await press('p');
        await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible();
        await press('3');
        await expect(button(page, 'Priority: Low, change')).toBeVisible();
        await press('j');
      }
      expect(keys).toBeLessThanOrEqual(5 * bugs.length);
      await shows(page, foreign);
      await expect
        .poll(async () => {
          const stored = await Promise.all(bugs.map((each) => ada.reads(each)));
          return stored.map(({ priority, assignedTo }) => [priority, assignedTo]);
        })
        .toEqual(bugs.map(() => ['low', null]));
    });
    await test.step('in the list by letter, typing and mouse, after which the focus returns', async () => {
      await page.getByRole('link', { name: 'Back to the list' }).click();
      await link(page, bug).focus();
      await page.keyboard.press('s');
      await expect(page.getByRole('menuitemradio', { name: 'Open', checked: true })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(link(page, bug)).toBeFocused();
      await page.keyboard.press('s');
      await page.keyboard.press('r');
      await page.keyboard.press('Enter');
      await expect(value(page, bug, 'Resolved')).toBeVisible();
      await expect(link(page, bug)).toBeFocused();

      await page.keyboard.press('a');
      await expect(picker(page).getByRole('option').first()).toHaveAccessibleName('Me');
      await expectToFit(page);
      await expectNothingSeriousInLightAndDark(page);
      await page.keyboard.type(bob.name.slice(0, -1));
      await expect(picker(page).getByRole('option')).toHaveText([bob.name]);
      await page.keyboard.press('Enter');
      await expect(value(page, bug, bob.name)).toBeVisible();
      await expect(link(page, bug)).toBeFocused();
      await page.keyboard.press('i');
      await expect(value(page, bug, ada.name)).toBeVisible();

      // By mouse, and not without the permission.
      await value(page, other, 'Low').click();
      await page.getByRole('menuitemradio', { name: 'Medium' }).click();
      await expect(value(page, other, 'Medium')).toBeFocused();
      await expect(row(page, foreign.title).locator('[data-field] button')).toHaveCount(0);
      await expect.poll(async () => ada.reads(other)).toMatchObject({ priority: 'medium' });
    });
    await test.step('Space opens the bug beside the list, where it follows the keys until Escape', async () => {
      const panel = ({ number, title }: Bug) =>
        page.getByRole('complementary', { name: `#${number} ${title}` });
      await page.setViewportSize({ width: 1440, height: 900 });
      await link(page, bug).focus();
      await page.keyboard.press('Space');
      await expect(panel(bug)).toContainText(bug.description);
      await expectNothingSeriousInLightAndDark(page);
      await page.keyboard.press('j');
      await expect(panel(other)).toBeVisible();
      await expect(link(page, other).first()).toBeFocused();
      await page.keyboard.press('s');
      await page.keyboard.press('3');
      await expect(button(panel(other), 'Status: Resolved, change')).toBeVisible();
      await expect.poll(async () => ada.reads(other)).toMatchObject({ status: 'resolved' });
      await page.setViewportSize({ width: 320, height: 640 });
      await expectToFit(page);
      await expect(panel(other)).toBeInViewport();
      await button(panel(other), `Close #${other.number}`).focus();
      await page.keyboard.press('Escape');
      await expect(panel(other)).toBeHidden();
      await expect(link(page, other)).toBeFocused();
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await test.step('on its page, also from the palette', async () => {
      await link(page, bug).press('Enter');
      await shows(page, bug);
      const heading = page.getByRole('heading', { name: bug.title, level: 1 });
      await expect(heading).toBeFocused();
      await page.keyboard.press('a');
      await expect(picker(page)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(heading).toBeFocused();
      await page.keyboard.press('ControlOrMeta+k');
      await expect(page.getByRole('dialog', { name: 'Jump to…' })).toBeVisible();
      await page.keyboard.type('set stat');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('menu', { name: 'Status' })).toBeVisible();
      await page.keyboard.press('2');
      await expect(button(page, 'Status: In Progress, change')).toBeVisible();
      await expect
        .poll(async () => ada.reads(bug))
        .toMatchObject({ status: 'in-progress', assignedTo: { _id: ada._id } });
    });
  });

  test('the keys change a selection, and a bug that leaves the list passes the focus on', async ({
    open,
    ada,
  }) => {
    const [first, second, third, fourth] = await file(ada, 4);
    if (!first || !second || !third || !fourth) throw new Error('Four were filed');
    const page = await open(`${mine}&status=open`, { as: ada });
    const bar = page.getByRole('region', { name: 'Selected bugs' });
    await expect(rows(page)).toHaveCount(4);

    await test.step('b leads to the bar of a selection, and Escape back', async () => {
      for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
      await expect(bar).toContainText('2 selected');
      await expect(link(page, second)).toBeFocused();
      await page.keyboard.press('b');
      await expect(bar).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(link(page, second)).toBeFocused();
    });
    await test.step('p 1 changes the selected bugs and no other', async () => {
      await page.keyboard.press('p');
      await page.keyboard.press('1');
      await expect(bar).toContainText('2 bugs changed.');
      for (const { title } of [first, second]) await expect(row(page, title)).toContainText('High');
      await expect(row(page, third.title)).toContainText('Medium');
      await page.setViewportSize({ width: 320, height: 256 });
      await expect.poll(async () => (await bar.boundingBox())?.height).toBeLessThan(256 / 2);
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await test.step('a bug that leaves the list passes the focus to the next', async () => {
      await button(bar, 'Close').click();
      await link(page, first).focus();
      await page.keyboard.press('s');
      await page.keyboard.press('3');
      await expect(rows(page)).toHaveCount(3);
      await expect(link(page, second)).toBeFocused();
      await expect(field(page, 'Search')).toBeVisible();
    });
    /** Of three rows, the first leaves while focused, then the second without the focus. */
    const leave = async (leaving: Bug, next: Bug) => {
      await expect(rows(page)).toHaveCount(3);
      await link(page, leaving).focus();
      await ada.edits(leaving, { status: 'resolved' });
      await expect(rows(page)).toHaveCount(2);
      await expect(link(page, next)).toBeFocused();
      // An empty spot of the bar.
      await page.getByRole('banner').click({ position: { x: 4, y: 4 } });
      await expect(page.locator('body')).toBeFocused();
      await ada.edits(next, { status: 'resolved' });
      await expect(rows(page)).toHaveCount(1);
      // The focus would have moved in the frame that rendered the single row.
      await page.evaluate(() => new Promise((rendered) => requestAnimationFrame(() => setTimeout(rendered))));
      await expect(page.locator('body')).toBeFocused();
    };
    await test.step('after a press beside the rows, the focus stays out of them', () => leave(second, third));
    await test.step('both hold in a grouped list, too', async () => {
      const [older, newer] = [await ada.files(), await ada.files()];
      await goWithin(page, `${mine}&status=open&group=status`);
      await leave(newer, older);
    });
  });
});

test('anyone can take an unassigned bug, by button or key, and then work on it', async ({
  open,
  ada,
  bob,
}) => {
  const [first, second] = [await bob.files(), await bob.files()];
  const page = await open(`/bugs/${first._id}`, { as: ada });
  await shows(page, first);
  await expect(button(page, 'Start')).toBeHidden();
  await button(page, 'Assign to me').click();
  await expect(button(page, `Assigned To: ${ada.name}, change`)).toBeVisible();
  await expect(button(page, 'Start')).toBeVisible();
  await expect(button(page, 'Assign to me')).toBeHidden();

  await goWithin(page, `/bugs/${second._id}`);
  await shows(page, second);
  await page.keyboard.press('i');
  await expect(button(page, `Assigned To: ${ada.name}, change`)).toBeVisible();
});
