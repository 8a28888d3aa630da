import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, chip, choose, field, filterBy, goWithin, query, rows, select } from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const heading = (page: Page, name: string) => page.getByRole('columnheader', { name });

const titles = (page: Page) => rows(page).locator('td:first-of-type a');

test('the list is filtered by person, sorted by column, and says why it is empty', async ({
  open,
  register,
}) => {
  const ada = await register({ name: 'Ada' });
  const bob = await register({ name: 'Bob' });
  const page = await open('/bugs?sort=title', { as: ada });

  await test.step('an empty tracker says so, and offers to file a bug', async () => {
    await expect(page.getByText('No bugs have been filed yet.')).toBeVisible();
    await expect(rows(page)).toHaveCount(0);
    await expect(page.getByRole('main').locator('a[href="/bugs/create"]')).not.toHaveCount(0);
    const bug = await bob.files();
    await expect(rows(page)).toHaveCount(1);
    await bob.deletes(bug);
    await expect(page.getByText('No bugs have been filed yet.')).toBeVisible();
    await bob.files({ title: 'Cicada', status: 'in-progress', priority: 'high' });
    await expect(titles(page)).toHaveText(['Cicada']);
  });

  await test.step('a result without bugs says why', async () => {
    await filterBy(page, 'Assigned to', 'Me');
    await expect(page.getByText('No bugs are assigned to you.')).toBeVisible();
    await chip(page, 'Assigned to Me').press('Backspace');
    await filterBy(page, 'Created by', 'Me');
    await expect(page.getByText('You have not filed any bugs yet.')).toBeVisible();
    await choose(page, 'Status', 'Open');
    await expect(page.getByText('No bugs match Status: Open and Created By: Me.')).toBeVisible();
    await goWithin(page, '/bugs?q=nowhere&sort=title');
    await expect(page.getByText('No bugs match “nowhere”.')).toBeVisible();
    await button(page, 'Clear search').press('Enter');
    await expect(rows(page)).toHaveCount(1);
    await expect(field(page, 'Search')).toBeFocused();
    await goWithin(page, `/bugs?assignedTo=${crypto.randomUUID()}`);
    await expect(chip(page, 'Assigned to Unknown user')).toBeVisible();
    await expect(page.getByText('No bugs match Assigned To: Unknown user.')).toBeVisible();
  });

  await ada.files({ title: 'Beetle', status: 'resolved', priority: 'medium', assignedTo: ada._id });
  await ada.files({ title: 'Ant', status: 'open', priority: 'low', assignedTo: bob._id });
  await test.step('filters by assignee (me, no one, a person) and by creator (me, a person)', async () => {
    await goWithin(page, '/bugs');
    await expect(titles(page)).toHaveText(['Ant', 'Beetle', 'Cicada']);
    await button(page, 'Filter').click();
    await page.getByRole('option', { name: 'Assigned to' }).click();
    await expect(page.getByRole('option')).toHaveText(['Me', 'No one', 'Ada', 'Bob']);
    await page.getByRole('option', { name: 'Me', exact: true }).click();
    await page.keyboard.press('Escape');
    await expect(titles(page)).toHaveText(['Beetle']);
    expect(query(page)).toEqual({ assignedTo: 'me' });
    await filterBy(page, 'Assigned to', bob.name);
    await expect(chip(page, 'Assigned to Me or Bob')).toBeVisible();
    await expect(titles(page)).toHaveText(['Ant', 'Beetle']);
    await filterBy(page, 'Assigned to', 'No one');
    await expect(titles(page)).toHaveText(['Cicada']);
    await filterBy(page, 'Assigned to', bob.name);
    await expect(titles(page)).toHaveText(['Ant']);
    await filterBy(page, 'Created by', bob.name);
    await expect(
      page.getByText(`No bugs match Assigned To: ${bob.name} and Created By: ${bob.name}.`),
    ).toBeVisible();
    expect(query(page)).toEqual({ assignedTo: bob._id, createdBy: bob._id });
    await button(page, `Remove Assigned to ${bob.name}`).click();
    await expect(titles(page)).toHaveText(['Cicada']);
    await filterBy(page, 'Created by', 'Me');
    await filterBy(page, 'Created by', bob.name);
    await expect(titles(page)).toHaveText(['Ant', 'Beetle']);
  });

  await test.step('Back undoes a filter; typing in the search adds no history entry', async () => {
    await goWithin(page, '/bugs');
    await choose(page, 'Status', 'Open');
    await filterBy(page, 'Created by', 'Me');
    await field(page, 'Search').fill('an');
    await expect.poll(() => query(page)).toEqual({ status: 'open', createdBy: 'me', q: 'an' });
    await page.goBack();
    await expect.poll(() => query(page)).toEqual({ status: 'open' });
    await expect(chip(page, 'Created by Me')).toBeHidden();
    await expect(field(page, 'Search')).toHaveValue('');
    await page.goBack();
    await expect(select(page, 'Status')).toHaveText('All');
    await expect(rows(page)).toHaveCount(3);
    await page.goForward();
    await page.goForward();
    await expect(field(page, 'Search')).toHaveValue('an');
    await expect(titles(page)).toHaveText(['Ant']);
  });

  await test.step('"Clear filters" appears with the first filter, and leaves the order', async () => {
    await goWithin(page, '/bugs?sort=title');
    await expect(page.getByText('3 bugs', { exact: true })).toBeVisible();
    await expect(button(page, 'Clear filters')).toBeHidden();
    await filterBy(page, 'Created by', 'Me');
    await expect(page.getByText('2 bugs found')).toBeVisible();
    await button(page, 'Clear filters').press('Enter');
    await expect(page.getByText('3 bugs', { exact: true })).toBeVisible();
    await expect(field(page, 'Search')).toBeFocused();
    expect(query(page)).toEqual({ sort: 'title' });
  });

  await test.step('a heading sorts by its column, then reverses, and announces it', async () => {
    await goWithin(page, '/bugs');
    await expect(titles(page)).toHaveText(['Ant', 'Beetle', 'Cicada']);
    await expect(heading(page, 'Created At')).toHaveAttribute('aria-sort', 'descending');
    const steps = [
      ['Title', 'ascending', 'title', ['Ant', 'Beetle', 'Cicada']],
      ['Title', 'descending', '-title', ['Cicada', 'Beetle', 'Ant']],
      ['Status', 'ascending', 'status', ['Ant', 'Cicada', 'Beetle']],
      ['Priority', 'descending', '-priority', ['Cicada', 'Beetle', 'Ant']],
      ['Priority', 'ascending', 'priority', ['Ant', 'Beetle', 'Cicada']],
      ['Created At', 'descending', undefined, ['Ant', 'Beetle', 'Cicada']],
      ['Created At', 'ascending', 'createdAt', ['Cicada', 'Beetle', 'Ant']],
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
    await expect(titles(page)).toHaveText(['Ant', 'Beetle', 'Cicada']);
  });
});
