import { expect, test } from '#e2e/harness/fixtures.ts';
import { expectNoViolationsInLightAndDark } from '#e2e/harness/axe.ts';
import type { Page } from '@playwright/test';
import type { Status } from '#contract/bugs/bug-fields.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { Dashboard } from '#contract/bugs/stats.ts';
import {
  alert,
  busy,
  button,
  cut,
  field,
  figure,
  goWithin,
  holdBack,
  nextCall,
} from '#e2e/harness/screen.ts';

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

test('the counts and the rest load, fail and are retried alone, and cached data stays', async ({
  open,
  ada,
  bob,
}) => {
  const bug = await ada.files();
  const page = await open('/profile', { as: ada });
  const stats = alert(page, 'Failed to fetch dashboard statistics');

  await test.step('without an answer each reports its failure', async () => {
    for (const path of ['/api/bugs/stats', '/api/dashboard']) await cut(page, path);
    await page.getByRole('link', { name: 'Katydid' }).click();
    await expect(stats).toBeVisible();
    await expect(page.getByText(`Welcome, ${ada.name}!`)).toBeVisible();
    for (const [name, failure] of [
      ['Assigned to me, not resolved', 'Failed to fetch the bugs assigned to you'],
      ['Recently updated', 'Failed to fetch recent updates'],
      ['Opened and resolved by week', 'Failed to fetch the figures by week'],
    ] as const) {
      await expect(section(page, name).getByRole('alert')).toContainText(failure);
    }
    await page.unrouteAll();
  });

  await test.step('Retry fetches what failed; a spinner shows while it loads', async () => {
    const release = await holdBack(page, 'GET', '/api/bugs/stats');
    const call = nextCall(page, 'GET', '/api/bugs/stats');
    await button(stats, 'Retry').click();
    expect((await call).headers()['authorization']).toBe(`Bearer ${ada.token}`);
    await expect(page.getByRole('main').getByRole('progressbar')).toBeVisible();
    await expect(page.getByText('Total Bugs')).toBeHidden();
    release();
    await expect(page.getByText('Total Bugs', { exact: true })).toBeVisible();
    await expect(page.getByRole('main').getByRole('progressbar')).toBeHidden();
    await expect(stats).toBeHidden();
    await button(section(page, 'Opened and resolved by week'), 'Retry').click();
    await expect(page.getByRole('img', { name: /^In 12 weeks/ })).toBeVisible();
    await expect(page.getByText('No unresolved bugs are assigned to you.')).toBeVisible();
    await expect(page.getByRole('link', { name: bug.title })).toBeVisible();
    await page.unrouteAll();
  });

  await test.step('a failed refetch is reported, and cached data stays', async () => {
    for (const path of ['**/api/bugs/stats', '**/api/dashboard'])
      await page.route(path, (route) => route.fulfill(busy));
    await bob.files();
    await expect(stats).toBeVisible();
    await expect(alert(page, 'Failed to fetch the figures by week')).toBeVisible();
    await expect(alert(page, 'Failed to fetch recent updates')).toBeVisible();
    await expect(page.getByText('Total Bugs', { exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: bug.title })).toBeVisible();
    await expect(page.getByRole('img', { name: /^In 12 weeks/ })).toBeVisible();
  });
});

