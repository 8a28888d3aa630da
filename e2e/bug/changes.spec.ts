import type { Locator, Page } from '@playwright/test';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive } from '#e2e/harness/live-page.ts';
import { unique } from '#e2e/harness/person.ts';
import {
  alert,
  button,
  choose,
  countCalls,
  cut,
  expectToFit,
  goWithin,
  holdBack,
  simulateOutage,
} from '#e2e/harness/screen.ts';

const heading = (page: Page) => page.getByRole('heading', { name: 'Activity', level: 2 });
const section = (page: Page) => page.getByRole('region', { name: 'Activity' });
const entries = (page: Page) => section(page).getByRole('listitem');
const difference = (within: Locator, label: string) =>
  within.getByRole('group', { name: `What changed in ${label}` });

const show = (within: Locator, label: string) => button(within, `What changed in ${label}`).click();

const lines = (count: number) => Array.from({ length: count }, (_, i) => `This is line ${i + 1}.`);

test.describe('Changes in the activity of a bug', () => {
  test('each edit of each field appears live, newest last, with author and time', async ({
    open,
    ada,
    bob,
  }) => {
    const title = unique('Old title');
    const bug = await ada.files({ title, description: 'It fails on Tuesdays.\nAlways.' });
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await expect(entries(page)).toHaveCount(1);
    await isLive(page);
    await ada.edits(bug, { status: 'resolved' });
    await expect(entries(page)).toHaveCount(2);
    await ada.edits(bug, { priority: 'high' });
    await ada.edits(bug, { assignedTo: bob._id });
    await ada.edits(bug, { title: title.replace('Old', 'New') });
    await ada.edits(bug, { description: 'It fails on Wednesdays.\nAlways.' });
    await expect(page.getByText('It fails on Wednesdays.')).toBeVisible();
    await expect(entries(page)).toHaveCount(6);
    await test.step('the activity is hidden while the bug is edited', async () => {
      await button(page, 'Edit').click();
      await expect(heading(page)).toBeHidden();
      await choose(page, 'Status', 'Open');
      await choose(page, 'Assigned To', 'Unassigned');
      await button(page, 'Save Changes').click();
      await expect(button(page, 'Edit')).toBeVisible();
    });
    await expect(entries(page)).toContainText([
      'filed this bug',
      'changed the status from Open to Resolved',
      /changed the priority from \w+ to High/,
      `changed the assignee from Unassigned to ${bob.name}`,
      'changed the title',
      'changed the description',
      `changed the status from Resolved to Open and the assignee from ${bob.name} to Unassigned`,
    ]);
    for (const entry of await entries(page).all()) {
      await expect(entry).toContainText(ada.name);
      await expect(entry.getByRole('time')).toHaveAttribute('title', /:\d\d:\d\d/);
    }
    await test.step('a person is named once for changes in a row', async () => {
      await expect(entries(page).locator('b')).toHaveText([ada.name]);
    });
    await test.step('differing words of a title and differing lines of a description are marked', async () => {
      await show(entries(page).nth(4), 'Title');
      await show(entries(page).nth(5), 'Description');
      const renamed = difference(entries(page).nth(4), 'Title');
      await expect(renamed.getByRole('deletion')).toHaveText(`−Removed: ${title}`);
      await expect(renamed.getByRole('insertion').locator('mark')).toHaveText('New');
      const rewritten = difference(entries(page).nth(5), 'Description');
      await expect(rewritten.getByRole('deletion')).toContainText('It fails on Tuesdays.');
      await expect(rewritten.getByRole('insertion')).toContainText('It fails on Wednesdays.');
      await expect(rewritten).toContainText('Always.');
    });
  });

  test('a difference shows the context of changes, fits, and is shown whole on demand', async ({
    open,
    ada,
  }) => {
    const before = lines(80);
    const bug = await ada.files({ description: before.join('\n') });
    const after = before.with(39, 'wide'.repeat(60)).toSpliced(60, 1);
    await ada.edits(bug, { title: unique('Another title altogether'), status: 'resolved' });
    await ada.edits(bug, { description: after.join('\n') });
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await show(section(page), 'Description');
    const changed = difference(section(page), 'Description');
    await expect(changed.getByRole('insertion')).toHaveText(`+Added: ${'wide'.repeat(60)}`);
    await expect(changed.getByRole('deletion')).toHaveText([
      '−Removed: This is line 40.',
      '−Removed: This is line 61.',
    ]);
    await expect(changed.getByText('… 37 unchanged lines')).toBeVisible();
    await expect(changed.getByText('… 16 unchanged lines')).toBeVisible();
    await expect(changed.getByText('… 17 unchanged lines')).toBeVisible();
    await expect(changed.getByText('This is line 1.', { exact: true })).toBeHidden();

    await test.step('no serious axe violations, light and dark; fits 320 pixels', async () => {
      await show(section(page), 'Title');
      await expectNothingSeriousInLightAndDark(page);
      await page.setViewportSize({ width: 320, height: 640 });
      await expectToFit(page);
      await page.setViewportSize({ width: 1280, height: 720 });
    });
    await test.step('a large difference is shown whole on demand', async () => {
      const large = await ada.files();
      await ada.edits(large, { description: lines(100).join('\n') });
      await goWithin(page, `/bugs/${large._id}`);
      await show(section(page), 'Description');
      await expect(changed.getByRole('insertion')).toHaveCount(59);
      await button(changed, 'Show all 101 lines').click();
      await expect(changed.getByRole('insertion')).toHaveCount(100);
    });
    await test.step('texts are shown as typed and never run as HTML', async () => {
      const hostile = await ada.files({ description: '<b>bold</b>\n\tindented' });
      const text = '<img src=x onerror="document.title=1">\n\tindented  twice';
      await ada.edits(hostile, { title: '<script>1</script>', description: text });
      await goWithin(page, `/bugs/${hostile._id}`);
      await show(section(page), 'Title');
      await show(section(page), 'Description');
      await expect(changed.getByRole('deletion').first()).toContainText('<b>bold</b>');
      await expect(changed.getByRole('insertion').first()).toContainText(text.split('\n')[0] ?? '');
      await expect(changed.locator('img, b')).toHaveCount(0);
      await expect(difference(section(page), 'Title').getByRole('insertion')).toContainText(
        '<script>1</script>',
      );
    });
  });

  test('loads the newest fifty first, says what failed, and keeps what it has', async ({ open, ada }) => {
    const [own, bug, other] = [await ada.files(), await ada.files(), await ada.files()];
    for (let edit = 1; edit <= 54; edit += 1) await ada.edits(bug, { priority: edit % 2 ? 'high' : 'low' });
    const page = await open(`/bugs/${own._id}`, { as: ada, live: false });

    await test.step('without the live stream, the user’s own edit appears once saved', async () => {
      await expect(section(page)).toContainText('filed this bug');
      await button(page, 'Edit').click();
      await choose(page, 'Status', 'Resolved');
      await button(page, 'Save Changes').click();
      await expect(entries(page).last()).toContainText('changed the status from Open to Resolved');
    });
    await test.step('"Loading..." until the response', async () => {
      const release = await holdBack(page, 'GET', `/api/bugs/${bug._id}/page`);
      await goWithin(page, `/bugs/${bug._id}`);
      await expect(section(page).getByText('Loading...')).toBeAttached();
      release();
      await expect(entries(page)).toHaveCount(50);
    });
    await test.step('earlier entries load on demand, each once', async () => {
      const earlier = button(section(page), 'Show earlier activity');
      await earlier.click();
      await expect(entries(page)).toHaveCount(55);
      await expect(earlier).toBeHidden();
      await expect(entries(page).first()).toContainText('filed this bug');
      await expect(entries(page).last()).toContainText('changed the priority from High to Low');
      await page.unrouteAll();
    });
    await test.step('a failure says so and offers Retry, and the bug stays', async () => {
      // The single call follows where that for the whole page fails.
      for (const part of ['page', 'activity']) await cut(page, `/api/bugs/${other._id}/${part}`);
      await goWithin(page, `/bugs/${other._id}`);
      await expect(alert(page, 'Failed to fetch activity')).toBeVisible();
      await expect(page.getByRole('heading', { name: other.title })).toBeVisible();
      await expect(page.getByText(other.description)).toBeVisible();
      await page.unrouteAll();
      await button(page, 'Retry').click();
      await expect(section(page)).toContainText('filed this bug');
    });
    await test.step('during an outage cached entries stay, without an alert', async () => {
      await simulateOutage(page);
      // Not as fresh as to be shown without a call.
      await page.clock.setSystemTime(Date.now() + 10_000);
      const asked = countCalls(page, `/api/bugs/${other._id}/activity`);
      await button(page, 'Edit').click();
      await button(page, 'Cancel Edit').click();
      // A call without a response is retried once before it fails.
      await expect.poll(() => asked.length).toBe(2);
      await expect(section(page)).toContainText('filed this bug');
      await expect(page.getByRole('alert')).toHaveCount(0);
    });
  });
});
