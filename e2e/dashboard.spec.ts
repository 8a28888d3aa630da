import { expect, test } from '#e2e/harness/fixtures.ts';
import { expectNoViolationsInLightAndDark } from '#e2e/harness/axe.ts';
import type { Page } from '@playwright/test';
import type { Status } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { Week } from '#contract/bugs/stats.ts';
import { alert, busy, button, cut, field, figure, holdBack, nextCall, row } from '#e2e/harness/screen.ts';

const tiles = ['Total Bugs', 'Open Bugs', 'In Progress', 'Resolved', 'Bugs Assigned to Me'];

/** A section of the dashboard, by its heading. */
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The titles in a list of the dashboard, from top to bottom. */
const titles = (page: Page, name: string) => section(page, name).getByRole('listitem').getByRole('link');

/** The figures of the tiles, by label. */
async function figures(page: Page): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const label of tiles) found[label] = (await figure(page, label)) ?? '';
  return found;
}

test.describe('Dashboard', () => {
  test('GET /api/bugs/stats carries the bearer token; a spinner shows while loading', async ({
    open,
    ada,
  }) => {
    const page = await open('/profile', { as: ada });
    const release = await holdBack(page, 'GET', '/api/bugs/stats');
    const call = nextCall(page, 'GET', '/api/bugs/stats');
    await page.getByRole('link', { name: 'Katydid' }).click();
    await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible();
    await expect(page.getByText('Total Bugs')).toBeHidden();
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    release();
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await expect(page.getByRole('main').getByRole('progressbar')).toBeHidden();
  });

  test('"Failed to fetch dashboard statistics" and each other section reports its own failure, and retries alone', async ({
    open,
    ada,
  }) => {
    await ada.files();
    const page = await open('/profile', { as: ada });
    for (const path of ['/api/bugs/stats', '/api/bugs', '/api/stats/weekly']) await cut(page, path);
    await page.getByRole('link', { name: 'Katydid' }).click();
    await expect(alert(page, 'Failed to fetch dashboard statistics')).toBeVisible();
    await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
    for (const [name, failure] of [
      ['Assigned to me, not resolved', 'Failed to fetch the bugs assigned to you'],
      ['Recently updated', 'Failed to fetch recent updates'],
      ['Opened and resolved by week', 'Failed to fetch the figures by week'],
    ] as const) {
      await expect(section(page, name).getByRole('alert')).toContainText(failure);
    }
    await page.unrouteAll();
    await button(alert(page, 'Failed to fetch dashboard statistics'), 'Retry').click();
    await expect(page.getByText('Total Bugs', { exact: true })).toBeVisible();
    await expect(alert(page, 'Failed to fetch dashboard statistics')).toBeHidden();
    await button(section(page, 'Opened and resolved by week'), 'Retry').click();
    await expect(page.getByRole('img', { name: /^In 12 weeks/ })).toBeVisible();
    await button(section(page, 'Assigned to me, not resolved'), 'Retry').click();
    await expect(page.getByText('No unresolved bugs are assigned to you.')).toBeVisible();
    await button(section(page, 'Recently updated'), 'Retry').click();
    await expect(titles(page, 'Recently updated').first()).toBeVisible();
  });

  test('a failed refetch is reported, and cached data stays', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open('/', { as: ada });
    await expect(page.getByRole('link', { name: bug.title })).toBeVisible();
    await expect(page.getByRole('img', { name: /^In 12 weeks/ })).toBeVisible();
    for (const path of ['**/api/bugs/stats', '**/api/stats/weekly', '**/api/bugs?*'])
      await page.route(path, (route) => route.fulfill(busy));
    await bob.files();
    await expect(alert(page, 'Failed to fetch dashboard statistics')).toBeVisible();
    await expect(alert(page, 'Failed to fetch the figures by week')).toBeVisible();
    await expect(alert(page, 'Failed to fetch recent updates')).toBeVisible();
    await expect(page.getByText('Total Bugs', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: bug.title })).toBeVisible();
    await expect(page.getByRole('img', { name: /^In 12 weeks/ })).toBeVisible();
  });

  test.describe('on a server of its own', () => {
    test.use({ ownServer: true });

    test('an empty tracker: five tiles of 0, and first steps until there are a bug, a second user and an admin', async ({
      open,
      ada,
      register,
      server,
    }) => {
      const page = await open('/', { as: ada });
      await expect(page.getByText('Total Bugs', { exact: true })).toBeVisible();
      expect(await figures(page)).toEqual(Object.fromEntries(tiles.map((label) => [label, '0'])));
      const steps = section(page, 'First steps');
      await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
        'File the first bug',
        'Invite people',
        'Make an admin',
      ]);
      await expect(steps.getByLabel('Command')).toHaveValue(`npm run katydid -- admin grant ${ada.email}`);
      await expect(section(page, 'Recently updated')).toBeHidden();
      await expectNoViolationsInLightAndDark(page);
      const { title } = await ada.files();
      await expect(titles(page, 'Recently updated')).toHaveText([title]);
      await expect(steps.getByRole('heading', { level: 3 })).toHaveText(['Invite people', 'Make an admin']);
      const { email } = await register();
      await expect(steps.getByRole('heading', { level: 3 })).toHaveText(['Make an admin']);
      await server.katydid('admin', 'grant', email);
      await expect(steps).toBeHidden();
      await test.step('lists stand beside each other on a tablet, and an empty one is low on a phone', async () => {
        const box = async (name: string) =>
          (await section(page, name).boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
        await page.setViewportSize({ width: 820, height: 1000 });
        const [mine, lately] = [await box('Assigned to me, not resolved'), await box('Recently updated')];
        expect([mine.y, mine.height]).toEqual([lately.y, lately.height]);
        await page.setViewportSize({ width: 390, height: 844 });
        expect((await box('Assigned to me, not resolved')).height).toBeLessThan(200);
        await page.setViewportSize({ width: 1280, height: 720 });
      });
      await expect(section(page, 'Opened and resolved by week')).toBeVisible();
      await test.step('a bug that was just created is counted', async () => {
        await page.getByRole('link', { name: 'Create Bug' }).click();
        await field(page, 'Title').fill('A bug');
        await field(page, 'Description').fill('Of the usual kind');
        await button(page, 'Create Bug').click();
        await expect(page).toHaveURL('/bugs');
        await page.getByRole('link', { name: 'Katydid' }).click();
        await expect.poll(() => figures(page)).toMatchObject({ 'Total Bugs': '2', 'Open Bugs': '2' });
      });
    });

    test('first steps for an admin: a link to the users, and no command', async ({ open, admin }) => {
      const page = await open('/', { as: admin });
      const steps = section(page, 'First steps');
      await expect(steps.getByRole('heading', { level: 3 })).toHaveText([
        'File the first bug',
        'Invite people',
      ]);
      await steps.getByRole('link', { name: 'Go to Users' }).click();
      await expect(page).toHaveURL('/admin/users');
      await page.goBack();
      await steps.getByRole('link', { name: 'File the first bug' }).click();
      await expect(page).toHaveURL('/bugs/create');
    });

    test('greeting, and five tiles, each with its count and a link to the list that it counts', async ({
      open,
      ada,
      bob,
    }) => {
      const filed: Bug[] = [];
      for (const status of ['open', 'open', 'open', 'in-progress', 'in-progress', 'resolved'] as const)
        filed.push(await ada.files({ status, assignedTo: status === 'open' ? ada._id : bob._id }));
      filed.push(await bob.files({ status: 'resolved', assignedTo: ada._id }));
      const page = await open('/', { as: ada });
      await expect(page.getByRole('heading', { name: `Welcome, ${ada.name}!`, exact: true })).toBeVisible();
      await expect(page.getByText('Total Bugs', { exact: true })).toBeVisible();
      expect(await figures(page)).toEqual({
        'Total Bugs': '7',
        'Open Bugs': '3',
        'In Progress': '2',
        Resolved: '2',
        'Bugs Assigned to Me': '4',
      });
      for (const [label, address, isShown] of [
        ['Total Bugs', '/bugs', () => true],
        ['Open Bugs', '/bugs?status=open', ({ status }: Bug) => status === 'open'],
        ['In Progress', '/bugs?status=in-progress', ({ status }: Bug) => status === 'in-progress'],
        ['Resolved', '/bugs?status=resolved', ({ status }: Bug) => status === 'resolved'],
        ['Bugs Assigned to Me', '/bugs?assignedTo=me', (bug: Bug) => bug.assignedTo?._id === ada._id],
      ] as const)
        await test.step(label, async () => {
          await page.getByRole('link', { name: 'Katydid' }).click();
          await page.locator('dl > div').nth(tiles.indexOf(label)).click();
          await expect(page).toHaveURL(address);
          for (const bug of filed) await expect(row(page, bug.title)).toHaveCount(isShown(bug) ? 1 : 0);
        });
    });

    test('my unresolved bugs, newest first, and recent changes', async ({ open, ada, bob }) => {
      const files = (status: Status) => bob.files({ status, assignedTo: ada._id });
      const first = await files('in-progress');
      const second = await files('open');
      await files('resolved');
      const third = await files('open');
      const fourth = await files('open');
      const fifth = await files('in-progress');
      const sixth = await files('open');
      const theirs = await bob.files({ assignedTo: bob._id });
      await bob.edits(first, { priority: 'high' });
      const named = (bugs: readonly Bug[]) => bugs.map(({ title }) => title);
      const page = await open('/', { as: ada });
      await expect(titles(page, 'Assigned to me, not resolved')).toHaveText(
        named([sixth, fifth, fourth, third, second]),
      );
      await expect(titles(page, 'Recently updated')).toHaveText(named([first, theirs, sixth, fifth, fourth]));
      const changed = section(page, 'Recently updated').getByRole('listitem');
      await expect(changed.nth(0)).toContainText('In Progress');
      await expect(changed.nth(0)).toContainText('High');
      await expect(changed.nth(0)).toContainText('Changed');
      await expect(changed.nth(1)).toContainText(`Filed by ${bob.name}`);
      await expect(changed.nth(1).locator('time')).toHaveText('a moment ago');
      await expect(changed.nth(1).locator('time')).toHaveAttribute('title', /\d{4}/);

      await bob.edits(fifth, { status: 'resolved' });
      await expect(titles(page, 'Assigned to me, not resolved')).toHaveText(
        named([sixth, fourth, third, second, first]),
      );
      await expect(titles(page, 'Recently updated').first()).toHaveText(fifth.title);

      await section(page, 'Assigned to me, not resolved')
        .getByRole('listitem')
        .first()
        .locator('time')
        .click();
      await expect(page.getByRole('heading', { name: sixth.title })).toBeVisible();
      await page.goBack();
      await section(page, 'Assigned to me, not resolved')
        .getByRole('link', { name: 'All assigned to me' })
        .click();
      await expect(page).toHaveURL('/bugs?assignedTo=me&sort=status');
    });

    test('bugs by week: the chart, and a table that follows live changes', async ({ open, ada, bob }) => {
      await ada.files();
      const page = await open('/', { as: ada });
      const weeks = section(page, 'Opened and resolved by week');
      await expect(weeks.getByRole('img', { name: /^In 12 weeks, 1 opened and 0 resolved/ })).toBeVisible();
      await expect(weeks.getByRole('row')).toHaveCount(13);
      const chart = weeks.getByRole('img', { name: /^In 12 weeks/ });
      await expect.poll(async () => (await chart.boundingBox())?.width).toBeGreaterThan(600);
      await button(weeks, 'Show figures').click();
      const present = weeks.getByRole('row').nth(1);
      await expect(present.getByRole('cell')).toHaveText(['1', '0']);
      const bug = await bob.files();
      await bob.edits(bug, { status: 'resolved' });
      await expect(present.getByRole('cell')).toHaveText(['2', '1']);
      await expect(weeks.getByRole('img', { name: /^In 12 weeks, 2 opened and 1 resolved/ })).toBeVisible();
      await expectNoViolationsInLightAndDark(page);
      await button(weeks, 'Hide figures').click();
      await expect(button(weeks, 'Show figures')).toBeVisible();
      await test.step('labels of 10,000 fit', async () => {
        await page.route('**/api/stats/weekly', async (route) => {
          const response = await route.fetch();
          const json = ((await response.json()) as Week[]).map((week) => ({ ...week, opened: 10_000 }));
          await route.fulfill({ response, json });
        });
        await page.reload();
        const label = chart.getByText('10,000', { exact: true });
        await expect(label).toBeVisible();
        expect((await label.boundingBox())?.x).toBeGreaterThanOrEqual((await chart.boundingBox())?.x ?? 0);
      });
    });
  });
});
