import type { Page } from '@playwright/test';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { call, type Person, unique } from '#e2e/harness/person.ts';
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

interface Opened {
  page: Page;
  address: string;
  /** The call that would save the form. */
  api: string;
}

const offer = (page: Page) => page.getByRole('status').filter({ hasText: 'You have an unsaved draft' });
const stored = (page: Page) =>
  page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith('draft:')));

async function signIn(page: Page, person: Person) {
  await expect(page.getByText(/session has ended/i)).toBeVisible();
  await login(page, person);
}

for (const form of forms) {
  test.describe(`${form.name}: drafts`, () => {
    /** Opens the form of a bug in a browser of Ada's. */
    const withForm = test.extend<{ opened: Opened }>({
      opened: async ({ open, ada }, use) => {
        const bugPath = `/bugs/${(await ada.files())._id}`;
        const address = form.address(bugPath);
        const page = await open(address, { as: ada, live: false });
        await use({ page, address, api: form.endpoint(bugPath) });
      },
    });

    /** Types into the form without saving. */
    async function typeInto(page: Page) {
      await form.openForm(page);
      const text = unique('Long thought about');
      if (form.name === 'Create Bug') await field(page, 'Title').fill('T');
      const initial = await field(page, form.label).inputValue();
      await field(page, form.label).fill(text);
      return { text, initial };
    }

    /** Ends the session, of which the page learns by saving the form, or from a call that was under way. */
    async function endSession(page: Page, end: () => Promise<void>) {
      // Any other call may learn it first, and the form would be gone before it can be saved. The profile decides.
      await page.route('**/api/**', (route) => {
        const request = route.request();
        const isOther = request.method() === 'GET' && !request.url().endsWith('/api/users/profile');
        return isOther ? undefined : route.fallback();
      });
      await end();
      await Promise.race([button(page, form.save).click(), page.waitForURL(/\/login/)]);
      await expect(page).toHaveURL(/\/login/);
      await page.unrouteAll();
    }

    /** Leaves the form and returns to it, without a load of the page. */
    async function leaveAndReturn(page: Page, address: string) {
      await page.getByRole('link', { name: 'Katydid' }).click();
      await expect(page.getByText('Total Bugs')).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(address);
    }

    /** Expects that the draft is offered with its time and can be saved, which deletes it. */
    async function expectRescued(page: Page, text: string) {
      await expect(offer(page)).toContainText('You have an unsaved draft from a moment ago.');
      await expect(offer(page).locator('time')).toHaveAttribute('title', /20\d\d/);
      await button(page, 'Restore').click();
      await expect(field(page, form.label)).toHaveValue(text);
      await expect(offer(page)).toBeHidden();
      await button(page, form.save).click();
      await form.isSaved(page, text);
      expect(await stored(page)).toEqual([]);
    }

    withForm(
      'are offered after another page, Back and Forward, a reload, and after the tab is gone without a word',
      async ({ opened: { page, address } }) => {
        await test.step('another page', async () => {
          const { text } = await typeInto(page);
          await page.getByRole('link', { name: 'Bugs', exact: true }).click();
          await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
          await page.goBack();
          await expect(page).toHaveURL(address);
          await expectRescued(page, text);
        });
        await test.step('Back and opening the form again', async () => {
          await goWithin(page, '/');
          await expect(page.getByText('Total Bugs')).toBeVisible();
          await goWithin(page, address);
          const { text } = await typeInto(page);
          await page.goBack();
          await expect(page.getByText('Total Bugs')).toBeVisible();
          await page.goForward();
          await expect(page).toHaveURL(address);
          await expectRescued(page, text);
        });
        await test.step('a reload', async () => {
          await goWithin(page, address);
          const { text } = await typeInto(page);
          await page.reload();
          await expectRescued(page, text);
        });
        await test.step('the tab is gone', async () => {
          await goWithin(page, address);
          const { text } = await typeInto(page);
          const again = await page.context().newPage();
          await page.close({ runBeforeUnload: false });
          await again.goto(address);
          await expectRescued(again, text);
        });
      },
    );

    withForm(
      'are offered after the session has ended: to their user, never to another',
      async ({ opened: { page, address }, ada, bob }) => {
        await test.step('to their user', async () => {
          const { text } = await typeInto(page);
          await endSession(page, () => ada.endsSession());
          await signIn(page, ada);
          await expect(page).toHaveURL(address);
          await expectRescued(page, text);
        });
        await test.step('never to another', async () => {
          await goWithin(page, address);
          const { text } = await typeInto(page);
          const token = await page.evaluate(() => localStorage.getItem('token') ?? '');
          await endSession(page, async () => {
            expect((await call(ada.server, 'POST', '/api/users/logout', { token })).status).toBe(204);
          });
          await signIn(page, bob);
          await expect(page).toHaveURL(address);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(offer(page)).toBeHidden();
          await expect(page.getByText(text)).toBeHidden();
          await button(page, 'Logout').click();
          await login(page, ada);
          await expect(page.getByText('Total Bugs')).toBeVisible();
          await goWithin(page, address);
          await expectRescued(page, text);
        });
      },
    );

    withForm('survive an outage and a reload during it', async ({ opened: { page, api } }) => {
      const { text } = await typeInto(page);
      await cut(page, api);
      await button(page, form.save).click();
      await expect(alert(page, form.failure)).toBeVisible();
      await expect(field(page, form.label)).toHaveValue(text);
      await page.unrouteAll();
      await page.reload();
      await expectRescued(page, text);
    });

    withForm(
      'are deleted with the input, can be discarded, and are not overwritten by typing while offered',
      async ({ opened: { page, address } }) => {
        await test.step('clearing the input deletes it', async () => {
          const { initial } = await typeInto(page);
          expect(await stored(page)).toHaveLength(1);
          await field(page, form.label).fill(initial);
          if (form.name === 'Create Bug') await field(page, 'Title').fill('');
          expect(await stored(page)).toEqual([]);
          await leaveAndReturn(page, address);
        });
        await test.step('Discard deletes it', async () => {
          const { text } = await typeInto(page);
          await leaveAndReturn(page, address);
          await button(page, 'Discard').click();
          await expect(offer(page)).toBeHidden();
          expect(await stored(page)).toEqual([]);
          await page.reload();
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(offer(page)).toBeHidden();
          await expect(page.getByText(text)).toBeHidden();
        });
        await test.step('what is typed while it is offered does not overwrite it', async () => {
          const { text } = await typeInto(page);
          await leaveAndReturn(page, address);
          await form.openForm(page);
          await field(page, form.label).fill('Something else');
          await button(page, 'Restore').click();
          await expect(field(page, form.label)).toHaveValue(text);
          await button(page, 'Restore').click();
          await expect(field(page, form.label)).toHaveValue('Something else');
        });
      },
    );

    withForm('if the browser refuses to store them, leaving asks first', async ({ opened }) => {
      const { page, address } = opened;
      await typeInto(page);
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('Full', 'QuotaExceededError');
        };
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
    });
  });
}

