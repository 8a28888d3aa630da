import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive, turn } from '#e2e/harness/live-page.ts';
import { button, choose, goWithin, row } from '#e2e/harness/screen.ts';

const icon = (page: Page) => page.locator('link[rel="icon"]');

/** On a busy machine a page may be hidden for so long that it polls; the interval is 30 seconds. */
const untilNextPoll = { timeout: 45_000 };

async function expectMark(page: Page, title: string): Promise<void> {
  await expect(page).toHaveTitle(title, untilNextPoll);
  await expect(icon(page)).toHaveAttribute(
    'href',
    title.startsWith('(') ? '/favicon-news.svg' : '/favicon.svg',
  );
}

/** Hides a page with a fake clock until it has closed its stream. */
async function hideForLong(page: Page) {
  const left = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/live'));
  await turn(page, 'hidden');
  await page.clock.runFor(6_000);
  await left;
}

test.describe('The tab’s title and icon show unseen changes', () => {
  test('by others: in the list, on the dashboard and to the open bug', async ({ open, ada, bob }) => {
    const [first, second, own] = [await ada.files(), await ada.files(), await bob.files()];
    const page = await open(`/bugs?createdBy=${ada._id}&status=open`, { as: bob });

    await test.step('the mark counts the bugs in the list that others filed, changed or deleted', async () => {
      await expect(row(page, first.title)).toBeVisible();
      await isLive(page);
      await ada.edits(first, { priority: 'high' });
      await expect(row(page, first.title)).toContainText('High');
      await expectMark(page, 'Bug List · Katydid');

      await turn(page, 'hidden');
      await ada.files({ status: 'resolved' });
      await ada.edits(first, { priority: 'low' });
      await expectMark(page, '(1) Bug List · Katydid');
      await ada.deletes(second);
      await expectMark(page, '(2) Bug List · Katydid');
      await turn(page, 'visible');
      await expectMark(page, 'Bug List · Katydid');

      const answer = await page.request.get('/favicon-news.svg');
      expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/svg+xml']);
    });
    await test.step('a change by the user in another tab is not counted', async () => {
      await goWithin(page, '/bugs');
      await expect(row(page, own.title)).toBeVisible();
      await isLive(page);
      const another = await page.context().newPage();
      await another.goto(`/bugs/${own._id}`);
      await button(another, 'Edit').click();
      await choose(another, 'Status', 'Resolved');
      await turn(page, 'hidden');
      await button(another, 'Save Changes').click();
      await expect(row(page, own.title)).toContainText('Resolved', untilNextPoll);
      await expectMark(page, 'Bug List · Katydid');
      const theirs = await ada.files();
      await expect(row(page, theirs.title)).toBeVisible(untilNextPoll);
      await expectMark(page, '(1) Bug List · Katydid');
      await another.close();
      await turn(page, 'visible');
    });
    await test.step('a change is counted on the dashboard', async () => {
      await page.getByRole('link', { name: 'Katydid' }).click();
      await expect(page.getByRole('link', { name: first.title }).first()).toBeVisible();
      await isLive(page);
      await turn(page, 'hidden');
      await ada.edits(first, { status: 'in-progress' });
      await expectMark(page, '(1) Dashboard · Katydid');
      await turn(page, 'visible');
      await expectMark(page, 'Dashboard · Katydid');
    });
    await test.step('for an open bug, only its own changes count; another page clears the mark', async () => {
      await goWithin(page, `/bugs/${first._id}`);
      await expect(page.getByRole('heading', { name: first.title })).toBeVisible();
      await isLive(page);
      const title = await page.title();
      await turn(page, 'hidden');
      const other = await ada.files();
      await ada.edits(other, { status: 'resolved' });
      await ada.edits(first, { status: 'resolved' });
      await expectMark(page, `(1) ${title}`);
      await ada.deletes(first);
      await expect(page.getByRole('heading', { name: 'Bug not found' })).toBeVisible(untilNextPoll);
      await expect(page).toHaveTitle(/^\(1\) /);
      await page.getByRole('link', { name: 'Profile' }).click();
      await expect(page).toHaveURL('/profile');
      await expect(page).not.toHaveTitle(/^\(/);
    });
  });

  test('a page that is hidden for longer polls; a visit restarts the period', async ({ open, ada, bob }) => {
    const bug = await ada.files();
    const page = await open('about:blank', { as: bob });
    await page.clock.install();
    await page.goto('/bugs');
    await expect(row(page, bug.title)).toBeVisible();
    await isLive(page);
    await hideForLong(page);
    const again = page.waitForRequest((request) => request.url().includes('/api/live'));
    await turn(page, 'visible');
    await again;
    await page.clock.setSystemTime(Date.now() + 9 * 60 * 60_000);
    await hideForLong(page);
    await ada.edits(bug, { status: 'resolved' });
    await page.clock.runFor(30_000);
    await expectMark(page, '(1) Bug List · Katydid');
  });
});