test.describe('on a server of its own', () => {
  test.use({ ownServer: true });

  test('an empty tracker shows first steps until each is done', async ({ open, ada, register, server }) => {
    const page = await open('/', { as: ada });
    const steps = section(page, 'First steps');
    const headings = steps.getByRole('heading', { level: 3 });

    await test.step('five tiles of 0, and the steps', async () => {
      await expect(page.getByText('Total Bugs', { exact: true })).toBeVisible();
      await expect.poll(() => figures(page)).toEqual(Object.fromEntries(tiles.map((label) => [label, '0'])));
      await expect(headings).toHaveText(['File the first bug', 'Invite people', 'Make an admin']);
      await expect(steps.getByLabel('Command')).toHaveValue(`npm run katydid -- admin grant ${ada.email}`);
      await expect(section(page, 'Recently updated')).toBeHidden();
      await expectNoViolationsInLightAndDark(page);
    });

    await test.step('a bug that was just created is counted, and its step is done', async () => {
      await steps.getByRole('link', { name: 'File the first bug' }).click();
      await expect(page).toHaveURL('/bugs/create');
      await field(page, 'Title').fill('A bug');
      await field(page, 'Description').fill('Of the usual kind');
      await button(page, 'Create Bug').click();
      await expect(page).toHaveURL('/bugs');
      await page.getByRole('link', { name: 'Katydid' }).click();
      await expect.poll(() => figures(page)).toMatchObject({ 'Total Bugs': '1', 'Open Bugs': '1' });
      await expect(titles(page, 'Recently updated')).toHaveText(['A bug']);
      await expect(headings).toHaveText(['Invite people', 'Make an admin']);
    });

    await test.step('an admin has a link to the invitations, and no command', async () => {
      await server.katydid('admin', 'grant', ada.email);
      await expect(headings).toHaveText(['Invite people', 'Choose who triages']);
      await button(steps, 'Let everyone triage').click();
      await expect(steps.getByText('Everyone can triage now.')).toBeVisible();
      await steps.getByRole('link', { name: 'Go to Invitations' }).click();
      await expect(page.getByRole('heading', { name: 'Invitations', level: 1 })).toBeVisible();
      await page.goBack();
      await expect(headings).toHaveText(['Invite people']);
      await register();
      await expect(steps).toBeHidden();
    });

    await test.step('lists stand beside each other on a tablet, and an empty one is low on a phone', async () => {
      const box = async (name: string) =>
        (await section(page, name).boundingBox()) ?? { y: Number.NaN, height: Number.NaN };
      await page.setViewportSize({ width: 820, height: 1000 });
      const rows = async () => {
        const boxes = [await box('Assigned to me, not resolved'), await box('Recently updated')];
        return new Set(boxes.map(({ y, height }) => `${y} ${height}`)).size;
      };
      await expect.poll(rows).toBe(1);
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(async () => (await box('Assigned to me, not resolved')).height).toBeLessThan(200);
    });
  });

  test('tiles, lists and weeks follow changes, and lead to what they count', async ({ open, ada, bob }) => {
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
    const mine = 'Assigned to me, not resolved';
    const lately = 'Recently updated';

    await test.step('greeting, and five tiles, each with its count and a link to what it counts', async () => {
      await expect(page.getByRole('heading', { name: `Welcome, ${ada.name}!`, exact: true })).toBeVisible();
      await expect(page.getByText('Total Bugs', { exact: true })).toBeVisible();
      await expect
        .poll(() => figures(page))
        .toEqual({
          'Total Bugs': '8',
          'Open Bugs': '5',
          'In Progress': '2',
          Resolved: '1',
          'Bugs Assigned to Me': '7',
        });
      for (const [label, address] of [
        ['Total Bugs', '/bugs'],
        ['Open Bugs', '/bugs?status=open'],
        ['In Progress', '/bugs?status=in-progress'],
        ['Resolved', '/bugs?status=resolved'],
        ['Bugs Assigned to Me', '/bugs?assignedTo=me'],
      ] as const) {
        await page.locator('dl > div').nth(tiles.indexOf(label)).click();
        await expect(page).toHaveURL(address);
        await page.goBack();
      }
    });

    await test.step('my unresolved bugs, newest first, and recent changes', async () => {
      await expect(titles(page, mine)).toHaveText(named([sixth, fifth, fourth, third, second]));
      await expect(titles(page, lately)).toHaveText(named([first, theirs, sixth, fifth, fourth]));
      const changed = section(page, lately).getByRole('listitem');
      await expect(changed.nth(0)).toContainText('In Progress');
      await expect(changed.nth(0)).toContainText('High');
      await expect(changed.nth(0)).toContainText('Changed');
      await expect(changed.nth(1)).toContainText(`Filed by ${bob.name}`);
      await expect(changed.nth(1).locator('time')).toHaveText('a moment ago');
      await expect(changed.nth(1).locator('time')).toHaveAttribute('title', /\d{4}/);
    });

    const weeks = section(page, 'Opened and resolved by week');
    const chart = weeks.getByRole('img', { name: /^In 12 weeks/ });
    await test.step('bugs by week: the chart, and a table', async () => {
      await expect(weeks.getByRole('img', { name: /^In 12 weeks, 8 opened and 1 resolved/ })).toBeVisible();
      await expect(weeks.getByRole('row')).toHaveCount(13);
      await expect.poll(async () => (await chart.boundingBox())?.width).toBeGreaterThan(600);
      await button(weeks, 'Show figures').click();
      await expect(weeks.getByRole('row').nth(1).getByRole('cell')).toHaveText(['8', '1']);
      await expectNoViolationsInLightAndDark(page);
    });

    await test.step('all of it follows a change', async () => {
      await bob.edits(fifth, { status: 'resolved' });
      await expect(titles(page, mine)).toHaveText(named([sixth, fourth, third, second, first]));
      await expect(titles(page, lately).first()).toHaveText(fifth.title);
      await expect
        .poll(() => figures(page))
        .toMatchObject({ 'Total Bugs': '8', 'In Progress': '1', Resolved: '2', 'Bugs Assigned to Me': '7' });
      await expect(weeks.getByRole('row').nth(1).getByRole('cell')).toHaveText(['8', '2']);
      await expect(weeks.getByRole('img', { name: /^In 12 weeks, 8 opened and 2 resolved/ })).toBeVisible();
      await button(weeks, 'Hide figures').click();
      await expect(button(weeks, 'Show figures')).toBeVisible();
      await bob.deletes(theirs);
      await expect.poll(() => figures(page)).toMatchObject({ 'Total Bugs': '7', 'Open Bugs': '4' });
    });

    await test.step('an entry leads to its bug, a heading to the list', async () => {
      await section(page, mine).getByRole('listitem').first().locator('time').click();
      await expect(page.getByRole('heading', { name: sixth.title })).toBeVisible();
      await page.goBack();
      await section(page, mine).getByRole('link', { name: 'All assigned to me' }).click();
      await expect(page).toHaveURL('/bugs?assignedTo=me&sort=status');
    });

    await test.step('labels of 10,000 fit', async () => {
      await page.route('**/api/dashboard', async (route) => {
        const response = await route.fetch();
        const json = (await response.json()) as Dashboard;
        const many = json.weeks.map((week) => ({ ...week, opened: 10_000 }));
        await route.fulfill({ response, json: { ...json, weeks: many } });
      });
      // A change, so that what is cached is out of date.
      await bob.files();
      await goWithin(page, '/');
      const label = chart.getByText('10,000', { exact: true });
      await expect(label).toBeVisible();
      expect((await label.boundingBox())?.x).toBeGreaterThanOrEqual((await chart.boundingBox())?.x ?? 0);
    });
  });
});
