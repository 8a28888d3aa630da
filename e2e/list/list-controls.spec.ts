import type { Locator, Page } from '@playwright/test';
import { createCustomField } from '#contract/classification/custom-fields.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, chip, field, holdBack, query, row, rows, select } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

/** The rows of which the window shows all. */
const rowsInSight = (page: Page) =>
  rows(page).evaluateAll(
    (all) =>
      all.filter((one) => {
        const { top, bottom } = one.getBoundingClientRect();
        return top >= 0 && bottom <= innerHeight;
      }).length,
  );

const topOf = async (locator: Locator) => (await locator.boundingBox())?.y ?? Number.NaN;

test('the list has its controls in one line, and rows in the rest of the window', async ({
  open,
  ada,
  bob,
  admin,
}) => {
  for (const name of ['crash', 'tax'])
    await admin.call('POST', createLabel.path, { name, color: 'red', description: '' });
  await admin.call('POST', createCustomField.path, { name: 'Effort', kind: 'number' });
  for (let i = 0; i < 30; i += 1) await ada.files({ title: `Bug ${i}`, assignedTo: bob._id });
  const page = await open('about:blank', { as: ada });
  await page.addInitScript(() => {
    // As on a first visit.
    localStorage.removeItem('workspace');
    const own = Object.assign(window, { shifted: 0 });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[])
        if (!entry.hadRecentInput) own.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const shifted = () => page.evaluate(() => (window as unknown as { shifted: number }).shifted);

  await test.step('nothing moves when filters and definitions arrive late', async () => {
    for (const path of [
      `/bugs?assignedTo=${bob._id}`,
      '/bugs?query=Effort%3Anone',
      '/board',
      `/board?assignedTo=${bob._id}`,
    ]) {
      const release = await holdBack(page, 'GET', '/api/workspace');
      const answered = page.waitForResponse('**/api/workspace');
      await page.goto(path);
      await expect(page.getByText('Bug 29')).toBeVisible();
      release();
      await answered;
      await page.evaluate(async () => {
        for (let i = 0; i < 10; i += 1) await new Promise(requestAnimationFrame);
      });
      expect(await shifted(), path).toBeLessThan(0.02);
      await page.unrouteAll({ behavior: 'wait' });
    }
  });

  await test.step('rows fill the window at 1440 × 900 and at 200 % zoom', async () => {
    const users: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).pathname === '/api/users') users.push(request.url());
    });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(`/bugs?assignedTo=${bob._id}`);
    await expect(chip(page, `Assigned to ${bob.name}`)).toBeVisible();
    await expect(row(page, 'Bug 29')).toBeVisible();
    await expect.poll(() => topOf(rows(page).first())).toBeLessThanOrEqual(240);
    const controls = 'a[href], button, input, select, textarea, [role="combobox"], [tabindex="0"]';
    const beside = page.locator(`:is(${controls}):visible`);
    const inRows = rows(page).locator(`:is(${controls}):visible`);
    expect((await beside.count()) - (await inRows.count())).toBeLessThanOrEqual(60);
    // The rows name the people of the filter.
    expect(users).toEqual([]);
    await page.goto('/bugs');
    await expect(row(page, 'Bug 29')).toBeVisible();
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(18);
    await page.setViewportSize({ width: 720, height: 450 });
    await expect.poll(() => rowsInSight(page)).toBeGreaterThanOrEqual(5);
  });

  await test.step('the controls are in one line at 820 pixels', async () => {
    await page.setViewportSize({ width: 820, height: 700 });
    const line = [
      field(page, 'Search'),
      select(page, 'Status'),
      select(page, 'Priority'),
      button(page, 'Filter'),
      button(page, 'Display'),
    ];
    const lines = async () => {
      const middles = await Promise.all(
        line.map(async (control) => {
          const { y = 0, height = 0 } = (await control.boundingBox()) ?? {};
          return Math.round(y + height / 2);
        }),
      );
      return new Set(middles).size;
    };
    await expect.poll(lines).toBe(1);
    await page.setViewportSize({ width: 1280, height: 720 });
  });

  await test.step('a filter is chosen by keys, edited in its chip, and removed by a key', async () => {
    await page.keyboard.press('f');
    await page.keyboard.type('lab');
    await page.keyboard.press('Enter');
    await page.keyboard.type('cr');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Escape');
    await expect(chip(page, 'Label crash')).toBeVisible();
    await expect(page.getByText('0 bugs found')).toBeVisible();
    await chip(page, 'Label crash').click();
    await page.getByRole('option', { name: 'tax' }).click();
    await page.keyboard.press('Escape');
    await expect(chip(page, 'Label crash or tax')).toBeFocused();
    expect(Object.keys(query(page))).toEqual(['label']);
    await page.keyboard.press('n');
    await expect(chip(page, 'Not resolved')).toBeVisible();
    await chip(page, 'Label crash or tax').press('Delete');
    await expect(chip(page, 'Not resolved')).toBeFocused();
    await expect.poll(() => query(page)).toEqual({ status: 'open,in-progress' });
    await page.keyboard.press('Backspace');
    await expect.poll(() => query(page)).toEqual({});
    await expect(button(page, 'Filter')).toBeFocused();
  });
});
