import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import { expectNothingSerious } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { isLive } from '#e2e/harness/live-page.ts';
import type { Person } from '#e2e/harness/person.ts';
import { button, choose, expectToFit, select } from '#e2e/harness/screen.ts';

const bell = (page: Page) => page.getByRole('banner').getByRole('link', { name: /^Inbox/ });
const inboxRow = (page: Page, { title }: Bug) => page.getByRole('listitem').filter({ hasText: title });
const titleOf = (page: Page, bug: Bug) => inboxRow(page, bug).getByRole('link');
const view = (page: Page, name: string) => page.getByRole('navigation', { name: 'Show' }).getByText(name);
const beside = (page: Page) => page.getByRole('complementary');

async function comments(by: Person, bug: Bug, body: string): Promise<void> {
  const { status } = await by.call('POST', `/api/bugs/${bug._id}/comments`, { body });
  expect(status).toBe(201);
}

/** Bugs that bob has filed and assigned to ada, the newest last, once they are in her inbox. */
async function assigned(ada: Person, bob: Person, count: number): Promise<Bug[]> {
  const bugs: Bug[] = [];
  for (let made = 0; made < count; made++) bugs.push(await bob.files({ assignedTo: ada._id }));
  await expect.poll(async () => (await ada.call('GET', '/api/inbox/count')).body).toEqual({ unread: count });
  return bugs;
}

