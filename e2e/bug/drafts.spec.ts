import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call, unique } from '#e2e/harness/person.ts';
import { alert, button, choose, cut, field, goWithin, login, row, select } from '#e2e/harness/screen.ts';

const description = (page: Page) => field(page, 'Description');
const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'You have an unsaved draft' });
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));

/** Leaves the form and returns to it, without a load of the page. */
async function leaveAndReturn(page: Page, address: string) {
  await page.getByRole('link', { name: 'Katydid' }).click();
  await expect(page.getByText('Total Bugs')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
}

/** Expects that the draft is offered with its time, and restores this text. */
async function restore(page: Page, label: string, text: string) {
  await expect(offer(page)).toContainText('You have an unsaved draft from a moment ago.');
  await expect(offer(page).locator('time')).toHaveAttribute('title', /20\d\d/);
  await button(page, 'Restore').click();
  await expect(field(page, label)).toHaveValue(text);
  await expect(offer(page)).toBeHidden();
}

test('A draft of a new bug is offered until it is saved or discarded', async ({ open, ada, bob }) => {
  const address = '/bugs/create';
  const page = await open(address, { as: ada, live: false });

  await test.step('clearing the input deletes it', async () => {
    await field(page, 'Title').fill('T');
    expect(await stored(page)).toHaveLength(1);
    await field(page, 'Title').fill('');
    expect(await stored(page)).toEqual([]);
  });
  await test.step('Discard deletes it', async () => {
    await description(page).fill('Not needed');
    await leaveAndReturn(page, address);
    await button(page, 'Discard').click();
    await expect(offer(page)).toBeHidden();
    expect(await stored(page)).toEqual([]);
    await expect(page.getByText('Not needed')).toBeHidden();
  });
  await test.step('what is typed while it is offered does not overwrite it', async () => {
    await description(page).fill('Long thought about');
    await leaveAndReturn(page, address);
    await description(page).fill('Something else');
    await button(page, 'Restore').click();
    await expect(description(page)).toHaveValue('Long thought about');
    await button(page, 'Restore').click();
    await expect(description(page)).toHaveValue('Something else');
    await button(page, 'Discard').click();
  });
  await test.step('it has every field, survives a failed save and a reload, and is then saved', async () => {
    const title = unique('Every field');
    await field(page, 'Title').fill(title);
    await description(page).fill('One\nTwo');
    await choose(page, 'Status', 'Resolved');
    await choose(page, 'Priority', 'High');
    await choose(page, 'Assign To', bob.name);
    await cut(page, '/api/bugs');
    await button(page, 'Create Bug').click();
    await expect(alert(page, 'Failed to create bug')).toBeVisible();
    await expect(description(page)).toHaveValue('One\nTwo');
    await page.unrouteAll();
    await page.reload();
    await restore(page, 'Description', 'One\nTwo');
    await expect(field(page, 'Title')).toHaveValue(title);
    await expect(select(page, 'Status')).toHaveText('Resolved');
    await expect(select(page, 'Priority')).toHaveText('High');
    await expect(select(page, 'Assign To')).toHaveText(bob.name);
    await button(page, 'Create Bug').click();
    await expect(row(page, title)).toBeVisible();
    expect(await stored(page)).toEqual([]);
    await page.getByRole('link', { name: 'Create Bug', exact: true }).click();
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(offer(page)).toBeHidden();
  });
  await test.step('Cancel discards the text, and Undo restores it, until the user leaves the list', async () => {
    await field(page, 'Title').fill('Cancelled by mistake');
    await button(page, 'Cancel').click();
    await expect(page).toHaveURL('/bugs');
    expect(await stored(page)).toEqual([]);
    await button(page, 'Undo').click();
    await expect(page).toHaveURL(address);
    await expect(field(page, 'Title')).toHaveValue('Cancelled by mistake');
    expect(await stored(page)).toHaveLength(1);
    await button(page, 'Cancel').click();
    await expect(button(page, 'Undo')).toBeVisible();
    await page.getByRole('link', { name: 'Create Bug', exact: true }).click();
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(offer(page)).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
    await expect(button(page, 'Undo')).toBeHidden();
  });
  await test.step('if the browser refuses to store it, leaving asks first', async () => {
    await goWithin(page, address);
    await description(page).fill('Kept at first');
    await page.evaluate(() => {
      const { setItem } = Storage.prototype;
      Storage.prototype.setItem = () => {
        throw new DOMException('Full', 'QuotaExceededError');
      };
      // So that the next test can go on in this tab.
      addEventListener('stores-again', () => (Storage.prototype.setItem = setItem), { once: true });
    });
    await description(page).fill('Not to be kept');
    const home = page.getByRole('link', { name: 'Katydid' });
    await home.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page).toHaveURL(address);
    await expect(description(page)).toHaveValue('Not to be kept');
    const asked = page.waitForEvent('dialog');
    const closing = page.close({ runBeforeUnload: true });
    const dialog = await asked;
    expect(dialog.type()).toBe('beforeunload');
    await dialog.dismiss();
    await closing;
    await home.click();
    await page.getByRole('dialog').getByRole('button', { name: 'Leave' }).click();
    await expect(page.getByText('Total Bugs')).toBeVisible();
    // It stays in memory as long as the page is open.
    await page.goBack();
    await expect(offer(page)).toBeVisible();
    await page.evaluate(() => dispatchEvent(new Event('stores-again')));
  });
});

