import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import {
  button,
  choose,
  field,
  goWithin,
  nextCall,
  query,
  row,
  rows,
  select,
  expectChosen,
} from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name });

const titles = (page: Page) => rows(page).locator('td:first-of-type a');

test.describe('Bug List: filters by person', () => {
  test('assigned to me, to no one, to a person; created by me, by a person', async ({ open, register }) => {
    const ada = await register({ name: 'Ada' });
    const bob = await register({ name: 'Bob' });
    await ada.files({ title: 'Mine for me', assignedTo: ada._id });
    await ada.files({ title: 'Mine for Bob', assignedTo: bob._id });
    await bob.files({ title: 'His for nobody' });
    const page = await open('/bugs', { as: ada });
    await expect(rows(page)).toHaveCount(3);
    await select(page, 'Assignee').click();
    await expect(page.getByRole('option')).toHaveText(['All', 'Me', 'Unassigned', 'Ada', 'Bob']);
    await page.getByRole('option', { name: 'Me', exact: true }).click();
    await expect(titles(page)).toHaveText(['Mine for me']);
    expect(query(page)).toEqual({ assignedTo: 'me' });
    await choose(page, 'Assignee', 'Unassigned');
    await expect(titles(page)).toHaveText(['His for nobody']);
    await choose(page, 'Assignee', bob.name);
    await expect(titles(page)).toHaveText(['Mine for Bob']);
    await choose(page, 'Reporter', bob.name);
    await expect(
      page.getByText(`No bugs match Assigned To: ${bob.name} and Created By: ${bob.name}.`),
    ).toBeVisible();
    expect(query(page)).toEqual({ assignedTo: bob._id, createdBy: bob._id });
    await choose(page, 'Assignee', 'All');
    await expect(titles(page)).toHaveText(['His for nobody']);
    await choose(page, 'Reporter', 'Me');
    await expect(titles(page)).toHaveText(['Mine for Bob', 'Mine for me']);
  });

  test('Back undoes a filter; typing in the search adds no history entry', async ({ open, ada, bob }) => {
    await ada.files({ title: 'Mine', status: 'open' });
    await bob.files({ title: 'His', status: 'open' });
    const page = await open('/bugs', { as: ada });
    await choose(page, 'Status', 'Open');
    await choose(page, 'Reporter', 'Me');
    await field(page, 'Search').fill('min');
    await expect.poll(() => query(page)).toEqual({ status: 'open', createdBy: 'me', q: 'min' });
    await page.goBack();
    await expect.poll(() => query(page)).toEqual({ status: 'open' });
    await expect(select(page, 'Reporter')).toHaveText('All');
    await expect(field(page, 'Search')).toHaveValue('');
    await expect(rows(page)).toHaveCount(2);
    await page.goBack();
    await expect(select(page, 'Status')).toHaveText('All');
    await page.goForward();
    await page.goForward();
    await expect(field(page, 'Search')).toHaveValue('min');
    await expect(titles(page)).toHaveText(['Mine']);
  });

  test('a result without bugs says why: nothing filed, nothing of mine, nothing found, an unknown user', async ({
    open,
    ada,
    bob,
  }) => {
    const page = await open('/bugs?sort=title', { as: ada });
    await expect(page.getByText('No bugs have been filed yet.')).toBeVisible();
    await bob.files();
    await expect(rows(page)).toHaveCount(1);
    await choose(page, 'Assignee', 'Me');
    await expect(page.getByText('No bugs are assigned to you.')).toBeVisible();
    await choose(page, 'Assignee', 'All');
    await choose(page, 'Reporter', 'Me');
    await expect(page.getByText('You have not filed any bugs yet.')).toBeVisible();
    await choose(page, 'Status', 'Open');
    await expect(page.getByText('No bugs match Status: Open and Created By: Me.')).toBeVisible();
    await goWithin(page, '/bugs?q=nowhere&sort=title');
    await expect(page.getByText('No bugs match “nowhere”.')).toBeVisible();
    await button(page, 'Clear search').press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(field(page, 'Search')).toBeFocused();
    await goWithin(page, `/bugs?assignedTo=${crypto.randomUUID()}`);
    await expectChosen(page, 'Assignee', 'Unknown user');
    await expect(page.getByText('No bugs match Assigned To: Unknown user.')).toBeVisible();
  });

  test('"Clear filters" appears with the first filter, and leaves the order', async ({ open, ada, bob }) => {
    await ada.files({ title: 'A' });
    await bob.files({ title: 'B' });
    const page = await open('/bugs?sort=title', { as: ada });
    await expect(page.getByText('2 bugs', { exact: true })).toBeVisible();
    await expect(button(page, 'Clear filters')).toBeHidden();
    await choose(page, 'Reporter', 'Me');
    await expect(page.getByText('1 bug found')).toBeVisible();
    await button(page, 'Clear filters').press('Enter');
    await expect(page.getByText('2 bugs', { exact: true })).toBeVisible();
    await expect(field(page, 'Search')).toBeFocused();
    expect(query(page)).toEqual({ sort: 'title' });
  });
});

test.describe('Bug List: sorting', () => {
  test('a heading sorts by its column, then reverses, and announces it', async ({ open, ada }) => {
    await ada.files({ title: 'Beetle', status: 'resolved', priority: 'medium' });
    await ada.files({ title: 'Ant', status: 'open', priority: 'low' });
    await ada.files({ title: 'Cicada', status: 'in-progress', priority: 'high' });
    const page = await open('/bugs', { as: ada });
    await expect(titles(page)).toHaveText(['Cicada', 'Ant', 'Beetle']);
    await expect(heading(page, 'Created At')).toHaveAttribute('aria-sort', 'descending');
    const steps = [
      ['Title', 'ascending', 'title', ['Ant', 'Beetle', 'Cicada']],
      ['Title', 'descending', '-title', ['Cicada', 'Beetle', 'Ant']],
      ['Status', 'ascending', 'status', ['Ant', 'Cicada', 'Beetle']],
      ['Priority', 'descending', '-priority', ['Cicada', 'Beetle', 'Ant']],
      ['Priority', 'ascending', 'priority', ['Ant', 'Beetle', 'Cicada']],
      ['Created At', 'descending', undefined, ['Cicada', 'Ant', 'Beetle']],
      ['Created At', 'ascending', 'createdAt', ['Beetle', 'Ant', 'Cicada']],
    ] as const;
    for (const [column, direction, sort, order] of steps) {
      await button(page, column).click();
      await expect(heading(page, column)).toHaveAttribute('aria-sort', direction);
      await expect(titles(page)).toHaveText(order);
      expect(query(page)).toEqual(sort === undefined ? {} : { sort });
      // The previous rows stay until the new ones arrive, and so does the focused heading.
      await expect(button(page, column)).toBeFocused();
    }
    await expect(heading(page, 'Assigned To')).not.toHaveAttribute('aria-sort');
    await page.goBack();
    await expect(titles(page)).toHaveText(['Cicada', 'Ant', 'Beetle']);
  });

  test('sorting a list of several pages asks the server', async ({ open, ada, server }) => {
    await ada.files({ title: 'Zzz, the last by name' });
    await server.katydid('seed', '--bugs', '250', '--users', '3');
    const page = await open('/bugs', { as: ada });
    await expect(rows(page).first()).toBeVisible();
    await button(page, 'Title').click();
    const call = nextCall(page, 'GET', '/api/bugs');
    await button(page, 'Title').click();
    expect(new URL((await call).url()).searchParams.get('sort')).toBe('-title');
    await expect(row(page, 'Zzz, the last by name')).toBeVisible();
  });
});
