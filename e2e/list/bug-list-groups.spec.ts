import type { Page } from '@playwright/test';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { button, choose, countCalls, expectToFit, field, goWithin, row } from '#e2e/harness/screen.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call } from '#e2e/harness/person.ts';

test.use({ ownServer: true });

const group = (page: Page, name: string) => page.getByRole('rowgroup', { name: new RegExp(`^${name} `) });
const titles = (page: Page, name: string) => group(page, name).locator('.title a');
const heading = (page: Page, name: string) =>
  page.getByRole('heading', { level: 2, name: new RegExp(`^${name} `) });

test('rows are grouped; changes move them live, and a view saves the grouping', async ({
  open,
  ada,
  bob,
  admin,
}) => {
  const body = { name: 'Renderer' };
  const component = await call(admin.server, 'POST', '/api/components', { token: admin.token, body });
  const { _id } = component.body as { _id: string };
  for (let i = 1; i <= 27; i += 1) await ada.files({ title: `Open ${i}` });
  await ada.files({ title: 'Begun', status: 'in-progress', component: _id });
  const archived = { archived: true };
  await call(admin.server, 'PUT', `/api/components/${_id}`, { token: admin.token, body: archived });
  const page = await open('/bugs', { as: ada });

  await test.step('each group by status has its total, its first rows and a way to more', async () => {
    await button(page, 'Display').click();
    await choose(page, 'Group by', 'Status');
    await button(page, 'Done').click();
    await expect(page).toHaveURL('/bugs?group=status');
    await expect(heading(page, 'Open')).toHaveAccessibleName('Open 27 bugs');
    await expect(titles(page, 'Open')).toHaveCount(25);
    await button(page, 'Show more').click();
    await expect(titles(page, 'Open')).toHaveCount(27);
    await heading(page, 'Open').getByRole('button').click();
    await expect(titles(page, 'Open')).toHaveCount(0);
    await expect(titles(page, 'In Progress')).toHaveText(['Begun']);
    await expect(heading(page, 'Resolved')).toHaveAccessibleName('Resolved 0 bugs');
    await expectNothingSeriousInLightAndDark(page);
  });

  const others = await open('/bugs?group=status', { as: bob });
  await test.step('a changed status moves the row, with the focus, here and for others', async () => {
    await expect(titles(others, 'In Progress')).toHaveText(['Begun']);
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: 'Begun' })).toBeFocused();
    await page.keyboard.press('s');
    await page.getByRole('menuitemradio', { name: 'Resolved' }).click();
    await expect(titles(page, 'Resolved')).toHaveText(['Begun']);
    await expect(heading(page, 'In Progress')).toHaveAccessibleName('In Progress 0 bugs');
    await expect(page.getByRole('link', { name: 'Begun' })).toBeFocused();
    await others.getByRole('button', { name: /^Open / }).click();
    await expect(titles(others, 'Resolved')).toHaveText(['Begun']);
    await page.keyboard.press('x');
    await expect(row(page, 'Begun').getByRole('checkbox')).toBeChecked();
    await page.keyboard.press('x');
  });

  await test.step('the space bar opens a bug beside the list, and k the one above it', async () => {
    const panel = (title: string) => page.getByRole('complementary', { name: new RegExp(`${title}$`) });
    await page.getByRole('link', { name: 'Begun' }).focus();
    await page.keyboard.press('Space');
    await expect(panel('Begun')).toBeVisible();
    await heading(page, 'Open').getByRole('button').click();
    await titles(page, 'Resolved').focus();
    await page.keyboard.press('k');
    await expect(titles(page, 'Open').last()).toBeFocused();
    await expect(panel('Open 1')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(panel('Open 1')).toHaveCount(0);
  });

  await test.step('Back leads to the row, in the groups as they were, without another fetch', async () => {
    await heading(page, 'In Progress').getByRole('button').click();
    const last = titles(page, 'Open').last();
    await last.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: 'Open 1' })).toBeVisible();
    await expect(page.getByText('27 of 27')).toBeVisible();
    const calls = countCalls(page, '/api/bugs');
    await page.goBack();
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport();
    await expect(titles(page, 'Open')).toHaveCount(27);
    await expect(heading(page, 'In Progress').getByRole('button')).toHaveAttribute('aria-expanded', 'true');
    // Its change reaches the page after all calls that going back may have made.
    await ada.files({ title: 'Newest' });
    await expect(heading(page, 'Open')).toHaveAccessibleName('Open 28 bugs');
    const searches = calls.map((made) => new URL(made.url()).search);
    // A group has a status, a live change its ids, and the count a page of one bug.
    expect(searches.filter((search) => !/[?&](status|ids|limit=1(&|$))/.test(search))).toEqual([]);
  });

  await test.step('a view saves the grouping, and can be shown without it', async () => {
    await button(page, 'Views').click();
    await page.getByRole('menuitem', { name: 'Save as new view…' }).click();
    await field(page, 'Name').fill('By status');
    await button(page, 'Save').click();
    await expect(page.getByRole('heading', { level: 1, name: 'By status' })).toBeVisible();
    await expect(titles(page, 'Resolved')).toHaveText(['Begun']);
    expect(new URL(page.url()).search).toBe('');
    await button(page, 'Display').click();
    await choose(page, 'Group by', 'No groups');
    await button(page, 'Done').click();
    await expect(heading(page, 'Open')).toHaveCount(0);
    await button(page, 'Reset view').click();
    await expect(heading(page, 'Open')).toBeVisible();
  });

  await test.step('an archived component is a group as long as it has bugs', async () => {
    await goWithin(page, '/bugs?group=component');
    await heading(page, 'No component').getByRole('button').click();
    await expect(titles(page, 'Renderer')).toHaveText(['Begun']);
    // Closing the bugs without a component closes no group of another field.
    await goWithin(page, '/bugs?group=assignedTo');
    const unassigned = heading(page, 'Unassigned').getByRole('button');
    await expect(unassigned).toHaveAttribute('aria-expanded', 'true');
    await goWithin(page, '/bugs?group=component&status=open');
    await expect(heading(page, 'Renderer')).toHaveCount(0);
  });

  await test.step('the groups fit a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    await goWithin(page, '/bugs?group=assignedTo');
    await expect(titles(page, 'Unassigned')).toHaveCount(25);
    await expectToFit(page);
  });

  await test.step('the rest of a long group loads page by page', async () => {
    // The server sends a hundred bugs at a time.
    await Promise.all(Array.from({ length: 75 }, () => ada.files()));
    // The live changes have added them to the loaded page: loaded anew, the group has two pages.
    await page.reload();
    await expect(heading(page, 'Unassigned')).toHaveAccessibleName('Unassigned 104 bugs');
    for (const shown of [50, 75, 100, 104]) {
      await button(page, 'Show more').click();
      await expect(titles(page, 'Unassigned')).toHaveCount(shown);
    }
  });
});
