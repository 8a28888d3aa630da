import type { Locator } from '@playwright/test';
import { expectNothingSerious } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call } from '#e2e/harness/person.ts';
import { button, choose, expectChosen, expectToFit, field, goWithin, row } from '#e2e/harness/screen.ts';

test.describe('Columns, groups and views', () => {
  test.use({ ownServer: true });

  test('columns are chosen, ordered and resized by keys, and stay in this browser', async ({
    open,
    ada,
    admin,
  }) => {
    const body = { name: 'Renderer' };
    const component = await call(admin.server, 'POST', '/api/components', { token: admin.token, body });
    const { _id } = component.body as { _id: string };
    const bug = await ada.files({ title: 'The menu flickers', component: _id });
    const page = await open('/bugs', { as: ada });
    const headings = () =>
      page
        .getByRole('columnheader')
        .evaluateAll((all) => all.map((heading) => heading.ariaLabel ?? heading.textContent));
    const usual = ['Title', 'Status', 'Priority', 'Assigned To', 'Created By', 'Created At', 'Actions'];
    await expect(row(page, bug.title)).toBeVisible();
    await expect.poll(headings).toEqual(usual);

    await button(page, 'Display').click();
    const menu = page.getByRole('dialog', { name: 'Display' });
    await menu.getByRole('checkbox', { name: 'Created By' }).uncheck();
    await menu.getByRole('checkbox', { name: 'Component' }).check();
    const up = menu.getByRole('button', { name: 'Move Component up' });
    for (let i = 0; i < 4; i += 1) await up.press('Enter');
    await expectNothingSerious(page);
    // The menu holds the focus.
    await menu.getByRole('button').last().focus();
    for (const key of ['Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
      await page.keyboard.press(key);
      await expect(menu.locator(':focus')).toHaveCount(1);
    }
    await page.keyboard.press('Escape');
    await expect
      .poll(headings)
      .toEqual(['Title', 'Component', 'Status', 'Priority', 'Assigned To', 'Created At', 'Actions']);
    // Once: in its column, and not beside the title.
    await expect(row(page, bug.title).getByText('Renderer')).toHaveCount(1);

    const edge = page.getByRole('columnheader', { name: 'Component' }).getByRole('separator');
    const before = Number(await edge.getAttribute('aria-valuenow'));
    await edge.press('ArrowLeft');
    await expect(edge).toHaveAttribute('aria-valuenow', String(before + 16));
    const heading = page.getByRole('columnheader', { name: 'Status' });
    const other = heading.getByRole('separator');
    const otherBefore = Number(await other.getAttribute('aria-valuenow'));
    const box = (await other.boundingBox())!;
    await page.mouse.move(box.x + 4, box.y + 8);
    await page.mouse.down();
    await page.mouse.move(box.x - 36, box.y + 8, { steps: 3 });
    await page.mouse.up();
    await expect(other).toHaveAttribute('aria-valuenow', String(otherBefore + 40));
    await expect.poll(async () => (await heading.boundingBox())?.width).toBeCloseTo(otherBefore + 40, -1);

    // What does not fit scrolls sideways, the headings too, with the title in place.
    await page.setViewportSize({ width: 800, height: 700 });
    await expectToFit(page);
    const leftOf = async (locator: Locator) => Math.round((await locator.boundingBox())?.x ?? 0);
    const link = page.getByRole('link', { name: bug.title });
    const [place, unscrolled] = [await leftOf(link), await leftOf(heading)];
    await row(page, bug.title).hover();
    await page.mouse.wheel(150, 0);
    await expect.poll(() => leftOf(heading)).toBe(unscrolled - 150);
    await expect.poll(() => leftOf(row(page, bug.title).locator('td.status'))).toBe(unscrolled - 150);
    await expect.poll(() => leftOf(link)).toBe(place);
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeInViewport({ ratio: 1 });
    await page.mouse.wheel(-150, 0);
    await page.setViewportSize({ width: 1280, height: 720 });

    await page.reload();
    await expect(other).toHaveAttribute('aria-valuenow', String(otherBefore + 40));
    await expect(edge).toHaveAttribute('aria-valuenow', String(before + 16));

    await button(page, 'Display').click();
    await menu.getByRole('button', { name: 'Usual columns' }).click();
    await menu.getByRole('checkbox', { name: 'Compact rows' }).check();
    await page.keyboard.press('Escape');
    await expect.poll(headings).toEqual(usual);
    await page.reload();
    await expect.poll(async () => (await row(page, bug.title).boundingBox())?.height).toBe(32);
  });

  test('a list is saved as a view, shared, pinned with its count, changed and deleted', async ({
    open,
    ada,
    bob,
  }) => {
    const first = await ada.files({ title: 'First', priority: 'high', assignedTo: bob._id });
    await ada.files({ title: 'Second', priority: 'low' });
    const page = await open('/bugs', { as: ada });
    const title = page.getByRole('columnheader', { name: 'Title' });
    const pins = page.getByRole('navigation').getByRole('list');
    await expect(row(page, 'Second')).toBeVisible();
    await expect(pins).toBeHidden();

    await test.step('saved with its filter, order and columns', async () => {
      await choose(page, 'Priority', 'High');
      await title.getByRole('button').click();
      await button(page, 'Views').click();
      await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
      await field(page, 'Name').fill('Urgent <b>');
      await page.getByRole('checkbox', { name: 'Everyone sees it' }).check();
      await expectNothingSerious(page);
      await button(page, 'Save').click();
      await expect(page.getByRole('heading', { level: 1, name: 'Urgent <b>' })).toBeVisible();
      await expect(row(page, 'First')).toBeVisible();
      await expect(row(page, 'Second')).toBeHidden();
      await expect(title).toHaveAttribute('aria-sort', 'ascending');
      await expect(button(page, 'Reset view')).toBeHidden();
    });
    const address = page.url();
    expect(new URL(address).search).toBe('');

    await test.step('a changed filter or order is in the address, and is taken back or saved', async () => {
      await choose(page, 'Priority', 'Low');
      await expect(row(page, 'Second')).toBeVisible();
      await button(page, 'Reset view').click();
      await expect(row(page, 'First')).toBeVisible();
      expect(page.url()).toBe(address);
      await choose(page, 'Status', 'Open');
      await title.getByRole('button').click();
      await expect(title).toHaveAttribute('aria-sort', 'descending');
      await button(page, 'Save changes').click();
      await expect(button(page, 'Save changes')).toBeHidden();
      expect(page.url()).toBe(address);
      await expectChosen(page, 'Status', 'Open');
      await expect(title).toHaveAttribute('aria-sort', 'descending');
    });

    const other = await open('/views', { as: bob });
    await test.step('others find it, and pin it to their bars, where its count is live', async () => {
      await other.getByRole('checkbox', { name: 'Pin Urgent <b>' }).check();
      await other.getByRole('checkbox', { name: 'Pin Assigned to me' }).check();
      const bar = other.getByRole('navigation');
      await expect(bar.getByRole('link', { name: 'Urgent <b> 1' })).toBeVisible();
      await other.getByRole('button', { name: 'Move Urgent <b> up' }).press('Enter');
      await ada.files({ title: 'Third', priority: 'high' });
      await expect(bar.getByRole('link', { name: 'Urgent <b> 2' })).toBeVisible();
      await expectNothingSerious(other);
      await bar.getByRole('link', { name: /^Assigned to me/ }).click();
      await expect(other.getByRole('heading', { level: 1, name: 'Assigned to me' })).toBeVisible();
      await expect(row(other, first.title)).toBeVisible();
      await expect(row(other, 'Third')).toBeHidden();
      await other.keyboard.press('Control+k');
      await other.getByRole('combobox', { name: 'Jump to…' }).fill('urgent');
      await other.getByRole('option', { name: 'View Urgent <b>' }).click();
      await expect(other).toHaveURL(address);
      await button(other, 'Views').click();
      await other.keyboard.press('Escape');
    });

    await test.step('on a phone, the menu has the pins', async () => {
      await other.setViewportSize({ width: 360, height: 740 });
      await other.getByRole('button', { name: 'Menu' }).click();
      await expect(other.getByRole('link', { name: 'Urgent <b> 2' })).toBeVisible();
      await expectToFit(other);
      await goWithin(other, '/views');
      await expect(other.getByRole('checkbox', { name: 'Pin Urgent <b>' })).toBeVisible();
      await expectToFit(other);
    });

    await test.step('a deleted view is gone everywhere', async () => {
      await goWithin(page, '/views');
      await page
        .getByRole('row', { name: /Urgent/ })
        .getByRole('button', { name: 'Actions' })
        .click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await button(page, 'Delete').click();
      await expect(page.getByText('Urgent')).toHaveCount(0);
      await expect(other.getByText('Urgent')).toHaveCount(0);
      await goWithin(page, address);
      await expect(page.getByText('This view does not exist, or is not shared.')).toBeVisible();
    });
  });

  test('an open view follows a renamed label, and an address follows a merged label', async ({
    open,
    ada,
    admin,
  }) => {
    const change = async (method: string, path: string, body?: object) => {
      const { body: changed } = await call(admin.server, method, path, { token: admin.token, body });
      return (changed as { _id: string } | undefined)?._id ?? '';
    };
    const crash = await change('POST', '/api/labels', { name: 'crash', color: 'red' });
    const jam = await change('POST', '/api/labels', { name: 'jam', color: 'teal' });
    const bug = await ada.files({ title: 'The menu flickers', labels: [crash] });
    const body = { name: 'Crashes', query: 'label:crash' };
    const view = await call(ada.server, 'POST', '/api/views', { token: ada.token, body });
    const page = await open(`/views/${(view.body as { _id: string })._id}`, { as: ada });
    const box = field(page, 'Search');
    await expect(row(page, bug.title)).toBeVisible();
    await change('PUT', `/api/labels/${crash}`, { name: 'app crash' });
    await expect(box).toHaveValue('label:"app crash"');
    await expect(button(page, 'Label app crash')).toBeVisible();
    await expect(row(page, bug.title)).toBeVisible();
    await change('DELETE', `/api/labels/${jam}?into=${crash}`);
    await goWithin(page, `/bugs?label=${jam}&sort=title`);
    await expect(button(page, 'Label app crash')).toBeVisible();
    await expect(page).toHaveURL(new RegExp(`label=${crash}`));
    await expect(row(page, bug.title)).toBeVisible();
  });
});