test.describe('Drafts', () => {
  test('contain every field of the create form', async ({ open, ada, bob }) => {
    const page = await open('/bugs/create', { as: ada });
    const title = unique('Every field');
    await field(page, 'Title').fill(title);
    await field(page, 'Description').fill('One\nTwo');
    await choose(page, 'Status', 'Resolved');
    await choose(page, 'Priority', 'High');
    await choose(page, 'Assign To', bob.name);
    await page.reload();
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
  });

  test('of an edit are merged with changes that others saved since', async ({ open, ada, admin }) => {
    const bug = await ada.files({ description: 'One\nTwo\nThree' });
    const page = await open(`/bugs/${bug._id}`, { as: ada, live: false });
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('One by Ada\nTwo\nThree');
    await admin.edits(bug, { description: 'One\nTwo\nThree by the admin', priority: 'high' });
    await page.reload();
    await button(page, 'Restore').click();
    await button(page, 'Save Changes').click();
    await expect(page.getByText('Their changes were kept: Description and Priority.')).toBeVisible();
    expect(await ada.reads(bug)).toMatchObject({
      description: 'One by Ada\nTwo\nThree by the admin',
      priority: 'high',
    });
  });

  test('Cancel Edit discards the text, and Undo restores it', async ({ open, ada }) => {
    const bug = await ada.files();
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await button(page, 'Cancel Edit').click();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect(button(page, 'Undo')).toBeHidden();
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('Cancelled by mistake');
    await button(page, 'Cancel Edit').click();
    expect(await stored(page)).toEqual([]);
    await expect(offer(page)).toBeHidden();
    await button(page, 'Undo').click();
    await expect(field(page, 'Description')).toHaveValue('Cancelled by mistake');
    expect(await stored(page)).toHaveLength(1);
    await button(page, 'Cancel Edit').click();
    await expect(button(page, 'Undo')).toBeVisible();
    await page.reload();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect(offer(page)).toBeHidden();
    await expect(button(page, 'Undo')).toBeHidden();
  });

  test('Cancel of a new bug likewise, until the user leaves the list', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    await field(page, 'Title').fill('Cancelled by mistake');
    await button(page, 'Cancel').click();
    await expect(page).toHaveURL('/bugs');
    expect(await stored(page)).toEqual([]);
    await button(page, 'Undo').click();
    await expect(page).toHaveURL('/bugs/create');
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

  test('that remain after logout are mentioned there, and can be deleted', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    await field(page, 'Title').fill('Not for everyone who comes here');
    await button(page, 'Logout').click();
    const left = page.getByRole('status').filter({ hasText: '1 unsaved draft remains in this browser' });
    await expect(left).toBeVisible();
    await page.reload();
    await expect(left).toBeVisible();
    await button(page, 'Remove').click();
    await expect(page.getByText('No unsaved drafts remain in this browser')).toBeVisible();
    expect(await stored(page)).toEqual([]);
  });

  test('belong to one bug', async ({ open, ada }) => {
    const [bug, another] = [await ada.files(), await ada.files()];
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('Of the one');
    await goWithin(page, `/bugs/${another._id}`);
    await expect(page.getByRole('heading', { name: another.title })).toBeVisible();
    await expect(button(page, 'Edit')).toBeVisible();
    await expect(offer(page)).toBeHidden();
  });

  test('of two tabs: the newest is stored, and the other tab asks before leaving', async ({ open, ada }) => {
    const page = await open('/bugs/create', { as: ada });
    const second = await page.context().newPage();
    await second.goto('/bugs/create');
    await field(page, 'Title').fill('Typed first');
    await field(second, 'Title').fill('Typed last');
    expect(await stored(page)).toHaveLength(1);
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

  test('contain no password, and leaving a typed one does not ask', async ({ open, ada }) => {
    const page = await open('/profile', { as: ada });
    await field(page, 'Name').fill(unique('Ada'));
    for (const label of ['Current Password', 'New Password', 'Confirm New Password'])
      await field(page, label).fill('a-leaf-that-is-not-kept');
    await field(page, 'Email').fill(`${ada.name.replaceAll(' ', '')}@example.com`);
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).toContain('draft:');
    expect(kept).not.toContain('a-leaf-that-is-not-kept');
    await page.getByRole('link', { name: 'Katydid' }).click();
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await page.goBack();
    await button(page, 'Restore').click();
    await expect(field(page, 'Current Password')).toHaveValue('');
    await expect(field(page, 'New Password')).toHaveValue('');
  });

  test('are never stored for /login and /register', async ({ open }) => {
    const page = await open('/login');
    for (const path of ['/login', '/register']) {
      await goWithin(page, path);
      if (path === '/register') await expect(field(page, 'Confirm Password')).toBeVisible();
      await field(page, 'Email').fill('ada@example.com');
      await field(page, 'Password').fill('a-leaf-that-is-not-kept');
      const left = await page.evaluate(() =>
        JSON.stringify([localStorage, sessionStorage].map((store) => Object.entries(store))),
      );
      expect(left, path).not.toContain('ada@example.com');
      expect(left, path).not.toContain('a-leaf-that-is-not-kept');
    }
  });

  test('when another user signs in in another tab, the open form is reset', async ({ open, ada, bob }) => {
    const page = await open('/bugs/create', { as: ada });
    await field(page, 'Title').fill('For the eyes of Ada');
    const second = await page.context().newPage();
    await second.goto('/login');
    await second.evaluate((token) => localStorage.setItem('token', token), bob.token);
    await expect(field(page, 'Title')).toHaveValue('');
    await expect(offer(page)).toBeHidden();
    await second.evaluate((token) => localStorage.setItem('token', token), ada.token);
    await button(page, 'Restore').click();
    await expect(field(page, 'Title')).toHaveValue('For the eyes of Ada');
  });
});