test('A draft of an edit belongs to one bug, and is merged with what others save', async ({
  open,
  ada,
  admin,
}) => {
  const bug = await ada.files({ description: 'One\nTwo\nThree' });
  const another = await ada.files();
  const address = `/bugs/${bug._id}`;
  const page = await open(address, { as: ada, live: false });
  const typed = 'One by Ada\nTwo\nThree';

  await test.step('returning to the stored text deletes it', async () => {
    await button(page, 'Edit').click();
    await description(page).fill(typed);
    expect(await stored(page)).toHaveLength(1);
    await description(page).fill(bug.description);
    expect(await stored(page)).toEqual([]);
  });
  await test.step('it survives a failed save, and is not offered on the page of another bug', async () => {
    await description(page).fill(typed);
    await cut(page, `/api/bugs/${bug._id}`);
    await button(page, 'Save Changes').click();
    await expect(alert(page, 'Failed to update bug')).toBeVisible();
    await page.unrouteAll();
    await admin.edits(bug, { description: 'One\nTwo\nThree by the admin', priority: 'high' });
    await goWithin(page, `/bugs/${another._id}`);
    await expect(page.getByRole('heading', { name: another.title })).toBeVisible();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect(offer(page)).toBeHidden();
  });
  await test.step('it is merged with changes that others saved since', async () => {
    await page.goBack();
    await restore(page, 'Description', typed);
    await button(page, 'Save Changes').click();
    await expect(page.getByText('Their changes were kept: Description and Priority.')).toBeVisible();
    await expect
      .poll(() => ada.reads(bug))
      .toMatchObject({ description: 'One by Ada\nTwo\nThree by the admin', priority: 'high' });
    expect(await stored(page)).toEqual([]);
  });
  await test.step('Cancel Edit without a change offers no Undo', async () => {
    await button(page, 'Edit').click();
    await button(page, 'Cancel Edit').click();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect(button(page, 'Undo')).toBeHidden();
  });
  await test.step('Cancel Edit discards the text, and Undo restores it', async () => {
    await button(page, 'Edit').click();
    await description(page).fill('Cancelled by mistake');
    await button(page, 'Cancel Edit').click();
    expect(await stored(page)).toEqual([]);
    await expect(offer(page)).toBeHidden();
    await button(page, 'Undo').click();
    await expect(description(page)).toHaveValue('Cancelled by mistake');
    expect(await stored(page)).toHaveLength(1);
    await button(page, 'Cancel Edit').click();
  });
});

