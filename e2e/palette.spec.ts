import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { unique } from '#e2e/harness/person.ts';
import { button, cut, field, goWithin, holdBack } from '#e2e/harness/screen.ts';

const palette = (page: Page) => page.getByRole('dialog', { name: 'Jump to…' });
const box = (page: Page) => page.getByRole('combobox', { name: 'Jump to…' });
const entries = (page: Page) => palette(page).getByRole('option');
const atHand = (page: Page) => palette(page).locator('[role="option"].Mui-focused');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

async function openWith(page: Page, text: string) {
  await page.keyboard.press('ControlOrMeta+k');
  await expect(box(page)).toBeFocused();
  await page.keyboard.type(text);
}

test('Ctrl+K lists the commands of the page, which prefixes of words find', async ({ open, ada }) => {
  const [second, first] = [await ada.files(), await ada.files()];
  const page = await open('/bugs?createdBy=me', { as: ada });
  await expect(page.getByRole('link', { name: first.title })).toBeVisible();

  await test.step('to go to pages', async () => {
    await openWith(page, '');
    await expect(palette(page).getByRole('group', { name: 'Commands' }).getByRole('option')).toContainText([
      'Go to the dashboard',
      'Go to bugs',
      'Create bug',
      'Search all bugs',
      'Go to your profile',
      'Use the light theme',
      'Use the dark theme',
      'Show keyboard shortcuts',
      'Log out',
    ]);
    await page.keyboard.type('pro g');
    await expect(entries(page)).toHaveText([/^Go to your profile/]);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeHidden();
    await expect(heading(page, 'Profile Settings')).toBeFocused();
    await expect(page).toHaveURL('/profile');
    await openWith(page, 'create');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Title')).toBeFocused();
  });

  await test.step('it opens from a text field; Esc and Ctrl+K close it and restore the focus', async () => {
    await field(page, 'Title').fill('Half a ti');
    await openWith(page, 'c?');
    await page.keyboard.press('Escape');
    await expect(palette(page)).toBeHidden();
    await expect(field(page, 'Title')).toBeFocused();
    await page.keyboard.type('tle');
    await expect(field(page, 'Title')).toHaveValue('Half a title');
    await openWith(page, '');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette(page)).toBeHidden();
    await expect(field(page, 'Title')).toBeFocused();
    await field(page, 'Title').fill('');
  });

  await test.step('to use the shortcuts of the current page, and no others', async () => {
    await page.goBack();
    await page.goBack();
    await expect(page.getByRole('link', { name: first.title })).toBeVisible();
    await openWith(page, 'this bug');
    await expect(palette(page).getByRole('status')).toHaveText(/^(No command|0 commands)/);
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await expect(page.getByRole('link', { name: first.title })).toBeFocused();
    await openWith(page, 'edit');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Title')).toHaveValue(first.title);
    await openWith(page, 'bug in the list');
    await expect(palette(page).getByRole('status')).toHaveText(/^(No command|0 commands)/);
    await page.keyboard.press('Escape');
    await button(page, 'Cancel Edit').click();
    await openWith(page, 'next');
    await page.keyboard.press('Enter');
    await expect(heading(page, second.title)).toBeVisible();
  });

  await test.step('to change the theme', async () => {
    const theme = () => page.locator('html').getAttribute('data-theme');
    await openWith(page, 'dark');
    await page.keyboard.press('Enter');
    await expect.poll(theme).toBe('dark');
    await openWith(page, 'theme sys');
    await page.keyboard.press('Enter');
    await expect.poll(theme).toBe('light');
  });

  await test.step('to search, to show the shortcuts and to log out', async () => {
    await openWith(page, 'search');
    await page.keyboard.press('Enter');
    await expect(field(page, 'Search')).toBeFocused();
    await openWith(page, 'keyb');
    await page.keyboard.press('Enter');
    await expect(button(page.getByRole('dialog', { name: 'Keyboard shortcuts' }), 'Close')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await openWith(page, 'log');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/login');
    await heading(page, 'Login').click();
    await page.keyboard.press('ControlOrMeta+k');
    await expect(palette(page)).toHaveCount(0);
  });
});

