import type { Bug } from '#contract/bugs/bugs.ts';
import { chipPairs, expectChip } from '#e2e/harness/chips.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { alert, button, waitForCode, nextCall, row, rows } from '#e2e/harness/screen.ts';
import { inZone, zones } from '#e2e/harness/zones.ts';

test.describe('Bug List', () => {
  test('GET /api/bugs carries the bearer token; title, columns, and rows with an assignee or "Unassigned", the newest first', async ({
    open,
    ada,
    bob,
  }) => {
    const assigned = await ada.files({ status: 'in-progress', priority: 'high', assignedTo: bob._id });
    const { title } = await bob.files();
    const page = await open('/profile', { as: ada });
    const call = nextCall(page, 'GET', '/api/bugs');
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    await expect(page.getByRole('heading', { name: 'Bug List', level: 1 })).toBeVisible();
    const columns = ['Title', 'Status', 'Priority', 'Assigned To', 'Created By', 'Created At', 'Actions'];
    await expect(page.getByRole('columnheader')).toHaveText(columns);
    const cells = (of: string) => row(page, of).getByRole('cell');
    await expect(cells(assigned.title).nth(0)).toHaveText(`#${assigned.number}${assigned.title}`);
    await expect(cells(assigned.title).nth(1)).toHaveText('In Progress');
    await expect(cells(assigned.title).nth(2)).toHaveText('High');
    await expect(cells(assigned.title).nth(3)).toHaveText(bob.name);
    await expect(cells(assigned.title).nth(4)).toHaveText(ada.name);
    await expect(cells(title).nth(3)).toHaveText('Unassigned');
    await expect(cells(title).nth(4)).toHaveText(bob.name);
    await expect(rows(page).nth(0)).toContainText(title);
    await expect(rows(page).nth(1)).toContainText(assigned.title);
  });

  test('chip colours, light and dark: open and high red, in-progress and medium amber, resolved and low green', async ({
    open,
    ada,
  }) => {
    const filed: Bug[] = [];
    for (const pair of chipPairs) filed.push(await ada.files(pair));
    const page = await open('/bugs', { as: ada });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect(page.locator('html')).toHaveAttribute('data-theme', colorScheme);
      for (const { title, status, priority } of filed) {
        await expectChip(row(page, title), status);
        await expectChip(row(page, title), priority);
      }
    }
  });

  test('Created At is the local date, with the exact time on hover', async ({ open, ada }) => {
    const bug = await ada.files();
    for (const timezoneId of zones) {
      const page = await open('/bugs', { as: ada, timezoneId, locale: 'en-GB' });
      const { day, clock } = inZone(bug.createdAt, timezoneId);
      const cell = row(page, bug.title).getByRole('cell').nth(5);
      await expect(cell).toContainText(new RegExp(`(?<!\\d)0?${day}\\b`));
      await expect(cell).not.toContainText(clock);
      await expect(cell.getByTitle(clock)).toBeVisible();
    }
  });

  test('the delete icon shows to the creator, not to others; View and "Create New Bug" lead to their pages', async ({
    open,
    ada,
    bob,
  }) => {
    const { title: own } = await ada.files();
    const other = await bob.files({ assignedTo: ada._id });
    const page = await open('/bugs', { as: ada });
    await expect(row(page, own).getByRole('button', { name: /^Delete/ })).toBeVisible();
    await expect(row(page, other.title).getByRole('link', { name: 'View' })).toBeVisible();
    await expect(row(page, other.title).getByRole('button', { name: /^Delete/ })).toHaveCount(0);
    await row(page, other.title).getByRole('link', { name: 'View' }).click();
    await expect(page).toHaveURL(`/bugs/${other._id}`);
    await expect(page.getByRole('heading', { name: other.title })).toBeVisible();
    await page.goBack();
    await page.getByText('Create New Bug', { exact: true }).click();
    await expect(page).toHaveURL('/bugs/create');
  });

  test('the delete icon shows to an admin for every bug', async ({ open, admin, bob }) => {
    const { title } = await bob.files();
    const page = await open('/bugs', { as: admin });
    await expect(row(page, title).getByRole('button', { name: /^Delete/ })).toBeVisible();
  });
});

test.describe('Bug List: a server of its own', () => {
  test.use({ ownServer: true });

  test('an empty tracker says so and offers to file a bug', async ({ open, ada }) => {
    const page = await open('/bugs', { as: ada });
    await expect(page.getByText(/no bugs/i)).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await expect(page.getByRole('main').locator('a[href="/bugs/create"]')).not.toHaveCount(0);
  });

  test('"Failed to fetch bugs" during an outage, and recovery', async ({ open, ada, server }) => {
    const { title } = await ada.files({ status: 'resolved' });
    const page = await open('/profile', { as: ada });
    await expect(page.getByText('This session')).toBeVisible();
    await waitForCode(page, 'BugListPage');
    await server.stop();
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(alert(page, 'Failed to fetch bugs')).toBeVisible();
    await expect(button(page, 'Retry')).toBeVisible();
    await server.start();
    await expect(row(page, title)).toBeVisible();
    await expect(alert(page, 'Failed to fetch bugs')).toBeHidden();
  });
});
