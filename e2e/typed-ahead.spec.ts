import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import {
  button,
  cutCode,
  field,
  goWithin,
  holdBack,
  holdCode,
  login,
  query,
  row,
  rows,
} from '#e2e/harness/screen.ts';

test.use({ ownServer: true });

const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name });
const paletteBox = (page: Page) => page.getByRole('combobox', { name: 'Jump to…' });
const picker = (page: Page) => dialog(page, 'Assigned To');
const personBox = (page: Page) => picker(page).getByRole('combobox');
const current = (page: Page) =>
  page
    // Also behind a dialog.
    .getByRole('list', { name: 'Bugs that wait for triage', includeHidden: true })
    .locator('[data-current="true"]');
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
const link = (page: Page, { title }: Bug) => page.getByRole('link', { name: title, exact: true });
const notOpened = (page: Page) => page.getByRole('alert').filter({ hasText: 'This could not be opened' });
const dropped = (page: Page) => page.getByText('Some keys were pressed before the page was ready');

/** Holds back the code of these parts, from the next load of the page on. */
async function hold<Part extends string>(page: Page, ...parts: Part[]) {
  const releases = await Promise.all(parts.map(async (part) => [part, await holdCode(page, part)] as const));
  return Object.fromEntries(releases) as Record<Part, () => void>;
}

async function atTriage(page: Page, bug: Bug) {
  await expect(current(page)).toContainText(bug.title);
  await expect(page.getByRole('button', { name: /^Assigned To: .*change$/ })).toBeVisible();
}