test.describe('The inbox', () => {
  test('a comment counts at the bell and in the tab until it is read on any device', async ({
    open,
    ada,
    bob,
  }) => {
    const bug = await ada.files();
    const page = await open('/bugs', { as: ada, viewport: { width: 1280, height: 800 } });
    const other = await open('/profile', { as: ada });
    await isLive(page);
    await isLive(other);
    await expect(bell(page)).toHaveAccessibleName('Inbox');
    await comments(bob, bug, 'It happens here too.');
    await expect(bell(page)).toHaveAccessibleName('Inbox: 1 unread');
    await expect(bell(other)).toHaveAccessibleName('Inbox: 1 unread');
    await expect(other).toHaveTitle('(1) Profile Settings · Katydid');

    await page.keyboard.type('gi');
    await expect(page).toHaveURL('/inbox');
    await expect(inboxRow(page, bug)).toContainText(`${bob.name} commented: “It happens here too.”`);
    await expect(inboxRow(page, bug)).toContainText('You filed it');
    await expect(page.getByRole('heading', { name: 'Today' })).toBeVisible();
    await page.keyboard.press('j');
    await expect(titleOf(page, bug)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(beside(page)).toContainText('It happens here too.');
    await expect(beside(page).getByText('New since your last visit')).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Inbox');
    await expect(bell(other)).toHaveAccessibleName('Inbox');
    await expect(other).toHaveTitle('Profile Settings · Katydid');
    await page.keyboard.press('Escape');
    await expect(beside(page)).toBeHidden();
    await expect(titleOf(page, bug)).toBeFocused();
  });

  test('a bug snoozed by keys is listed as snoozed, and a mention brings it back', async ({
    open,
    ada,
    bob,
  }) => {
    const [bug] = (await assigned(ada, bob, 1)) as [Bug];
    const page = await open('/inbox', { as: ada });
    await expect(inboxRow(page, bug)).toBeVisible();
    await isLive(page);
    await page.keyboard.press('j');
    await page.keyboard.press('h');
    await page.getByRole('menuitem', { name: /^Tomorrow/ }).click();
    await expect(inboxRow(page, bug)).toBeHidden();
    await view(page, 'Snoozed').click();
    await expect(inboxRow(page, bug)).toContainText('Snoozed until');
    await view(page, 'Inbox').click();
    await expect(page.getByText('All done!')).toBeVisible();
    await comments(bob, bug, `@${ada.name} can you look?`);
    await expect(inboxRow(page, bug)).toContainText(
      `${bob.name} filed the bug, assigned you, and mentioned you: “@${ada.name} can you look?”`,
    );
  });

  test('keys mark rows as done or read; Undo takes it back, and a failure is rolled back', async ({
    open,
    ada,
    bob,
  }) => {
    const [first, second, third] = (await assigned(ada, bob, 3)) as [Bug, Bug, Bug];
    const page = await open('/inbox', { as: ada });
    await expect(inboxRow(page, third)).toContainText(`${bob.name} filed the bug and assigned you`);
    await page.keyboard.press('j');
    await expect(titleOf(page, third)).toBeFocused();
    await page.keyboard.press('e');
    await expect(inboxRow(page, third)).toBeHidden();
    await expect(titleOf(page, second)).toBeFocused();
    await expect(page.getByText(`#${third.number} done`)).toBeVisible();
    await button(page, 'Undo').click();
    await expect(inboxRow(page, third)).toBeVisible();
    await expect(bell(page)).toHaveAccessibleName('Inbox: 3 unread');

    // All for one reason. Keys reach the list once the focus has left the menu.
    await isLive(page);
    await comments(bob, first, `@${ada.name} can you look?`);
    await expect(inboxRow(page, first)).toContainText('mentioned you');
    await choose(page, 'Reason', 'Mentioned you');
    await expect(inboxRow(page, second)).toBeHidden();
    await expect(select(page, 'Reason')).toBeFocused();
    await page.keyboard.press('Shift+U');
    await expect(bell(page)).toHaveAccessibleName('Inbox: 2 unread');
    await button(page, 'Undo').click();
    await expect(bell(page)).toHaveAccessibleName('Inbox: 3 unread');
    await choose(page, 'Reason', 'All reasons');
    await expect(select(page, 'Reason')).toBeFocused();

    await titleOf(page, third).focus();
    await page.keyboard.press('x');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('x');
    await expect(page.getByText('2 selected')).toBeVisible();
    await page.keyboard.press('e');
    await expect(inboxRow(page, second)).toBeHidden();
    await expect(inboxRow(page, first)).toBeVisible();
    await view(page, 'Done').click();
    await expect(inboxRow(page, second)).toBeVisible();
    await expect(inboxRow(page, third)).toBeVisible();
    await expect(inboxRow(page, first)).toBeHidden();

    await test.step('a failed change is rolled back, with a message and Try again', async () => {
      await view(page, 'Inbox').click();
      await expect(inboxRow(page, first)).toBeVisible();
      const failed = page.getByRole('alert').filter({ hasText: 'The change was not saved' });
      // The action loads the unread rows first, for its undo.
      await page.route('**/api/inbox?*', (route) => route.abort('connectionfailed'));
      await page.keyboard.press('Shift+U');
      await expect(failed).toBeVisible();
      await page.unroute('**/api/inbox?*');
      await button(page, 'Try again').click();
      await expect(bell(page)).toHaveAccessibleName('Inbox');
      await expect(failed).toBeHidden();

      await page.route('**/api/inbox/*', (route) => route.abort('connectionfailed'));
      await button(page, `Mark #${first.number} as done`).click();
      await expect(failed).toBeVisible();
      await expect(inboxRow(page, first)).toBeVisible();
      await page.unroute('**/api/inbox/*');
      await button(page, 'Try again').click();
      await expect(inboxRow(page, first)).toBeHidden();
      await expect(page.getByText('All done!')).toBeVisible();
    });

    await test.step('on a phone, a row leads to the bug, whose page says who watches it', async () => {
      const [last] = (await assigned(ada, bob, 1)) as [Bug];
      await page.setViewportSize({ width: 320, height: 640 });
      await expect(inboxRow(page, last)).toBeVisible();
      await expectToFit(page);
      await expectNothingSerious(page, 'inbox on a phone');
      await titleOf(page, last).click();
      await expect(page).toHaveURL(new RegExp(`/bugs/${last._id}`));
      await button(page, 'Stop watching').click();
      await expect(button(page, 'Watch')).toBeVisible();
      await expect(page.getByText('1 watcher', { exact: true })).toBeVisible();
      await expectToFit(page);
      await page.goBack();
      await expect(titleOf(page, last)).toBeFocused();
    });
  });
});
