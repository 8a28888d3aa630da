import type { Page } from '@playwright/test';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { button, expectToFit, field, goWithin, row, rows, select } from '#e2e/harness/screen.ts';

const list = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });
/** Why keys did nothing. */
const notices = (page: Page) => page.locator('#key-notices');
const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true });

test('keys open pages, except from fields, selects and dialogs, unless turned off', async ({ open, ada }) => {
  const bug = await ada.files();
  const page = await open('/profile', { as: ada });
  await expect(heading(page, 'Profile Settings')).toBeVisible();

  await test.step('g d, g b, g p and c', async () => {
    await page.keyboard.type('gd');
    await expect(heading(page, `Welcome, ${ada.name}!`)).toBeVisible();
    await page.keyboard.type('gb');
    await expect(heading(page, 'Bug List')).toBeVisible();
    await page.keyboard.type('gp');
    await expect(heading(page, 'Profile Settings')).toBeVisible();
    await page.keyboard.press('c');
    await expect(field(page, 'Title')).toBeFocused();
    await expect(page).toHaveURL('/bugs/create#title');
  });

  await test.step('/ focuses the search box, and is not typed into it', async () => {
    await link(page, 'Katydid').click();
    await expect(heading(page, `Welcome, ${ada.name}!`)).toBeVisible();
    await page.keyboard.press('/');
    await expect(field(page, 'Search')).toBeFocused();
    await button(page, 'Display').focus();
    await page.keyboard.press('/');
    await expect(field(page, 'Search')).toBeFocused();
    await expect(field(page, 'Search')).toHaveValue('');
    await page.keyboard.type('gb c/?');
    await expect(field(page, 'Search')).toHaveValue('gb c/?');
    await expect(page).toHaveURL(/\/bugs\?q=/);
  });

  await test.step('a form opened by key focuses its title; one opened by click focuses its heading', async () => {
    await goWithin(page, '/bugs');
    await page.getByText('Create New Bug', { exact: true }).click();
    await expect(heading(page, 'Create Bug')).toBeFocused();
    await page.keyboard.press('c');
    await expect(field(page, 'Title')).toBeFocused();
    await page.keyboard.type('gdpr export');
    await expect(field(page, 'Title')).toHaveValue('gdpr export');
    await link(page, 'Bugs').click();
    await link(page, bug.title).click();
    await expect(heading(page, bug.title)).toBeFocused();
    await page.keyboard.press('e');
    await expect(field(page, 'Title')).toBeFocused();
    await expect(field(page, 'Title')).toHaveValue(bug.title);
    await button(page, 'Cancel Edit').click();
    await button(page, 'Edit').click();
    await expect(button(page, 'Cancel Edit')).toBeFocused();
    await button(page, 'Cancel Edit').click();
  });

  await test.step('? lists the shortcuts of the page in groups; closing the list restores the focus', async () => {
    await goWithin(page, '/bugs');
    await expect(heading(page, 'Bug List')).toBeVisible();
    await button(page, 'Display').focus();
    await page.keyboard.press('?');
    await expect(list(page).getByRole('heading', { level: 3 })).toHaveText([
      'List',
      'Bug',
      'Everywhere',
      'Go to',
    ]);
    const keys = 'f,n,↓,j,k,Space,Escape,Enter,x,b,e,s,p,a,i,CtrlK,?,CtrlP,gd,gb,gk,c,/,gi,gp,gt';
    await expect(list(page).getByRole('term')).toHaveText(keys.split(','));
    await page.keyboard.press('c');
    await expect(list(page)).toBeVisible();
    await expect(page).toHaveURL('/bugs');
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
    await expectNothingSeriousInLightAndDark(page);
    await page.setViewportSize({ width: 1280, height: 720 });
    await page.keyboard.press('Escape');
    await expect(list(page)).toBeHidden();
    await expect(button(page, 'Display')).toBeFocused();
  });

  await test.step('they can be turned off, persistently, and on again', async () => {
    await page.keyboard.press('?');
    await list(page).getByRole('checkbox').uncheck();
    await button(page, 'Close').click();
    await page.reload();
    await expect(heading(page, 'Bug List')).toBeVisible();
    for (const key of ['c', '?', 'g', 'p']) await page.keyboard.press(key);
    await page.getByRole('button', { name: 'Jump to… Ctrl+K' }).click();
    await page.keyboard.type('keyb');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/bugs');
    await list(page).getByRole('checkbox').check();
    await button(page, 'Close').click();
    await page.keyboard.press('c');
    await expect(page).toHaveURL('/bugs/create#title');
    await page.goBack();
  });

  await test.step('they are ignored with a modifier, in an open select, in a dialog, and signed out', async () => {
    await expect(row(page, bug.title)).toBeVisible();
    for (const modifier of ['Control', 'Alt', 'Shift']) await page.keyboard.press(`${modifier}+c`);
    await select(page, 'Status').press('Enter');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('c');
    await expect(page.getByRole('listbox')).toBeVisible();
    await page.keyboard.press('Escape');
    await row(page, bug.title)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await page.keyboard.press('c');
    await expect(page.getByRole('dialog', { name: 'Confirm Delete' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page).toHaveURL('/bugs');
    await button(page, 'Logout').click();
    await expect(page).toHaveURL('/login');
    await heading(page, 'Login').click();
    await page.keyboard.type('c?gb');
    await expect(page.getByRole('dialog')).toBeHidden();
    await expect(page).toHaveURL('/login');
  });
});

test.describe('In the list', () => {
  test.use({ ownServer: true });

  test('keys lead to the rows and act on them; a key that can do nothing says why', async ({
    open,
    ada,
    bob,
  }) => {
    const other = await bob.files();
    const own = await ada.files();
    const page = await open('/bugs', { as: ada });
    await expect(rows(page)).toHaveCount(2);

    await test.step('Enter or the down arrow leads to the first result; Escape leaves the empty box', async () => {
      await page.keyboard.press('/');
      await expect(field(page, 'Search')).toBeFocused();
      await page.keyboard.press('ArrowDown');
      await expect(link(page, own.title)).toBeFocused();
      await page.keyboard.press('/');
      await page.keyboard.type(other.title);
      await page.keyboard.press('Enter');
      await expect(link(page, other.title)).toBeFocused();
      await expect(rows(page)).toHaveCount(1);
      await page.keyboard.press('/');
      await page.keyboard.press('Escape');
      await expect(field(page, 'Search')).toHaveValue('');
      await expect(field(page, 'Search')).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(heading(page, 'Bug List')).toBeFocused();
      await expect(rows(page)).toHaveCount(2);
      await expect(page).toHaveURL('/bugs');
    });

    await test.step('j and k move through the rows, Enter opens, e edits if permitted', async () => {
      await page.keyboard.press('j');
      await expect(link(page, own.title)).toBeFocused();
      await page.keyboard.press('j');
      await expect(link(page, other.title)).toBeFocused();
      await page.keyboard.press('j');
      await expect(link(page, other.title)).toBeFocused();
      await page.keyboard.press('e');
      await page.keyboard.press('k');
      await expect(link(page, own.title)).toBeFocused();
      await expect(page).toHaveURL('/bugs');
      await page.keyboard.press('Enter');
      await expect(heading(page, own.title)).toBeVisible();
      await expect(button(page, 'Edit')).toBeVisible();
      await page.keyboard.press('e');
      await expect(button(page, 'Cancel Edit')).toBeVisible();
      await page.goBack();
      // The row that was left is active again.
      await expect(link(page, own.title)).toBeFocused();
      await page.keyboard.press('e');
      await expect(field(page, 'Title')).toBeFocused();
      await expect(page).toHaveURL(`/bugs/${own._id}#edit`);
      await button(page, 'Cancel Edit').click();
      await expect(page).toHaveURL(`/bugs/${own._id}`);
    });

    await test.step('after choosing in a select by keyboard, keys work again and Escape leaves it', async () => {
      await link(page, 'Bugs').click();
      await expect(rows(page)).toHaveCount(2);
      await select(page, 'Status').focus();
      // Typed faster than the list is drawn.
      await Promise.all(['Enter', 'ArrowDown', 'Enter'].map((key) => page.keyboard.press(key)));
      await expect(select(page, 'Status')).toBeFocused();
      await expect(select(page, 'Status')).toHaveText('Open');
      await page.keyboard.press('Escape');
      await expect(heading(page, 'Bug List')).toBeFocused();
      await select(page, 'Status').focus();
      await page.keyboard.press('j');
      await expect(link(page, own.title)).toBeFocused();
      await select(page, 'Status').focus();
      await page.keyboard.press('c');
      await expect(page).toHaveURL('/bugs/create#title');
    });

    await bob.deletes(other);
    const bug = await bob.files({ assignedTo: bob._id });
    await goWithin(page, '/bugs');
    await expect(rows(page)).toHaveCount(2);
    await expect(link(page, bug.title)).toBeVisible();
    const says = async (keys: string, text: string) => {
      await page.keyboard.type(keys);
      await expect(notices(page)).toHaveText(`${text}Close`);
    };
    const onlyBob = `Only ${bob.name}, who filed this bug, its assignee and admins can do this.`;
    const onBug = 'on a bug that you have opened, or that has the focus in a list (j, k)';

    await test.step('without a bug, keys say what they work on', async () => {
      for (const key of 'spai') await says(key, `${key} works only ${onBug}.`);
      await says('e', `e works only ${onBug} or on an entry of the inbox.`);
      await says('b', 'b works only with bugs selected (x).');
      await says('y', 'y works only in triage, with a bug.');
      await says('m', 'm works only on a card of the board that has the focus.');
      await says('w', 'w works only on the page of a bug.');
    });
    await test.step('keys that are no shortcut, or belong to the browser, stay silent', async () => {
      await button(notices(page), 'Close').click();
      await heading(page, 'Bug List').click();
      for (const key of ['z', 'ArrowDown', 'Shift+S', 'F2']) await page.keyboard.press(key);
      await page.keyboard.press('j');
      await expect(link(page, bug.title)).toBeFocused();
      await expect(notices(page)).toBeEmpty();
    });
    await test.step('on a bug of another user, keys say who may use them', async () => {
      for (const key of 'spai') await says(key, onlyBob);
      // Announced once more, and not stacked.
      await page.keyboard.press('s');
      await expect(notices(page)).toHaveText(`${onlyBob}Close`);
      await says('e', `Only ${bob.name}, who filed this bug, and admins can do this.`);
      await page.keyboard.press('Enter');
      await expect(heading(page, bug.title)).toBeVisible();
      await says('b', 'b works only with bugs selected (x).');
      for (const key of 'spai') await says(key, onlyBob);
      await says('d', onlyBob);
      await says('e', `Only ${bob.name}, who filed this bug, and admins can do this.`);
      await says('k', 'There is no previous bug in the list.');
      await page.keyboard.press('j');
      await expect(heading(page, own.title)).toBeVisible();
    });
    await test.step('on the user’s own bug, only keys without an effect say why', async () => {
      await says('j', 'There is no next bug in the list.');
      await page.keyboard.press('i');
      await expect(button(page, `Assigned To: ${ada.name}, change`)).toBeVisible();
      await says('i', 'This bug is assigned to you already.');
      await page.keyboard.press('e');
      await expect(field(page, 'Title')).toBeFocused();
      await button(page, 'Cancel Edit').focus();
      await says('j', 'The form is open: save or cancel it first.');
    });
    await test.step('with selected bugs of other users, keys say that none can be changed', async () => {
      await goWithin(page, '/bugs');
      await expect(rows(page)).toHaveCount(2);
      await link(page, bug.title).focus();
      await page.keyboard.press('x');
      await expect(page.getByRole('region', { name: 'Selected bugs' })).toBeVisible();
      for (const key of 'spaid') await says(key, 'You cannot change any of the selected bugs.');
    });
  });
});
