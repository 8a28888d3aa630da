import type { Bug } from '#contract/bugs/bugs.ts';
import { chipPairs, expectChip } from '#e2e/harness/chips.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { alert, button, cut, expectToFit, nextCall, row, rows, waitForCode } from '#e2e/harness/screen.ts';
import { inZone, zoneOfAnotherDay } from '#e2e/harness/zones.ts';

test('the list shows each bug in its row, with what the user may do', async ({ open, ada, bob, server }) => {
  const assigned = await ada.files({ status: 'in-progress', priority: 'high', assignedTo: bob._id });
  const other = await bob.files();
  const timezoneId = zoneOfAnotherDay(assigned.createdAt);
  const page = await open('/profile', { as: ada, timezoneId });
  const iconOf = (title: string) => row(page, title).getByRole('button', { name: /^Delete/ });

  await test.step('"Failed to fetch bugs", and Retry', async () => {
    await waitForCode(page, 'BugListPage');
    await cut(page, '/api/bugs');
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(alert(page, 'Failed to fetch bugs')).toBeVisible();
    await page.unrouteAll();
    const call = nextCall(page, 'GET', '/api/bugs');
    await button(page, 'Retry').click();
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    await expect(row(page, other.title)).toBeVisible();
    await expect(alert(page, 'Failed to fetch bugs')).toBeHidden();
  });

  await test.step('title, columns, and rows with an assignee or "Unassigned", the newest first', async () => {
    await expect(page.getByRole('heading', { name: 'Bug List', level: 1 })).toBeVisible();
    const columns = ['Title', 'Status', 'Priority', 'Assigned To', 'Created By', 'Created At', 'Actions'];
    await expect(page.getByRole('columnheader')).toHaveText(columns);
    const cells = (of: string) => row(page, of).getByRole('cell');
    await expect(cells(assigned.title).nth(0)).toHaveText(`#${assigned.number}${assigned.title}`);
    await expect(cells(assigned.title).nth(1)).toHaveText('In Progress');
    await expect(cells(assigned.title).nth(2)).toHaveText('High');
    await expect(cells(assigned.title).nth(3)).toHaveText(bob.name);
    await expect(cells(assigned.title).nth(4)).toHaveText(ada.name);
    await expect(cells(other.title).nth(3)).toHaveText('Unassigned');
    await expect(cells(other.title).nth(4)).toHaveText(bob.name);
    await expect(rows(page).nth(0)).toContainText(other.title);
    await expect(rows(page).nth(1)).toContainText(assigned.title);
  });

  await test.step('Created At is the local date, with the exact time on hover', async () => {
    const { day, clock } = inZone(assigned.createdAt, timezoneId);
    const cell = row(page, assigned.title).getByRole('cell').nth(5);
    await expect(cell).toContainText(new RegExp(`(?<!\\d)0?${day}\\b`));
    await expect(cell).not.toContainText(clock);
    await expect(cell.getByTitle(clock)).toBeVisible();
  });

  await test.step('the delete icon shows to the creator and to admins, not to the assignee', async () => {
    await ada.edits(assigned, { assignedTo: null });
    await bob.edits(other, { assignedTo: ada._id });
    await expect(row(page, other.title).getByRole('cell').nth(3)).toHaveText(ada.name);
    await expect(iconOf(assigned.title)).toBeVisible();
    await expect(iconOf(other.title)).toHaveCount(0);
    await server.katydid('admin', 'grant', ada.email);
    await expect(iconOf(other.title)).toBeVisible();
  });

  await test.step('resizing the window switches between cards and table', async () => {
    const height = async () => (await row(page, other.title).boundingBox())?.height;
    const label = row(page, other.title).getByRole('cell', { name: /^Created At / });
    const whole = await height();
    await page.setViewportSize({ width: 400, height: 700 });
    await expect(label).toBeVisible();
    await expectToFit(page);
    await page.setViewportSize({ width: 1280, height: 700 });
    await expect(label).toHaveCount(0);
    await expect.poll(height).toBe(whole);
  });

  await test.step('a tablet shows the assignee; View and Delete are hidden by opacity alone', async () => {
    await page.setViewportSize({ width: 820, height: 700 });
    await page.mouse.move(0, 0);
    await expect(page.getByRole('columnheader', { name: 'Assigned To' })).toBeVisible();
    await expect(page.getByRole('columnheader', { name: 'Actions' })).toBeInViewport({ ratio: 1 });
    const view = row(page, other.title).getByRole('link', { name: 'View' });
    for (const action of [view, iconOf(other.title)]) await expect(action).toHaveCSS('opacity', '0');
    await row(page, other.title).hover();
    await expect(view).toHaveCSS('opacity', '1');
    await row(page, assigned.title).getByRole('link', { name: assigned.title }).focus();
    await expect(row(page, assigned.title).getByRole('link', { name: 'View' })).toHaveCSS('opacity', '1');
    await page.setViewportSize({ width: 1280, height: 700 });
  });

  await test.step('View and "Create New Bug" lead to their pages', async () => {
    await row(page, other.title).getByRole('link', { name: 'View' }).click();
    await expect(page).toHaveURL(`/bugs/${other._id}`);
    await expect(page.getByRole('heading', { name: other.title })).toBeVisible();
    await page.goBack();
    await page.getByText('Create New Bug', { exact: true }).click();
    await expect(page).toHaveURL('/bugs/create');
    await page.goBack();
  });

  await test.step('chips, light and dark: open is red, in progress amber, resolved green', async () => {
    const filed: Bug[] = [];
    for (const pair of chipPairs) filed.push(await ada.files(pair));
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      for (const { title, status, priority } of filed) {
        await expectChip(row(page, title), status);
        await expectChip(row(page, title), priority);
      }
    }
  });
});