test('bugs are found by number and text, from the cache at once, and opened by Enter', async ({
  open,
  admin,
}) => {
  const word = unique('Quokka');
  const older = await admin.files({ title: `${word} one`, status: 'resolved' });
  const newer = await admin.files({ title: 'Another', description: `Mentions ${word}` });
  const page = await open('/profile', { as: admin, live: false });
  await expect(page.getByText('This session')).toBeVisible();

  await test.step('a number finds its bug first; Enter waits for results that have not arrived yet', async () => {
    await openWith(page, `#${older.number}`);
    await expect(entries(page).first()).toHaveText(`#${older.number} ${older.title} Resolved`);
    await expect(palette(page).getByRole('group', { name: 'Bugs' })).toBeVisible();
    await page.keyboard.press('Escape');
    await openWith(page, String(older.number));
    await page.keyboard.press('Enter');
    await expect(heading(page, older.title)).toBeVisible();
  });

  await test.step('text finds the newest bugs; arrows select, and Enter opens', async () => {
    await openWith(page, word.toUpperCase());
    await expect(entries(page)).toHaveText([
      `#${newer.number} Another Open`,
      `#${older.number} ${older.title} Resolved`,
    ]);
    await expect(palette(page).getByRole('status')).toHaveText('0 commands, 2 bugs');
    // The first result, from the cache, stays selected when the server returns another above it.
    await expect(atHand(page)).toContainText(older.title);
    await expect(box(page)).toHaveAttribute('aria-activedescendant', /-option-1$/);
    await page.keyboard.press('ArrowUp');
    await expect(atHand(page)).toContainText('Another');
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Another')).toBeFocused();
  });

  await test.step('Ctrl+Enter opens in another tab, and the focus stays where it was', async () => {
    await goWithin(page, '/profile');
    await field(page, 'Name').focus();
    await openWith(page, older.title);
    await expect(entries(page)).toHaveCount(1);
    const opened = page.context().waitForEvent('page');
    await page.keyboard.press('ControlOrMeta+Enter');
    const tab = await opened;
    await expect(tab).toHaveURL(`/bugs/${older._id}`);
    await tab.close();
    await expect(page).toHaveURL('/profile');
    await expect(field(page, 'Name')).toBeFocused();
  });

  await test.step('an early Enter is dropped when the text changes', async () => {
    const bug = await admin.files();
    const release = await holdBack(page, 'GET', '/api/bugs');
    await openWith(page, String(bug.number));
    await page.keyboard.press('Enter');
    await page.keyboard.type('x');
    await page.keyboard.press('Backspace');
    release();
    await expect(entries(page).first()).toContainText(bug.title);
    await page.evaluate(() => new Promise((resolve) => void setTimeout(resolve)));
    await expect(box(page)).toHaveValue(String(bug.number));
    await expect(page).toHaveURL('/profile');
    await page.keyboard.press('Escape');
  });

  await test.step('a failed search says so, and can be retried', async () => {
    const bug = await admin.files();
    await cut(page, '/api/bugs');
    await openWith(page, bug.title);
    await expect(palette(page).getByRole('alert')).toContainText('Failed to search bugs');
    await page.unrouteAll();
    await button(palette(page), 'Retry').click();
    await expect(entries(page)).toHaveText([new RegExp(bug.title)]);
    await page.keyboard.press('Escape');
  });

  await test.step('cached bugs are found before the server answers', async () => {
    const bug = await admin.files();
    await goWithin(page, '/bugs');
    await expect(page.getByRole('link', { name: bug.title })).toBeVisible();
    const release = await holdBack(page, 'GET', '/api/bugs');
    await openWith(page, bug.title);
    await expect(entries(page)).toHaveText([new RegExp(bug.title)]);
    await box(page).fill('nothing at all has this');
    await expect(palette(page).getByRole('status')).toHaveText('Searching…');
    release();
    await expect(palette(page).getByRole('status')).toHaveText(/^No commands or bugs match/);
    await page.keyboard.press('Enter');
    await expect(palette(page)).toBeVisible();
    await page.keyboard.press('Escape');
  });

  await test.step('the top bar opens it, on a phone by an icon; admins find admin commands', async () => {
    await expect(page.getByRole('banner')).toContainText('Ctrl+K');
    await page.getByRole('button', { name: 'Jump to… Ctrl+K' }).click();
    await box(page).fill('audit');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/admin/audit');
    await page.setViewportSize({ width: 390, height: 800 });
    await page.getByRole('button', { name: 'Jump to… Ctrl+K' }).click();
    await box(page).fill('user');
    await entries(page).filter({ hasText: 'Go to users' }).click();
    await expect(heading(page, 'Users')).toBeVisible();
  });
});

test('the actions of a bug are commands for users who may use them; recent bugs come first', async ({
  open,
  ada,
  bob,
}) => {
  const own = await ada.files();
  const other = await bob.files();
  const page = await open(`/bugs/${own._id}`, { as: ada });
  await expect(heading(page, own.title)).toBeVisible();

  await test.step('other words find the actions, and they ask first as their buttons do', async () => {
    await openWith(page, 'close');
    await expect(entries(page).first()).toHaveText('Resolve this bug');
    await page.keyboard.press('Enter');
    await expect(button(page, 'Reopen')).toBeVisible();
    await openWith(page, 'delete');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog', { name: 'Delete Bug' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('the bug of another user has none of them; the last opened bug comes first', async () => {
    await goWithin(page, `/bugs/${other._id}`);
    await expect(heading(page, other.title)).toBeVisible();
    await openWith(page, '');
    await expect(entries(page).first()).toContainText(own.title);
    await expect(palette(page).getByRole('group', { name: 'Opened recently' })).toBeVisible();
    await expect(entries(page).filter({ hasText: 'Copy the link to this bug' })).toHaveCount(1);
    await expect(entries(page).filter({ hasText: 'Delete this bug' })).toHaveCount(0);
    await expect(entries(page).filter({ hasText: 'Resolve this bug' })).toHaveCount(0);
    await page.keyboard.press('Enter');
    await expect(heading(page, own.title)).toBeVisible();
  });
});