test('keys typed while triage, the palette or the list opens something reach it', async ({
  open,
  ada,
  admin,
  register,
}) => {
  const kara = await register({ name: 'Kara Yilmaz' });
  const older = await ada.files({ title: 'Quiet' });
  const bug = await ada.files();
  const page = await open('/profile', { as: admin });
  const parts = [
    'CreateBugPage',
    'BugListPage',
    'BugDetailsPage',
    'FilterMenu',
    'BulkBar',
    'PeekPanel',
  ] as const;
  const release = await hold(page, ...parts);
  const failing = ['PersonPicker', 'Palette', 'dialogs'] as const;
  for (const part of failing) await cutCode(page, part);
  await page.goto('/triage');

  await test.step('if it cannot be loaded, they are dropped, and a message says so', async () => {
    await atTriage(page, bug);
    for (const opening of ['a', 'd', 'ControlOrMeta+k']) {
      await page.keyboard.press(opening);
      // The code has failed before the first of them, or before the last.
      await Promise.all(['k', 'y', 'y', 'y'].map((key) => page.keyboard.press(key)));
      await expect(notOpened(page)).toHaveCount(1);
      await atTriage(page, bug);
      await button(page, 'Close').click();
      await expect(notOpened(page)).toHaveCount(0);
    }
    for (const one of [bug, older]) expect(await ada.reads(one)).toMatchObject({ triaged: false });
    for (const part of failing) await page.unroute(`**/assets/${part}-*`);
  });
  await test.step('the picker of people gets them all, and no shortcut does', async () => {
    const { PersonPicker } = await hold(page, 'PersonPicker');
    await page.keyboard.type('akarx');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('a y');
    PersonPicker();
    await expect(personBox(page)).toHaveValue('kara y');
    await expect(current(page)).toContainText(bug.title);
    expect(await ada.reads(bug)).toMatchObject({ triaged: false, assignedTo: null });
    await page.keyboard.press('Enter');
    await expect(picker(page)).toBeHidden();
    await expect.poll(async () => (await ada.reads(bug)).assignedTo?._id).toBe(kara._id);
    expect(await ada.reads(older)).toMatchObject({ triaged: false, assignedTo: null });
  });
  await test.step('the palette gets them, with arrows and Enter, and so does what it opens', async () => {
    const { Palette } = await hold(page, 'Palette');
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('bcreate');
    for (const key of ['Home', 'Delete', 'End', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.type('label');
    Palette();
    await expect(page).toHaveURL('/bugs/create#title');
    await page.keyboard.type(' is lost');
    release.CreateBugPage();
    await expect(field(page, 'Title')).toHaveValue('label is lost');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(paletteBox(page)).toBeFocused();
    await expect(paletteBox(page)).toHaveValue('');
    // Its style sheet had failed to load, too.
    await expect(paletteBox(page).locator('..')).toHaveCSS('display', 'flex');
    await page.keyboard.press('Escape');
    await field(page, 'Title').fill('');
  });
  await test.step('the search box gets them, from another page', async () => {
    await heading(page, 'Create Bug').click();
    await page.keyboard.type('/quiet');
    release.BugListPage();
    await expect(field(page, 'Search')).toHaveValue('quiet');
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(link(page, older)).toBeFocused();
  });
  await test.step('the title of a bug that is edited gets them, from the list', async () => {
    await page.keyboard.press('e');
    await page.keyboard.type(', e');
    release.BugDetailsPage();
    await expect(field(page, 'Title')).toHaveValue('Quiet, e');
    await button(page, 'Cancel Edit').click();
  });
  await test.step('the menu of filters gets them, with the Escape after a choice; a second one cancels', async () => {
    await goWithin(page, '/bugs');
    await expect(rows(page)).toHaveCount(2);
    const choose = async (...keys: string[]) => {
      await page.keyboard.type('fpriority');
      await page.keyboard.press('Enter');
      await page.keyboard.type('high');
      for (const key of keys) await page.keyboard.press(key);
    };
    await choose('Enter', 'Escape', 'Escape');
    await choose('Enter', 'Escape');
    release.FilterMenu();
    await expect.poll(() => query(page)).toEqual({ priority: 'high' });
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(button(page, 'Filter')).toBeFocused();
    await expect(dropped(page)).toBeHidden();
  });
  await test.step('the bar and the bug beside the list leave the keys to the list', async () => {
    await goWithin(page, '/bugs');
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.type('jxjxi');
    release.BulkBar();
    for (const one of [bug, older])
      await expect.poll(async () => (await ada.reads(one)).assignedTo?._id).toBe(admin._id);
    await button(page, 'Close').click();
    await link(page, bug).focus();
    await page.keyboard.type(' jp1');
    release.PeekPanel();
    await expect(page.getByRole('complementary', { name: older.title })).toBeVisible();
    await expect.poll(async () => (await ada.reads(older)).priority).toBe('high');
    await expect(row(page, older.title)).toContainText('High');
  });
});

test('keys typed while a bug or another page opens something reach it, or are dropped', async ({
  open,
  ada,
  register,
  server,
}) => {
  const first = await register({ name: 'Aaron First' });
  const other = await ada.files({ title: 'The original' });
  const bug = await ada.files();
  const page = await open('/profile', { as: ada });
  const parts = ['PersonPicker', 'dialogs', 'ResolveDialog', 'CreateBugPage'] as const;
  const release = await hold(page, ...parts);
  await cutCode(page, 'BugListPage');
  await page.goto(`/bugs/${bug._id}`);
  await expect(heading(page, bug.title)).toBeVisible();
  const releasePeople = await holdBack(page, 'GET', '/api/users');

  await test.step('Escape and a press of the pointer cancel the opening, and the keys with it', async () => {
    await page.keyboard.type('ae');
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await expect(page.getByRole('menu', { name: 'Status' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.type('ae');
    await heading(page, bug.title).click();
    await page.keyboard.press('p');
    await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible();
    release.PersonPicker();
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    await expect(button(page, 'Cancel Edit')).toBeHidden();
    await expect(notOpened(page).or(dropped(page))).toBeHidden();
  });
  await test.step('a key after the one that makes a choice reaches the page at once', async () => {
    await page.keyboard.press('a');
    await expect(personBox(page)).toBeFocused();
    await expect(personBox(page)).toHaveValue('');
    await page.keyboard.press('3');
    // As on a busy machine: keys come before timers.
    await page.evaluate(() => {
      const { setTimeout } = window;
      window.setTimeout = ((callback: () => void, delay = 0) =>
        setTimeout(callback, Math.max(delay, 500))) as typeof setTimeout;
      addEventListener('timers-are-in-time', () => (window.setTimeout = setTimeout), { once: true });
    });
    releasePeople();
    await expect(picker(page)).toBeHidden();
    await page.keyboard.press('p');
    await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible();
    await expect(dropped(page)).toBeHidden();
    await page.evaluate(() => dispatchEvent(new Event('timers-are-in-time')));
    await page.keyboard.press('Escape');
  });
  await test.step('the dialog of duplicates and the questions before a bug is resolved get them', async () => {
    await page.keyboard.type('dorigin');
    release.dialogs();
    await expect(dialog(page, /duplicate/).getByRole('combobox')).toHaveValue('origin');
    await expect(page.getByRole('option', { name: other.title })).toBeVisible();
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('s');
    await expect(page.getByRole('menu', { name: 'Status' })).toBeVisible();
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    release.ResolveDialog();
    await expect.poll(async () => (await ada.reads(bug)).status).toBe('resolved');
  });
  await test.step('Back cancels the opening of a form, and keys reach the page at once', async () => {
    await page.keyboard.press('c');
    await expect(page).toHaveURL('/bugs/create#title');
    await page.goBack();
    await expect(page).toHaveURL(`/bugs/${bug._id}`);
    await page.keyboard.press('p');
    await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('the title of a form gets them, from another page', async () => {
    await page.keyboard.type('cgb gd');
    await expect(page).toHaveURL('/bugs/create#title');
    release.CreateBugPage();
    await expect(field(page, 'Title')).toHaveValue('gb gd');
    await field(page, 'Title').fill('');
  });
  await test.step('a page that fails to open, or a question before it, gets the keys at once', async () => {
    // It would reload itself.
    await page.evaluate(() => sessionStorage.setItem('reloaded-for-code', String(Date.now())));
    await heading(page, 'Create Bug').click();
    await page.keyboard.press('/');
    await expect(heading(page, 'Something went wrong')).toBeVisible();
    await page.keyboard.press('?');
    await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible();
    await page.keyboard.press('Escape');
    await goWithin(page, '/bugs/create');
    await page.evaluate(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
      addEventListener('stores-again', () => (Storage.prototype.setItem = setItem), { once: true });
    });
    await field(page, 'Title').fill('My title');
    await heading(page, 'Create Bug').click();
    await page.keyboard.press('/');
    const question = dialog(page, 'Leave without saving?');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(field(page, 'Title')).toHaveValue('My title');
    await field(page, 'Title').fill('');
    await page.evaluate(() => dispatchEvent(new Event('stores-again')));
  });
  await test.step('a digit waits for the people; keys after the choice are dropped, with a message', async () => {
    await server.setRole(ada, 'admin');
    const releaseAgain = await holdBack(page, 'GET', '/api/users');
    // The list of users is not loaded yet right after signing in.
    await button(page, 'Logout').click();
    await login(page, ada);
    await expect(heading(page, `Welcome, ${ada.name}!`)).toBeVisible();
    await goWithin(page, '/triage');
    await atTriage(page, other);
    await page.keyboard.type('a3y');
    await expect(personBox(page)).toBeFocused();
    releaseAgain();
    await expect.poll(async () => (await first.reads(other)).assignedTo?._id).toBe(first._id);
    await expect(dropped(page)).toBeVisible();
    expect(await first.reads(other)).toMatchObject({ triaged: false });
  });
});
