import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call, unique } from '#e2e/harness/person.ts';
import { alert, button, choose, cut, field, goWithin, login, row, select } from '#e2e/harness/screen.ts';

/** A text field of each form that stores drafts. */
interface Form {
  name: string;
  /** Opens the form on a page that shows its address. */
  openForm: (page: Page) => Promise<void>;
  label: string;
  save: 'Create Bug' | 'Save Changes';
  /** The call that saves it. */
  endpoint: (bugPath: string) => string;
  address: (bugPath: string) => string;
  failure: string;
  /** An element that appears after saving. */
  isSaved: (page: Page, text: string) => Promise<void>;
}

const forms: Form[] = [
  {
    name: 'Create Bug',
    openForm: async () => {},
    label: 'Description',
    save: 'Create Bug',
    endpoint: () => '/api/bugs',
    address: () => '/bugs/create',
    failure: 'Failed to create bug',
    isSaved: async (page) => expect(page).toHaveURL('/bugs'),
  },
  {
    name: 'Bug Details',
    openForm: async (page) => button(page, 'Edit').click(),
    label: 'Description',
    save: 'Save Changes',
    endpoint: (bugPath) => `/api${bugPath}`,
    address: (bugPath) => bugPath,
    failure: 'Failed to update bug',
    isSaved: async (page, text) => {
      await expect(button(page, 'Edit')).toBeVisible();
      await expect(page.getByText(text)).toBeVisible();
    },
  },
  {
    name: 'Profile Settings',
    openForm: async () => {},
    label: 'Name',
    save: 'Save Changes',
    endpoint: () => '/api/users/profile',
    address: () => '/profile',
    failure: 'Failed to update profile',
    isSaved: async (page) => expect(page.getByText('Profile updated successfully')).toBeVisible(),
  },
];

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'You have an unsaved draft' });
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));

/** Types into the form without saving. */
async function typeInto(page: Page, form: Form) {
  await form.openForm(page);
  const text = unique('Long thought about');
  if (form.name === 'Create Bug') await field(page, 'Title').fill('T');
  const initial = await field(page, form.label).inputValue();
  await field(page, form.label).fill(text);
  return { text, initial };
}

