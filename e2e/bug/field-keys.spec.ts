import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import type { Person } from '#e2e/harness/person.ts';
import { button, expectToFit, field, goWithin, row, rows } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

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
  test('thirty bugs get an assignee and a priority with 150 keys or fewer, in the list and on their pages', async ({
    open,
    ada,
    register,
  }) => {
    test.slow();
    // The third option of the choice, behind "Me" and "Unassigned".
    const first = await register({ name: 'Aaron First' });
    const bugs = await file(ada, 30);
    const page = await open('/bugs', { as: ada });
    await expect(rows(page).first()).toBeVisible();
    let keys = 0;
    const press = async (key: string) => {
      keys += 1;
      await page.keyboard.press(key);
    };

    await test.step('in the list: j a 3 p 1', async () => {
      for (const bug of bugs) {
        await press('j');
        await expect(link(page, bug)).toBeFocused();
        await press('a');
        await expect(picker(page)).toBeVisible();
        await press('3');
        await expect(picker(page)).toBeHidden();
        await press('p');
        await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible();
        await press('1');
        await expect(value(page, bug, 'High')).toBeVisible();
      }
      expect(keys).toBeLessThanOrEqual(150);
    });

    await test.step('on their pages: i p 3 j', async () => {
      await page.reload();
      await expect(rows(page).first()).toBeVisible();
      keys = 0;
      await press('j');
      await press('Enter');
      for (const bug of bugs) {
        await shows(page, bug);
        await press('i');
        await expect(button(page, `Assigned To: ${ada.name}, change`)).toBeVisible();
        await press('p');
        await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible();
        await press('3');
        await expect(button(page, 'Priority: Low, change')).toBeVisible();
        await press('j');
      }
      expect(keys).toBeLessThanOrEqual(150);
    });

    await expect
      .poll(async () => (await Promise.all(bugs.map((bug) => ada.reads(bug)))).map((bug) => bug.priority))
      .toEqual(bugs.map(() => 'low'));
    for (const bug of bugs) expect((await ada.reads(bug)).assignedTo?._id).toBe(ada._id);
    expect(first._id).not.toBe(ada._id);
  });

  test('a choice is made by letter, arrows or digit, and Escape returns the focus, in a row and on the page', async ({
    open,
    ada,
    bob,
  }) => {
    const [bug, other] = await file(ada, 2);
    const foreign = await bob.files({ title: 'Of Bob' });
    if (!bug || !other) throw new Error('Two were filed');
    const page = await open('/bugs', { as: ada });
    await expect(rows(page)).toHaveCount(3);
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

    // By mouse, and not for those who may not.
    await value(page, other, 'Medium').click();
    await page.getByRole('menuitemradio', { name: 'Low' }).click();
    await expect(value(page, other, 'Low')).toBeFocused();
    await expect(row(page, foreign.title).locator('[data-field] button')).toHaveCount(0);
    await expect.poll(async () => ada.reads(other)).toMatchObject({ priority: 'low' });

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
    expect(await ada.reads(bug)).toMatchObject({ assignedTo: { _id: ada._id } });
  });

  test('the same keys change a selection; b leads to its bar and Escape back; a bug that leaves the list hands on the focus', async ({
    open,
    ada,
  }) => {
    const bugs = await file(ada, 3);
    const [first, second, third] = bugs;
    if (!first || !second || !third) throw new Error('Three were filed');
    const page = await open('/bugs?status=open', { as: ada });
    const bar = page.getByRole('region', { name: 'Selected bugs' });
    await expect(rows(page)).toHaveCount(3);
    for (const key of ['j', 'x', 'j', 'x']) await page.keyboard.press(key);
    await expect(bar).toContainText('2 selected');
    await expect(link(page, second)).toBeFocused();
    await page.keyboard.press('b');
    await expect(bar).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(link(page, second)).toBeFocused();
    await page.keyboard.press('p');
    await page.keyboard.press('1');
    await expect(bar).toContainText('2 bugs changed.');
    for (const { title } of [first, second]) await expect(row(page, title)).toContainText('High');
    await expect(row(page, third.title)).toContainText('Medium');

    await page.setViewportSize({ width: 320, height: 256 });
    expect((await bar.boundingBox())?.height).toBeLessThan(256 / 2);
    await page.setViewportSize({ width: 1280, height: 720 });

    await button(bar, 'Close').click();
    await link(page, second).focus();
    await page.keyboard.press('s');
    await page.keyboard.press('3');
    await expect(rows(page)).toHaveCount(2);
    await expect(link(page, third)).toBeFocused();
    await expect(field(page, 'Search')).toBeVisible();
  });

  for (const [name, path] of [
    ['list', '/bugs?status=open'],
    ['grouped list', '/bugs?status=open&group=status'],
  ] as const)
    test(`a bug that leaves the ${name} hands on no focus that a press beside the rows has taken away`, async ({
      open,
      ada,
    }) => {
      const [first, second, third] = await file(ada, 3);
      if (!first || !second || !third) throw new Error('Three were filed');
      const page = await open(path, { as: ada });
      await expect(rows(page)).toHaveCount(3);
      await link(page, first).focus();
      await ada.edits(first, { status: 'resolved' });
      await expect(rows(page)).toHaveCount(2);
      await expect(link(page, second)).toBeFocused();
      // An empty place of the bar.
      await page.getByRole('banner').click({ position: { x: 4, y: 4 } });
      await expect(page.locator('body')).toBeFocused();
      await ada.edits(second, { status: 'resolved' });
      await expect(rows(page)).toHaveCount(1);
      // The focus would have been handed on with the frame that showed the one row.
      await page.evaluate(() => new Promise((rendered) => requestAnimationFrame(() => setTimeout(rendered))));
      await expect(page.locator('body')).toBeFocused();
    });

  test('Space opens the bug beside the list, which goes along with j and k, changes by keys, and closes with Escape', async ({
    open,
    ada,
  }) => {
    const [first, second] = await file(ada, 2);
    if (!first || !second) throw new Error('Two were filed');
    const page = await open('/bugs', { as: ada, viewport: { width: 1440, height: 900 } });
    const panel = (bug: Bug) => page.getByRole('complementary', { name: `#${bug.number} ${bug.title}` });
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.press('j');
    await page.keyboard.press('Space');
    await expect(panel(first)).toContainText(first.description);
    await expectNothingSeriousInLightAndDark(page);
    await page.keyboard.press('j');
    await expect(panel(second)).toBeVisible();
    await expect(link(page, second).first()).toBeFocused();
    await page.keyboard.press('s');
    await page.keyboard.press('3');
    await expect(button(panel(second), 'Status: Resolved, change')).toBeVisible();
    await expect.poll(async () => ada.reads(second)).toMatchObject({ status: 'resolved' });
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
    await expect(panel(second)).toBeInViewport();
    await button(panel(second), `Close #${second.number}`).focus();
    await page.keyboard.press('Escape');
    await expect(panel(second)).toBeHidden();
    await expect(link(page, second)).toBeFocused();
  });

  test('filing opens the whole list and names the bug; actions keep their place beside a long title', async ({
    open,
    ada,
  }) => {
    const page = await open('/bugs?status=resolved', { as: ada });
    await page.getByText('Create New Bug', { exact: true }).click();
    await field(page, 'Title').fill('word '.repeat(39));
    await field(page, 'Description').fill('It happens');
    await button(page, 'Create Bug').click();
    await expect(page).toHaveURL('/bugs');
    await expect(page.getByText(/^Filed #\d+$/)).toBeVisible();
    await expect(button(page, 'Copy link')).toBeVisible();
    await page.getByRole('link', { name: 'Open', exact: true }).click();
    const place = async () => (await button(page, 'Edit').boundingBox()) ?? { x: 0, y: 0 };
    await expect(button(page, 'Edit')).toBeVisible();
    const long = await place();
    const short = await ada.files();
    await goWithin(page, `/bugs/${short._id}`);
    await shows(page, short);
    expect(await place()).toEqual(long);
  });
});
