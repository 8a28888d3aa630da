import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, cutCode, field, holdBack, holdCode, row, rows } from '#e2e/harness/screen.ts';

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
const dropped = (page: Page) => page.getByText('Some keys were typed before there was anything for them');

/** Opens a page whose code of a part is fetched only once the returned function is called. */
async function openHolding(page: Page, part: string, path: string): Promise<() => void> {
  const release = await holdCode(page, part);
  await page.goto(path);
  return release;
}

async function atTriage(page: Page, bug: Bug) {
  await expect(current(page)).toContainText(bug.title);
  await expect(page.getByRole('button', { name: /^Assigned To: .*change$/ })).toBeVisible();
}

test.describe('Keys typed while something opens', () => {
  test('in triage, the picker of people gets them all, and no shortcut does', async ({
    open,
    ada,
    admin,
    register,
  }) => {
    const kara = await register({ name: 'Kara Yilmaz' });
    const older = await ada.files();
    const bug = await ada.files();
    const page = await open('/profile', { as: admin });
    const release = await openHolding(page, 'PersonPicker', '/triage');
    await atTriage(page, bug);
    await page.keyboard.type('akarx');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('a y');
    release();
    await expect(personBox(page)).toHaveValue('kara y');
    await expect(current(page)).toContainText(bug.title);
    expect(await ada.reads(bug)).toMatchObject({ triaged: false, assignedTo: null });
    await page.keyboard.press('Enter');
    await expect(picker(page)).toBeHidden();
    await expect.poll(async () => (await ada.reads(bug)).assignedTo?._id).toBe(kara._id);
    expect(await ada.reads(older)).toMatchObject({ triaged: false, assignedTo: null });
  });

  test('a digit waits for the people; keys behind the choice are dropped, which is said', async ({
    open,
    ada,
    admin,
    register,
  }) => {
    const first = await register({ name: 'Aaron First' });
    const older = await ada.files();
    const bug = await ada.files();
    const page = await open('/profile', { as: admin });
    const release = await holdBack(page, 'GET', '/api/users');
    await page.goto('/triage');
    await atTriage(page, bug);
    await page.keyboard.type('a3y');
    await expect(personBox(page)).toBeFocused();
    release();
    await expect.poll(async () => (await ada.reads(bug)).assignedTo?._id).toBe(first._id);
    await expect(dropped(page)).toBeVisible();
    expect(await ada.reads(bug)).toMatchObject({ triaged: false });
    expect(await ada.reads(older)).toMatchObject({ triaged: false, assignedTo: null });
  });

  test('a key after the one that chose is for the page at once', async ({ open, ada, register }) => {
    await register({ name: 'Aaron First' });
    const bug = await ada.files();
    const page = await open('/profile', { as: ada });
    const release = await holdBack(page, 'GET', '/api/users');
    await page.goto(`/bugs/${bug._id}`);
    await expect(heading(page, bug.title)).toBeVisible();
    await page.keyboard.type('a3');
    await expect(personBox(page)).toBeFocused();
    // As on a busy machine: keys come before timers.
    await page.evaluate(() => {
      const { setTimeout } = window;
      window.setTimeout = ((callback: () => void, delay = 0) =>
        setTimeout(callback, Math.max(delay, 500))) as typeof setTimeout;
    });
    release();
    await expect(picker(page)).toBeHidden();
    await page.keyboard.press('p');
    await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible();
    await expect(dropped(page)).toBeHidden();
  });

  test('the palette gets them, with arrows and Enter, and so does what it opens', async ({ open, ada }) => {
    const page = await open('/profile', { as: ada });
    const release = await openHolding(page, 'Palette', '/bugs');
    const releaseForm = await holdCode(page, 'CreateBugPage');
    await expect(heading(page, 'Bug List')).toBeVisible();
    await page.keyboard.press('ControlOrMeta+k');
    await page.keyboard.type('bcreate');
    for (const key of ['Home', 'Delete', 'End', 'Enter']) await page.keyboard.press(key);
    await page.keyboard.type('label');
    release();
    await expect(page).toHaveURL('/bugs/create#title');
    await page.keyboard.type(' is lost');
    releaseForm();
    await expect(field(page, 'Title')).toHaveValue('label is lost');
    await page.keyboard.press('ControlOrMeta+k');
    await expect(paletteBox(page)).toBeFocused();
    await expect(paletteBox(page)).toHaveValue('');
  });

  test('Escape and a press of the pointer cancel the opening, and the keys with it', async ({
    open,
    ada,
  }) => {
    const bug = await ada.files();
    const page = await open('/profile', { as: ada });
    const release = await openHolding(page, 'PersonPicker', `/bugs/${bug._id}`);
    await expect(heading(page, bug.title)).toBeVisible();
    await page.keyboard.type('ae');
    await page.keyboard.press('Escape');
    await page.keyboard.press('s');
    await expect(page.getByRole('menu', { name: 'Status' })).toBeVisible();
    await page.keyboard.press('Escape');
    await page.keyboard.type('ae');
    await heading(page, bug.title).click();
    await page.keyboard.press('p');
    await expect(page.getByRole('menu', { name: 'Priority' })).toBeVisible();
    release();
    await page.keyboard.press('Escape');
    await expect(picker(page)).toBeHidden();
    await expect(button(page, 'Cancel Edit')).toBeHidden();
    await expect(notOpened(page).or(dropped(page))).toBeHidden();
    await page.keyboard.press('a');
    await expect(personBox(page)).toBeFocused();
    await expect(personBox(page)).toHaveValue('');
  });

  test('if it cannot be loaded, they are dropped, and a message says so', async ({ open, ada, admin }) => {
    const older = await ada.files();
    const bug = await ada.files();
    const page = await open('/profile', { as: admin });
    for (const part of ['PersonPicker', 'Palette', 'MarkDuplicate']) await cutCode(page, part);
    await page.goto('/triage');
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
    await page.unrouteAll();
    await page.keyboard.press('a');
    await expect(personBox(page)).toBeFocused();
  });

  test('the dialog of duplicates and the questions before a bug is resolved get them', async ({
    open,
    ada,
  }) => {
    const other = await ada.files({ title: 'The original' });
    const bug = await ada.files();
    const page = await open('/profile', { as: ada });
    const release = await openHolding(page, 'MarkDuplicate', `/bugs/${bug._id}`);
    const releaseQuestions = await holdCode(page, 'ResolveDialog');
    await page.reload();
    await expect(button(page, 'More')).toBeVisible();
    await page.keyboard.type('dorigin');
    release();
    await expect(dialog(page, /duplicate/).getByRole('combobox')).toHaveValue('origin');
    await expect(page.getByRole('option', { name: other.title })).toBeVisible();
    for (let press = 0; press < 2; press += 1) await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await page.keyboard.press('s');
    await expect(page.getByRole('menu', { name: 'Status' })).toBeVisible();
    await page.keyboard.press('3');
    await page.keyboard.press('Enter');
    releaseQuestions();
    await expect.poll(async () => (await ada.reads(bug)).status).toBe('resolved');
  });

  test('the title of a form and the search box get them, from other pages', async ({ open, ada }) => {
    const bug = await ada.files({ title: 'Quiet' });
    const page = await open('/profile', { as: ada });
    const releases = [await holdCode(page, 'CreateBugPage'), await holdCode(page, 'BugListPage')] as const;
    await page.reload();
    await expect(heading(page, 'Profile Settings')).toBeVisible();
    await page.keyboard.type('cgb gd');
    await expect(page).toHaveURL('/bugs/create#title');
    releases[0]();
    await expect(field(page, 'Title')).toHaveValue('gb gd');
    await field(page, 'Title').fill('');
    await page.getByRole('link', { name: 'Profile' }).click();
    await expect(heading(page, 'Profile Settings')).toBeVisible();
    await heading(page, 'Profile Settings').click();
    await page.keyboard.type('/quiet');
    releases[1]();
    await expect(field(page, 'Search')).toHaveValue('quiet');
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('Enter');
    await expect(link(page, bug)).toBeFocused();
    const release = await holdCode(page, 'BugDetailsPage');
    await page.goto('/bugs');
    await expect(rows(page)).toHaveCount(1);
    await page.keyboard.press('j');
    await expect(link(page, bug)).toBeFocused();
    await page.keyboard.press('e');
    await page.keyboard.type(', e');
    release();
    await expect(field(page, 'Title')).toHaveValue('Quiet, e');
  });

  test('a page that does not open, or a question before it, has the keys at once', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    await cutCode(page, 'BugListPage');
    await page.reload();
    // It would reload itself.
    await page.evaluate(() => sessionStorage.setItem('reloaded-for-code', String(Date.now())));
    await heading(page, 'Create Bug').click();
    await page.keyboard.press('/');
    await expect(heading(page, 'Something went wrong')).toBeVisible();
    await page.keyboard.press('?');
    await expect(dialog(page, 'Keyboard shortcuts')).toBeVisible();
    await page.unrouteAll();
    await page.goto('/bugs/create');
    await page.evaluate(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
    });
    await field(page, 'Title').fill('My title');
    await heading(page, 'Create Bug').click();
    await page.keyboard.press('/');
    const question = dialog(page, 'Leave without saving?');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(question).toBeHidden();
    await expect(field(page, 'Title')).toHaveValue('My title');
  });

  test('what opens beside the list leaves them to the list: the bar for selected bugs, the bug beside', async ({
    open,
    ada,
  }) => {
    const older = await ada.files();
    const bug = await ada.files();
    const page = await open('/profile', { as: ada });
    const release = await openHolding(page, 'BulkBar', '/bugs');
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.type('jxjxi');
    release();
    for (const one of [bug, older])
      await expect.poll(async () => (await ada.reads(one)).assignedTo?._id).toBe(ada._id);
    const releasePeek = await openHolding(page, 'PeekPanel', '/bugs');
    await expect(rows(page)).toHaveCount(2);
    await page.keyboard.type('j ');
    await page.keyboard.type('jp1');
    releasePeek();
    await expect(page.getByRole('complementary', { name: older.title })).toBeVisible();
    await expect.poll(async () => (await ada.reads(older)).priority).toBe('high');
    await expect(row(page, older.title)).toContainText('High');
  });
});