/** Leaves the form and returns to it, without a load of the page. */
async function leaveAndReturn(page: Page, address: string) {
  await page.getByRole('link', { name: 'Katydid' }).click();
  await expect(page.getByText('Total Bugs')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL(address);
}

/** Expects that the draft is offered with its time and can be saved, which deletes it. */
async function expectRescued(page: Page, form: Form, text: string) {
  await expect(offer(page)).toContainText('You have an unsaved draft from a moment ago.');
  await expect(offer(page).locator('time')).toHaveAttribute('title', /20\d\d/);
  await button(page, 'Restore').click();
  await expect(field(page, form.label)).toHaveValue(text);
  await expect(offer(page)).toBeHidden();
  await button(page, form.save).click();
  await form.isSaved(page, text);
  expect(await stored(page)).toEqual([]);
}

for (const form of forms)
  test(`Drafts of ${form.name} are offered until they are saved or discarded`, async ({ open, ada }) => {
    const bugPath = `/bugs/${(await ada.files())._id}`;
    const address = form.address(bugPath);
    const page = await open(address, { as: ada, live: false });

    await test.step('clearing the input deletes it', async () => {
      const { initial } = await typeInto(page, form);
      expect(await stored(page)).toHaveLength(1);
      await field(page, form.label).fill(initial);
      if (form.name === 'Create Bug') await field(page, 'Title').fill('');
      expect(await stored(page)).toEqual([]);
      await leaveAndReturn(page, address);
    });

    await test.step('Discard deletes it', async () => {
      const { text } = await typeInto(page, form);
      await leaveAndReturn(page, address);
      await button(page, 'Discard').click();
      await expect(offer(page)).toBeHidden();
      expect(await stored(page)).toEqual([]);
      await expect(page.getByText(text)).toBeHidden();
    });

    await test.step('what is typed while it is offered does not overwrite it', async () => {
      const { text } = await typeInto(page, form);
      await leaveAndReturn(page, address);
      await form.openForm(page);
      await field(page, form.label).fill('Something else');
      await button(page, 'Restore').click();
      await expect(field(page, form.label)).toHaveValue(text);
      await button(page, 'Restore').click();
      await expect(field(page, form.label)).toHaveValue('Something else');
    });

    await test.step('it survives a failed save and a reload, and is saved then', async () => {
      await button(page, 'Discard').click();
      const text = unique('Sent in vain');
      if (form.name === 'Create Bug') await field(page, 'Title').fill('T');
      await field(page, form.label).fill(text);
      await cut(page, form.endpoint(bugPath));
      await button(page, form.save).click();
      await expect(alert(page, form.failure)).toBeVisible();
      await expect(field(page, form.label)).toHaveValue(text);
      await page.unrouteAll();
      await page.reload();
      await expectRescued(page, form, text);
    });

    await test.step('if the browser refuses to store it, leaving asks first', async () => {
      await goWithin(page, '/');
      await expect(page.getByText('Total Bugs')).toBeVisible();
      await goWithin(page, address);
      await typeInto(page, form);
      await page.evaluate(() => {
        const { setItem } = Storage.prototype;
        Storage.prototype.setItem = () => {
          throw new DOMException('Full', 'QuotaExceededError');
        };
        // So that the next test can go on in this tab.
        addEventListener('stores-again', () => (Storage.prototype.setItem = setItem), { once: true });
      });
      await field(page, form.label).fill('Not to be kept');
      const home = page.getByRole('link', { name: 'Katydid' });
      await home.click();
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await expect(page).toHaveURL(address);
      await expect(field(page, form.label)).toHaveValue('Not to be kept');
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

test('After the session has ended a draft is offered to its user, never to another', async ({
  open,
  ada,
  bob,
}) => {
  const [form] = forms;
  if (!form) throw new Error('The first form is Create Bug');
  const address = '/bugs/create';
  const page = await open(address, { as: ada, live: false });

  /** Ends the session, of which the page learns by saving the form, or from a call that was under way. */
  async function endSession(end: () => Promise<void>) {
    // Any other call may learn it first, and the form would be gone before it can be saved. The profile decides.
    await page.route('**/api/**', (route) => {
      const request = route.request();
      const isOther = request.method() === 'GET' && !request.url().endsWith('/api/users/profile');
      return isOther ? undefined : route.fallback();
    });
    await end();
    await Promise.race([button(page, form!.save).click(), page.waitForURL(/\/login/)]);
    await expect(page).toHaveURL(/\/login/);
    await page.unrouteAll();
    await expect(page.getByText(/session has ended/i)).toBeVisible();
  }

  await test.step('to their user', async () => {
    const { text } = await typeInto(page, form);
    await endSession(() => ada.endsSession());
    await login(page, ada);
    await expect(page).toHaveURL(address);
    await expectRescued(page, form, text);
  });
  await test.step('never to another', async () => {
    await goWithin(page, address);
    const { text } = await typeInto(page, form);
    const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
    await endSession(async () => {
      expect((await call(ada.server, 'POST', '/api/users/logout', { token })).status).toBe(204);
    });
    await login(page, bob);
    await expect(page).toHaveURL(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(offer(page)).toBeHidden();
    await expect(page.getByText(text)).toBeHidden();
    await button(page, 'Logout').click();
    await login(page, ada);
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await goWithin(page, address);
    await expectRescued(page, form, text);
  });
});

test('A draft of a new bug has every field, and Cancel can be undone on the list', async ({
  open,
  ada,
  bob,
}) => {
  const left = await open('/bugs/create', { as: ada });
  const title = unique('Every field');
  await field(left, 'Title').fill(title);
  await field(left, 'Description').fill('One\nTwo');
  await choose(left, 'Status', 'Resolved');
  await choose(left, 'Priority', 'High');
  await choose(left, 'Assign To', bob.name);
  // The tab is gone without a word.
  const page = await left.context().newPage();
  await left.close({ runBeforeUnload: false });
  await page.goto('/bugs/create');
  await button(page, 'Restore').click();
  await expect(field(page, 'Title')).toHaveValue(title);
  await expect(field(page, 'Description')).toHaveValue('One\nTwo');
  await expect(select(page, 'Status')).toHaveText('Resolved');
  await expect(select(page, 'Priority')).toHaveText('High');
  await expect(select(page, 'Assign To')).toHaveText(bob.name);
  await button(page, 'Create Bug').click();
  await expect(row(page, title)).toBeVisible();
  await page.getByRole('link', { name: 'Create Bug', exact: true }).click();
  await expect(field(page, 'Title')).toHaveValue('');
  await expect(offer(page)).toBeHidden();

  await test.step('Cancel discards the text, and Undo restores it', async () => {
    await field(page, 'Title').fill('Cancelled by mistake');
    await button(page, 'Cancel').click();
    await expect(page).toHaveURL('/bugs');
    expect(await stored(page)).toEqual([]);
    await button(page, 'Undo').click();
    await expect(page).toHaveURL('/bugs/create');
    await expect(field(page, 'Title')).toHaveValue('Cancelled by mistake');
    expect(await stored(page)).toHaveLength(1);
  });
  await test.step('until the user leaves the list', async () => {
    await button(page, 'Cancel').click();
    await expect(button(page, 'Undo')).toBeVisible();
    await page.getByRole('link', { name: 'Create Bug', exact: true }).click();
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(offer(page)).toBeHidden();
    await page.goBack();
    await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
    await expect(button(page, 'Undo')).toBeHidden();
  });
});

test('A draft of an edit belongs to one bug, is merged, and Cancel Edit can be undone', async ({
  open,
  ada,
  admin,
}) => {
  const bug = await ada.files({ description: 'One\nTwo\nThree' });
  const another = await ada.files();
  const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
  await button(page, 'Edit').click();
  await field(page, 'Description').fill('One by Ada\nTwo\nThree');
  await admin.edits(bug, { description: 'One\nTwo\nThree by the admin', priority: 'high' });

  await test.step('on the page of another bug it is not offered', async () => {
    await goWithin(page, `/bugs/${another._id}`);
    await expect(page.getByRole('heading', { name: another.title })).toBeVisible();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect(offer(page)).toBeHidden();
  });
  await test.step('it is merged with changes that others saved since', async () => {
    await page.goBack();
    await button(page, 'Restore').click();
    await button(page, 'Save Changes').click();
    await expect(page.getByText('Their changes were kept: Description and Priority.')).toBeVisible();
    await expect
      .poll(() => ada.reads(bug))
      .toMatchObject({ description: 'One by Ada\nTwo\nThree by the admin', priority: 'high' });
  });
  await test.step('Cancel Edit without a change offers no Undo', async () => {
    await button(page, 'Edit').click();
    await button(page, 'Cancel Edit').click();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect(button(page, 'Undo')).toBeHidden();
  });
  await test.step('Cancel Edit discards the text, and Undo restores it', async () => {
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('Cancelled by mistake');
    await button(page, 'Cancel Edit').click();
    expect(await stored(page)).toEqual([]);
    await expect(offer(page)).toBeHidden();
    await button(page, 'Undo').click();
    await expect(field(page, 'Description')).toHaveValue('Cancelled by mistake');
    expect(await stored(page)).toHaveLength(1);
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
  await test.step('another user who signs in in the other tab resets the open form', async () => {
    await field(page, 'Title').fill('For the eyes of Ada');
    await second.evaluate((token) => localStorage.setItem('token', token), bob.token);
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(offer(page)).toBeHidden();
    await second.evaluate((token) => localStorage.setItem('token', token), ada.token);
    await button(page, 'Restore').click();
    await expect(field(page, 'Title')).toHaveValue('For the eyes of Ada');
  });
});

test('Drafts have no password, and can be removed after logout', async ({ open, ada }) => {
  const page = await open('/profile', { as: ada });
  const secret = 'a-leaf-that-is-not-kept';
  await field(page, 'Name').fill(unique('Ada'));
  for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
    await field(page, label).fill(secret);
  await field(page, 'Email').fill(`${ada.name.replaceAll(' ', '')}@example.com`);
  const kept = () =>
    page.evaluate(() => JSON.stringify([localStorage, sessionStorage].map((store) => Object.entries(store))));
  expect(await kept()).toContain('draft:');
  expect(await kept()).not.toContain(secret);

  await test.step('leaving a typed password does not ask, and it is not restored', async () => {
    await page.getByRole('link', { name: 'Katydid' }).click();
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await page.goBack();
    await button(page, 'Restore').click();
    await expect(field(page, 'Current Password')).toHaveValue('');
    await expect(field(page, 'New Password')).toHaveValue('');
  });
  await test.step('those that remain after logout are mentioned there, and can be removed', async () => {
    await button(page, 'Logout').click();
    const left = page.getByRole('status').filter({ hasText: '1 unsaved draft remains in this browser' });
    await expect(left).toBeVisible();
    await page.reload();
    await expect(left).toBeVisible();
    await button(page, 'Remove').click();
    await expect(page.getByText('No unsaved drafts remain in this browser')).toBeVisible();
    expect(await stored(page)).toEqual([]);
  });
  await test.step('none are stored for /login and /register', async () => {
    for (const path of ['/login', '/register']) {
      await goWithin(page, path);
      if (path === '/register') await expect(field(page, 'Confirm Password')).toBeVisible();
      await field(page, 'Email').fill('someone@example.com');
      await field(page, 'Password').fill(secret);
      expect(await kept(), path).not.toContain('someone@example.com');
      expect(await kept(), path).not.toContain(secret);
    }
  });
});