test('Drafts contain no password, and are only for their user, even after the session', async ({
  open,
  ada,
  bob,
}) => {
  const page = await open('/profile', { as: ada, live: false });
  const secret = 'a-leaf-that-is-not-kept';
  const kept = () =>
    page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((store) => Object.entries(store))));

  await test.step('a draft of the profile survives a failed save, without the passwords', async () => {
    await field(page, 'Name').fill('Ada L.');
    for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
      await field(page, label).fill(secret);
    expect(await kept()).toContain('draft:');
    expect(await kept()).not.toContain(secret);
    await cut(page, '/api/users/profile');
    await button(page, 'Save Changes').click();
    await expect(alert(page, 'Failed to update profile')).toBeVisible();
    await page.unrouteAll();
    // Leaving a typed password does not ask.
    await leaveAndReturn(page, '/profile');
    await restore(page, 'Name', 'Ada L.');
    await expect(field(page, 'Current Password')).toHaveValue('');
    await expect(field(page, 'New Password')).toHaveValue('');
    await button(page, 'Save Changes').click();
    await expect(page.getByText('Profile updated successfully')).toBeVisible();
    expect(await stored(page)).toEqual([]);
  });
  await test.step('the login page mentions drafts that remain after logout, and removes them', async () => {
    await field(page, 'Name').fill('Ada K.');
    await button(page, 'Logout').click();
    const left = page.getByRole('status').filter({ hasText: '1 unsaved draft remains in this browser' });
    await expect(left).toBeVisible();
    await page.reload();
    await expect(left).toBeVisible();
    await button(page, 'Remove').click();
    await expect(page.getByText('No unsaved drafts remain in this browser')).toBeVisible();
    expect(await stored(page)).toEqual([]);
  });
  await test.step('no drafts are stored for /login and /register', async () => {
    for (const path of ['/register', '/login']) {
      await goWithin(page, path);
      if (path === '/register') await expect(field(page, 'Confirm Password')).toBeVisible();
      await field(page, 'Email').fill('someone@example.com');
      await field(page, 'Password').fill(secret);
      expect(await kept(), path).not.toContain('someone@example.com');
      expect(await kept(), path).not.toContain(secret);
    }
  });
  await test.step('after the session has ended, a draft is offered to its user, never to another', async () => {
    const address = '/bugs/create';
    const text = unique('Long thought about');
    await login(page, ada);
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await goWithin(page, address);
    await field(page, 'Title').fill('T');
    await description(page).fill(text);
    // If another call were refused first, the form would be gone before it can be saved. The profile decides.
    await page.route('**/api/**', (route) => {
      const request = route.request();
      const isOther = request.method() === 'GET' && !request.url().endsWith('/api/users/profile');
      return isOther ? undefined : route.fallback();
    });
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    expect((await call(ada.server, 'POST', '/api/users/logout', { token })).status).toBe(204);
    await Promise.race([button(page, 'Create Bug').click(), page.waitForURL(/\/login/)]);
    await expect(page).toHaveURL(/\/login/);
    await page.unrouteAll();
    await expect(page.getByText(/session has ended/i)).toBeVisible();

    await login(page, bob);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offer(page)).toBeHidden();
    await expect(page.getByText(text)).toBeHidden();
    await button(page, 'Logout').click();
    await login(page, ada);
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await goWithin(page, address);
    await restore(page, 'Description', text);
    await button(page, 'Create Bug').click();
    await expect(page).toHaveURL('/bugs');
    expect(await stored(page)).toEqual([]);
  });
});

test('With two tabs the newest draft is stored, and each user sees only their own', async ({
  open,
  ada,
  bob,
}) => {
  const page = await open('/bugs/create', { as: ada });
  const second = await page.context().newPage();
  await second.goto('/bugs/create');
  await field(page, 'Title').fill('Typed first');
  await field(second, 'Title').fill('Typed last');
  expect(await stored(page)).toHaveLength(1);

  await test.step('the other tab asks before leaving', async () => {
    await page.getByRole('link', { name: 'Katydid' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(field(page, 'Title')).toHaveValue('Typed first');
    await second.getByRole('link', { name: 'Katydid' }).click();
    await expect(second.getByText('Total Bugs')).toBeVisible();
    await page.reload();
    await expect(offer(page)).toContainText('“Typed last”');
    await button(page, 'Restore').click();
    await expect(field(page, 'Title')).toHaveValue('Typed last');
    await expect(offer(page)).toBeHidden();
  });
  await test.step('a sign-in by another user in the other tab resets the open form', async () => {
    await field(page, 'Title').fill('For the eyes of Ada');
    await second.evaluate((token) => localStorage.setItem('token', token), bob.token);
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(offer(page)).toBeHidden();
    await second.evaluate((token) => localStorage.setItem('token', token), ada.token);
    await button(page, 'Restore').click();
    await expect(field(page, 'Title')).toHaveValue('For the eyes of Ada');
  });
});
