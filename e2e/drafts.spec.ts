import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { type Person, unique } from './person.ts';
import { alert, button, choose, cut, field, login, row, select } from './screen.ts';

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

interface Typed {
  page: Page;
  address: string;
  /** The stored value of the field, and the new input. */
  initial: string;
  text: string;
  /** The call that would save it. */
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
    /** Types into the form without saving. */
    const withTyped = test.extend<{ typed: Typed }>({
      typed: async ({ open, ada }, use) => {
        const bugPath = `/bugs/${(await ada.files())._id}`;
        const address = form.address(bugPath);
        const page = await open('/', { as: ada, live: false });
        await page.goto(address);
        await form.openForm(page);
        const text = unique('Long thought about');
        if (form.name === 'Create Bug') await field(page, 'Title').fill('T');
        const initial = await field(page, form.label).inputValue();
        await field(page, form.label).fill(text);
        await use({ page, address, initial, text, api: form.endpoint(bugPath) });
      },
    });

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

    withTyped('is offered after a reload', async ({ typed: { page, text } }) => {
      await page.reload();
      await expectRescued(page, text);
    });

    withTyped(
      'is offered after the tab is gone without a word',
      async ({ typed: { page, address, text } }) => {
        const again = await page.context().newPage();
        await page.close({ runBeforeUnload: false });
        await again.goto(address);
        await expectRescued(again, text);
      },
    );

    withTyped(
      'is offered after Back and opening the form again',
      async ({ typed: { page, address, text } }) => {
        await page.goBack();
        await expect(page.getByText('Total Bugs')).toBeVisible();
        await page.goForward();
        await expect(page).toHaveURL(address);
        await expectRescued(page, text);
      },
    );

    withTyped('is offered after opening another page', async ({ typed: { page, address, text } }) => {
      await page.getByRole('link', { name: 'Bugs', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Bug List' })).toBeVisible();
      await page.goBack();
      await expect(page).toHaveURL(address);
      await expectRescued(page, text);
    });

    withTyped('is offered after the session has ended, to its user', async ({ typed, ada }) => {
      const { page, address, text } = typed;
      await ada.endsSession();
      await button(page, form.save).click();
      await signIn(page, ada);
      await expect(page).toHaveURL(address);
      await expectRescued(page, text);
    });

    withTyped('is never shown to another user, and stays for its own', async ({ typed, ada, bob }) => {
      const { page, address, text } = typed;
      await ada.endsSession();
      await button(page, form.save).click();
      await signIn(page, bob);
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(offer(page)).toBeHidden();
      await expect(page.getByText(text)).toBeHidden();
      await button(page, 'Logout').click();
      await login(page, ada);
      await expect(page.getByText('Total Bugs')).toBeVisible();
      await page.goto(address);
      await expectRescued(page, text);
    });

    withTyped('survives an outage and a reload during it', async ({ typed }) => {
      const { page, text, api } = typed;
      await cut(page, api);
      await button(page, form.save).click();
      await expect(alert(page, form.failure)).toBeVisible();
      await expect(field(page, form.label)).toHaveValue(text);
      await page.unrouteAll();
      await page.reload();
      await expectRescued(page, text);
    });

    withTyped('can be discarded', async ({ typed: { page, text } }) => {
      await page.reload();
      await button(page, 'Discard').click();
      await expect(offer(page)).toBeHidden();
      expect(await stored(page)).toEqual([]);
      await page.reload();
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expect(offer(page)).toBeHidden();
      await expect(page.getByText(text)).toBeHidden();
    });

    withTyped('is deleted when the input is cleared', async ({ typed: { page, initial } }) => {
      expect(await stored(page)).toHaveLength(1);
      await field(page, form.label).fill(initial);
      if (form.name === 'Create Bug') await field(page, 'Title').fill('');
      expect(await stored(page)).toEqual([]);
    });

    withTyped('is not overwritten by typing while it is offered', async ({ typed: { page, text } }) => {
      await page.reload();
      await form.openForm(page);
      await field(page, form.label).fill('Something else');
      await button(page, 'Restore').click();
      await expect(field(page, form.label)).toHaveValue(text);
      await button(page, 'Restore').click();
      await expect(field(page, form.label)).toHaveValue('Something else');
    });

    withTyped('if the browser refuses to store it, leaving asks first', async ({ typed }) => {
      const { page, address } = typed;
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
    const left = page.getByRole('status').filter({ hasText: '1 unsaved text remains in this browser' });
    await expect(left).toBeVisible();
    await page.reload();
    await expect(left).toBeVisible();
    await button(page, 'Remove').click();
    await expect(page.getByText('Nothing unsaved remains in this browser')).toBeVisible();
    expect(await stored(page)).toEqual([]);
  });

  test('belong to one bug', async ({ open, ada }) => {
    const [bug, another] = [await ada.files(), await ada.files()];
    const page = await open(`/bugs/${bug._id}`, { as: ada });
    await button(page, 'Edit').click();
    await field(page, 'Description').fill('Of the one');
    await page.goto(`/bugs/${another._id}`);
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
      await field(page, label).fill('a-leaf-nobody-may-keep');
    await field(page, 'Email').fill(`${ada.name.replaceAll(' ', '')}@example.com`);
    const kept = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
    expect(kept).toContain('draft:');
    expect(kept).not.toContain('a-leaf-nobody-may-keep');
    await page.getByRole('link', { name: 'Katydid' }).click();
    await expect(page.getByText('Total Bugs')).toBeVisible();
    await page.goBack();
    await button(page, 'Restore').click();
    await expect(field(page, 'Current Password')).toHaveValue('');
    await expect(field(page, 'New Password')).toHaveValue('');
  });

  for (const path of ['/login', '/register']) {
    test(`are never stored for ${path}`, async ({ open }) => {
      const page = await open(path);
      await field(page, 'Email').fill('ada@example.com');
      await field(page, 'Password').fill('a-leaf-nobody-may-keep');
      const left = await page.evaluate(() =>
        JSON.stringify([localStorage, sessionStorage].map((store) => Object.entries(store))),
      );
      expect(left).not.toContain('ada@example.com');
      expect(left).not.toContain('a-leaf-nobody-may-keep');
    });
  }

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
