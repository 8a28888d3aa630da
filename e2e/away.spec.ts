import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive, isTheSame, mark } from '#e2e/harness/live-page.ts';
import { unique } from '#e2e/harness/person.ts';
import {
  alert,
  button,
  choose,
  countCalls,
  cut,
  field,
  goWithin,
  simulateOutage,
  nextCall,
  row,
  waitForCode,
} from '#e2e/harness/screen.ts';

const banner = (page: Page) => page.getByRole('status').filter({ hasText: 'Offline since' });

test.describe('Server outage', () => {
  test.use({ ownServer: true });

  test('a banner says when the outage began; data and input stay, and everything resumes by itself', async ({
    open,
    ada,
    server,
  }) => {
    const [bug, resolved] = [await ada.files(), await ada.files({ status: 'resolved' })];
    const page = await open('/login');
    await mark(page);

    await test.step('when signed out, the banner appears after a failed call', async () => {
      await field(page, 'Email').fill(ada.email);
      await field(page, 'Password').fill(ada.password);
      await server.stop();
      await button(page, 'Login').click();
      await expect(banner(page)).toContainText('Retrying…');
      await expect(banner(page)).not.toContainText('last known');
      await server.start();
      await expect(banner(page)).toHaveCount(0);
      await button(page, 'Login').click();
      await expect(page.getByText('Total Bugs')).toBeVisible();
    });

    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await row(page, bug.title).getByRole('link', { name: 'View' }).click();
    await expect(page.getByText(bug.description)).toBeVisible();
    await waitForCode(page, 'ProfilePage');
    await server.stop();
    await expect(banner(page)).toContainText('Showing the last known state. Retrying…');
    await expect(banner(page).locator('time')).toHaveText(/^\d\d:\d\d$/);

    await test.step('every screen shows what it last knew, and no error', async () => {
      await page.getByRole('link', { name: 'Katydid' }).click();
      await expect(page.getByText('Total Bugs')).toBeVisible();
      await expect(banner(page)).toHaveCount(1);
      await page.getByRole('link', { name: 'Bugs', exact: true }).click();
      await expect(row(page, bug.title)).toBeVisible();
      // Each screen has retried, without success.
      await expect(page.getByRole('alert')).toHaveCount(0);
    });

    await test.step('a filter applies to the loaded bugs', async () => {
      await choose(page, 'Status', 'Resolved');
      await expect(row(page, resolved.title)).toBeVisible();
      await expect(row(page, bug.title)).toHaveCount(0);
    });

    await test.step('a bug shows what the list had loaded of it', async () => {
      await row(page, resolved.title).getByRole('link', { name: 'View' }).click();
      await expect(page.getByText(resolved.description)).toBeVisible();
      await expect(page.getByRole('alert')).toHaveCount(0);
    });

    await test.step('a part that was never loaded fails with its own message', async () => {
      await page.getByRole('link', { name: 'Profile' }).click();
      await expect(alert(page, 'Failed to fetch sessions')).toBeVisible();
    });

    await server.start();
    await expect(page.getByText('This session')).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await expect(page.getByRole('alert')).toHaveCount(0);

    await test.step('a failed save keeps its input, and works once the server is back', async () => {
      const title = unique('Typed with the server away');
      await goWithin(page, '/bugs/create');
      await field(page, 'Title').fill(title);
      await field(page, 'Description').fill('D');
      await server.stop();
      await expect(banner(page)).toBeVisible();
      await button(page, 'Create Bug').click();
      await expect(alert(page, 'Failed to create bug')).toBeVisible();
      await server.start();
      await expect(banner(page)).toHaveCount(0);
      await expect(field(page, 'Title')).toHaveValue(title);
      await button(page, 'Create Bug').click();
      await expect(row(page, title)).toBeVisible();
    });
    expect(await isTheSame(page)).toBe(true);
  });
});

test('the banner of an outage moves the page by its height, and its button retries at once', async ({
  open,
  ada,
}) => {
  const bug = await ada.files();
  const page = await open('/profile', { as: ada });

  await test.step('it does not appear for one failed call while others are answered', async () => {
    await cut(page, '/api/bugs');
    const asked = countCalls(page, '/api/users/registration');
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(alert(page, 'Failed to fetch bugs')).toBeVisible();
    await expect.poll(() => asked.length).toBeGreaterThan(0);
    expect(await (await asked[0]?.response())?.finished()).toBeNull();
    await expect(banner(page)).toHaveCount(0);
    await page.unrouteAll();
  });

  const code = '**/assets/BugListPage-*.js';
  const place = async () => (await field(page, 'Name').boundingBox())?.y ?? 0;
  await page.route(code, (route) => route.abort('connectionfailed'));
  await goWithin(page, '/profile');
  await page.reload();
  await isLive(page);
  await expect(page.getByText('This session')).toBeVisible();
  const before = await place();

  await test.step('it moves the page by exactly its own height', async () => {
    await simulateOutage(page);
    const height = (await banner(page).locator('..').boundingBox())?.height ?? 0;
    await expect.poll(place).toBeCloseTo(before + height, 0);
  });

  await test.step('a page whose code is not loaded yet says so', async () => {
    await page.getByRole('link', { name: 'Bugs', exact: true }).click();
    await expect(page.getByText('This page could not be loaded')).toBeVisible();
    await expect(banner(page)).toBeVisible();
  });

  await test.step('"Try now" retries at once, and says so', async () => {
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/users/registration', async (route) => {
      await gate.promise;
      await route.abort('connectionfailed');
    });
    const tried = nextCall(page, 'GET', '/api/users/registration');
    await button(page, 'Try now').click();
    await tried;
    await expect(button(page, 'Trying...')).toBeFocused();
    gate.resolve();
    await expect(button(page, 'Try now')).toBeFocused();
  });

  await test.step('afterwards the page opens, and the banner leaves no gap', async () => {
    await page.unrouteAll();
    await expect(row(page, bug.title)).toBeVisible();
    await expect(banner(page)).toHaveCount(0);
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(page.getByText('This session')).toBeVisible();
    await expect.poll(place).toBe(before);
  });
});
