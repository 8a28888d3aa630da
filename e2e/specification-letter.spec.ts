import type { Locator, Page } from '@playwright/test';
import type { Priority, Status } from '#contract/bugs/bug-fields.ts';
import { expect, test as realTest } from '#e2e/harness/fixtures.ts';
import { password as realPassword, type Person } from '#e2e/harness/person.ts';
import { goWithin } from '#e2e/harness/screen.ts';
import { test as specifiedTest } from '#e2e/harness/specification-fixtures.ts';
import type { StoredUser } from '#e2e/harness/specification-server.ts';

/*
 * What a suite that knows only the specification would look for: every label, role, text and message, each found once,
 * against the real back end in a wide window, and in a narrow one against a back end that has only the specification.
 */

interface Account {
  readonly name: string;
  readonly email: string;
}

interface Session {
  readonly token: string;
}

interface Filed {
  readonly title: string;
  readonly status?: Status;
  readonly priority?: Priority;
}

/** A back end with users, and a browser to visit it. */
interface BackEnd {
  readonly width: number;
  readonly password: string;
  readonly ada: Account & Session;
  readonly bob: Account & Session;
  /** The message for an address that is taken, and for a wrong current password. */
  readonly messages: { readonly taken: string; readonly wrong: string; readonly login: string };
  /** Files a bug by Ada. Resolves with its id and the moment of its creation. */
  readonly file: (bug: Filed) => Promise<{ id: string; createdAt: string }>;
  /** Goes to an address as someone, from one check to the next in one page. */
  readonly open: (address: string, as?: Account & Session) => Promise<Page>;
}

const description = 'It happens every time.';
const warning = 'Are you sure you want to delete this bug? This action cannot be undone.';

const once = (locator: Locator) => expect(locator).toHaveCount(1);
const text = (page: Page | Locator, words: string) => page.getByText(words, { exact: true });
const button = (page: Page | Locator, name: string) => page.getByRole('button', { name, exact: true });
const label = (page: Page, name: string) => page.getByLabel(name);
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });

async function option(page: Page, of: string, name: string): Promise<void> {
  await page.getByRole('combobox', { name: of }).click();
  await page.getByRole('option', { name, exact: true }).click();
}

/** Unfolds the links of the bar, or the filters, where the window is narrow. */
async function unfold(page: Page, what: RegExp): Promise<void> {
  const fold = page.getByRole('button', { name: what });
  if (await fold.isVisible()) await fold.click();
}

/** An alert of exactly this text, and beside it, once, the reason. */
async function alerts(page: Page | Locator, title: string, reason?: string): Promise<void> {
  await expect(page.getByRole('alert')).toHaveText(title);
  if (reason !== undefined) await once(text(page, reason));
}

/** Lets a call fail with this message. */
async function refuse(page: Page, method: string, path: RegExp, message: string): Promise<void> {
  await page.route(
    ({ pathname }) => path.test(pathname),
    (route) =>
      route.request().method() === method
        ? route.fulfill({ status: 400, json: { message } })
        : route.fallback(),
  );
}

/** Makes an opened page continue as the same user or as another one. */
function inOnePage(openFirst: BackEnd['open']): BackEnd['open'] {
  let page: Page | undefined;
  let token: string | undefined;
  const signIn = (opened: Page, as: Session | undefined) =>
    opened.evaluate((saved) => {
      if (saved === undefined) localStorage.removeItem('token');
      else localStorage.setItem('token', saved);
      dispatchEvent(new StorageEvent('storage', { key: 'token' }));
    }, as?.token);
  return async (address, as) => {
    if (!page) page = await openFirst(address, as);
    else {
      await page.unrouteAll();
      if (token !== undefined && token !== as?.token) {
        await signIn(page, undefined);
        await expect(page).toHaveURL('/login');
      }
      if (token !== as?.token) await signIn(page, as);
      await goWithin(page, address);
    }
    token = as?.token;
    return page;
  };
}

const checks: Record<string, Record<string, (back: BackEnd) => Promise<void>>> = {
  'forms and dashboard': {
    async 'Login: labels and messages'({ open, ada, messages }) {
      const page = await open('/login');
      await once(label(page, 'Email'));
      await once(label(page, 'Password'));
      await once(page.getByRole('main').getByRole('link', { name: 'Register' }));
      await button(page, 'Login').click();
      await once(text(page, 'Email is required'));
      await once(text(page, 'Password is required'));
      await label(page, 'Email').fill('ada');
      await button(page, 'Login').click();
      await once(text(page, 'Invalid email format'));
      await label(page, 'Email').fill(ada.email);
      await label(page, 'Password').fill('not the password');
      await button(page, 'Login').click();
      await alerts(page, 'Invalid credentials', messages.login);
    },

    async 'Register: labels and messages'({ open, ada, password, messages }) {
      const page = await open('/register');
      for (const name of ['Name', 'Email', 'Confirm Password']) await once(label(page, name));
      await once(page.getByLabel('Password', { exact: true }));
      await label(page, 'Name').fill('Grace');
      await label(page, 'Email').fill(ada.email);
      await page.getByLabel('Password', { exact: true }).fill(password);
      await label(page, 'Confirm Password').fill(`${password}!`);
      await button(page, 'Register').click();
      await once(text(page, 'Passwords do not match'));
      await label(page, 'Confirm Password').fill(password);
      await button(page, 'Register').click();
      await alerts(page, 'Failed to create account', messages.taken);
      await expect(label(page, 'Email')).toHaveAttribute(
        'aria-invalid',
        messages.taken === 'User already exists' ? 'false' : 'true',
      );
    },

    async 'Dashboard: links and tiles'({ open, ada, file }) {
      await file({ title: 'Fast', status: 'resolved' });
      await file({ title: 'Slow', status: 'in-progress' });
      await file({ title: 'Late', status: 'open' });
      const page = await open('/', ada);
      await once(text(page, `Welcome, ${ada.name}!`));
      for (const [tile, count] of [
        ['Total Bugs', '3'],
        ['Open Bugs', '1'],
        ['In Progress', '1'],
        ['Resolved', '1'],
        ['Bugs Assigned to Me', '0'],
      ] as const) {
        await once(text(page, tile));
        await expect(text(page, tile).locator('..')).toHaveText(tile + count);
      }
      // Once complete, the screen still has each of them once.
      await expect(page.getByRole('progressbar')).toHaveCount(0);
      for (const tile of ['Total Bugs', 'Open Bugs', 'In Progress', 'Resolved', 'Bugs Assigned to Me'])
        await once(text(page, tile));
      await unfold(page, /menu/i);
      for (const name of ['Bugs', 'Create Bug', 'Profile']) await once(page.getByRole('link', { name }));
      await once(button(page, 'Logout'));
      await page.getByRole('link', { name: 'Bugs' }).click();
      await expect(page).toHaveURL('/bugs');
      await once(page.getByRole('heading', { name: 'Bug List' }));
    },

    async 'what cannot be fetched: an alert of the title alone, and the reason once'({ open, ada, file }) {
      const { id } = await file({ title: 'Cache' });
      const page = await open('/profile', ada);
      for (const [address, path, title] of [
        [`/bugs/${id}`, /^\/api\/bugs\/[\w-]+$/, 'Failed to fetch bug details'],
        ['/bugs/create', /^\/api\/users$/, 'Failed to fetch users'],
        ['/bugs', /^\/api\/bugs$/, 'Failed to fetch bugs'],
        ['/', /^\/api\/bugs\/stats$/, 'Failed to fetch dashboard statistics'],
      ] as const) {
        await refuse(page, 'GET', path, 'The disk is full');
        // After a load, nothing is cached.
        await page.goto(address);
        await alerts(page, title, 'The disk is full');
        await page.unrouteAll();
        await button(page, 'Retry').click();
        await expect(page.getByRole('alert')).toHaveCount(0);
      }
    },

    async 'Create Bug: labels and messages'({ open, ada, bob }) {
      const page = await open('/bugs/create', ada);
      for (const name of ['Title', 'Description', 'Status', 'Priority', 'Assign To'])
        await once(label(page, name));
      for (const name of ['status', 'priority', 'assignedTo']) await once(page.locator(`[name="${name}"]`));
      await expect(page.getByRole('combobox', { name: 'Assign To' })).toHaveText('Unassigned');
      await option(page, 'Assign To', bob.name);
      await once(button(page, 'Cancel'));
      await button(page, 'Create Bug').click();
      await once(text(page, 'Title is required'));
      await once(text(page, 'Description is required'));
      await label(page, 'Title').fill('New');
      await label(page, 'Description').fill('Text');
      await refuse(page, 'POST', /^\/api\/bugs$/, 'The disk is full');
      await button(page, 'Create Bug').click();
      await alerts(page, 'Failed to create bug', 'The disk is full');
    },

    async 'Profile Settings: labels and messages'({ open, ada, password, messages }) {
      const page = await open('/profile', ada);
      for (const name of ['Name', 'Email', 'Current Password', 'Confirm New Password'])
        await once(label(page, name));
      await once(page.getByLabel('New Password', { exact: true }));
      await once(text(page, 'Change Password'));
      for (const helper of [
        'Required only if changing password',
        'Leave blank to keep current password',
        'Required if changing password',
      ])
        await once(text(page, helper));
      await page.getByLabel('New Password', { exact: true }).fill(`${password}!`);
      await button(page, 'Save Changes').click();
      await once(text(page, 'New passwords do not match'));
      await once(text(page, 'Current password is required to change password'));
      await label(page, 'Confirm New Password').fill(`${password}!`);
      await label(page, 'Current Password').fill('wrong');
      await button(page, 'Save Changes').click();
      await alerts(page, 'Failed to update profile', messages.wrong);
      await label(page, 'Current Password').fill(password);
      await label(page, 'Name').fill('Ada L.');
      await button(page, 'Save Changes').click();
      await once(text(page, 'Profile updated successfully'));
      await expect(page.getByRole('alert')).toHaveCount(0);
    },
  },
  'list and details': {
    async 'Bug List: filters, columns, rows'({ open, ada, bob, file, width }) {
      const { id, createdAt } = await file({ title: 'Status of the search' });
      const page = await open('/bugs', ada);
      const row = page.getByRole('row').filter({ hasText: 'Status of the search' });
      await once(row);
      await once(page.getByRole('heading', { name: 'Bug List', exact: true }));
      await once(button(page, 'Create New Bug'));
      for (const name of ['Search', 'Status', 'Priority']) await once(label(page, name));
      await once(page.getByPlaceholder(/search/i));
      await once(page.getByRole('searchbox'));
      for (const name of ['status', 'priority']) await once(page.locator(`[name="${name}"]`));
      const columns = ['Title', 'Status', 'Priority', 'Assigned To', 'Created By', 'Created At', 'Actions'];
      await expect(page.locator('thead th')).toHaveText(columns);
      for (const name of ['Title', 'Assigned To', 'Created By', 'Created At', 'Actions'])
        await once(text(page, name));
      // The others are out of sight, and so without a role, where the window is narrow.
      if (width > 600)
        for (const name of columns) await once(page.getByRole('columnheader', { name, exact: true }));

      await once(text(page, 'Status of the search'));
      await expect(row.getByRole('cell')).toHaveCount(columns.length);
      await once(row.getByRole('cell', { name: 'Status of the search' }));
      for (const value of ['Open', 'Medium', 'Unassigned', ada.name]) await once(text(row, value));
      await once(text(row, await page.evaluate((at) => new Date(at).toLocaleDateString(), createdAt)));
      await once(page.getByRole('link', { name: 'View', exact: true }));
      await once(text(page, 'View'));
      await once(page.getByRole('button', { name: 'Delete' }));
      await button(row, 'Delete').click();
      await once(dialog(page, 'Confirm Delete'));
      await once(text(page, warning));
      await once(button(page, 'Delete'));
      await refuse(page, 'DELETE', /^\/api\/bugs\/\w/, 'The disk is full');
      await button(page, 'Delete').click();
      await alerts(page, 'Failed to delete bug', 'The disk is full');
      await button(page, 'Cancel').click();
      await expect(dialog(page, 'Confirm Delete')).toHaveCount(0);

      await unfold(page, /^Filters/);
      await page.getByRole('combobox', { name: 'Status' }).click();
      await expect(page.getByRole('option')).toHaveText(['All', 'Open', 'In Progress', 'Resolved']);
      await page.locator('li[data-value="resolved"]').click();
      await expect(row).toHaveCount(0);
      // An empty list keeps its headings.
      await expect(page.locator('thead th')).toHaveText(columns);
      await option(page, 'Status', 'All');
      await page.getByRole('combobox', { name: 'Priority' }).click();
      await expect(page.getByRole('option')).toHaveText(['All', 'High', 'Medium', 'Low']);
      await page.locator('li[data-value="medium"]').click();
      await once(row);
      await label(page, 'Search').fill('EVERY time');
      await once(row);
      await label(page, 'Search').fill('no such bug');
      await expect(row).toHaveCount(0);
      await label(page, 'Search').fill('');
      await once(row);
      // Titles that look like operators of other trackers.
      const operators = [
        ['Printer NOT working', 'NOT working'],
        ['is:broken thing', 'is:broken thing'],
        ['diff a -c', 'A -C'],
      ] as const;
      for (const [title] of operators) await file({ title });
      await page.goto('/bugs');
      await expect(page.getByRole('link', { name: 'View', exact: true })).toHaveCount(4);
      for (const [title, typed] of operators) {
        await label(page, 'Search').fill(typed);
        await once(page.getByRole('link', { name: 'View', exact: true }));
        await once(text(page, title));
      }
      await label(page, 'Search').fill('');
      await row.getByText('View', { exact: true }).click();
      await expect(page).toHaveURL(`/bugs/${id}`);

      const stranger = await open('/bugs', bob);
      await expect(stranger.getByRole('link', { name: 'View', exact: true })).toHaveCount(4);
      await expect(stranger.getByRole('button', { name: 'Delete' })).toHaveCount(0);
    },

    async 'Bug Details: facts, edit mode, deletion'({ open, ada, bob, file }) {
      const { id, createdAt } = await file({ title: 'Cache' });
      const page = await open(`/bugs/${id}`, ada);
      for (const words of ['Cache', 'Open', 'Medium', 'Unassigned', description])
        await once(text(page, words));
      for (const name of ['Created By', 'Assigned To', 'Created At', 'Last Updated'])
        await once(text(page, name));
      const local = await page.evaluate((at) => new Date(at).toLocaleString(), createdAt);
      await expect(page.locator('time').getByText(local, { exact: true }).or(text(page, local))).toHaveCount(
        2,
      );
      await once(page.getByRole('button', { name: 'Edit' }));
      await page.getByRole('button', { name: 'Edit' }).click();
      await once(button(page, 'Cancel Edit'));
      for (const name of ['Title', 'Description', 'Status', 'Priority']) await once(label(page, name));
      for (const name of ['status', 'priority']) await once(page.locator(`[name="${name}"]`));
      await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Cache');
      await option(page, 'Status', 'In Progress');
      await refuse(page, 'PUT', /^\/api\/bugs\/\w/, 'The disk is full');
      await button(page, 'Save Changes').click();
      await alerts(page, 'Failed to update bug', 'The disk is full');
      await button(page, 'Cancel Edit').click();
      await once(button(page, 'Edit'));
      await button(page, 'Delete').click();
      await once(dialog(page, 'Delete Bug'));
      await once(text(page, warning));
      await refuse(page, 'DELETE', /^\/api\/bugs\/\w/, 'The disk has gone');
      await button(page, 'Delete').click();
      await alerts(page, 'Failed to delete bug', 'The disk has gone');
      await button(page, 'Cancel').click();

      const stranger = await open(`/bugs/${id}`, bob);
      await once(text(stranger, description));
      for (const name of ['Edit', 'Delete']) await expect(stranger.getByText(name)).toHaveCount(0);
    },
  },
};

const real = realTest.extend<{ backOf: (width: number) => BackEnd }>({
  backOf: async ({ open, ada, bob }, use) =>
    use((width) => ({
      width,
      password: realPassword,
      ada,
      bob,
      messages: {
        taken: 'An account with this email already exists',
        wrong: 'Current password is incorrect',
        login: 'Invalid email or password',
      },
      file: async (bug) => {
        const { _id: id, createdAt } = await ada.files({ description, ...bug });
        return { id, createdAt };
      },
      open: inOnePage((address, as) =>
        open(address, { viewport: { width, height: 900 }, ...(as && { as: as as Person }) }),
      ),
    })),
});

const specified = specifiedTest.extend<{ backOf: (width: number) => BackEnd }>({
  backOf: async ({ open, server, ada, bob }, use) =>
    use((width) => ({
      width,
      password: 'secret',
      ada,
      bob,
      messages: {
        taken: 'User already exists',
        wrong: 'Wrong current password',
        login: 'Invalid email or password',
      },
      file: async (bug) => {
        const { _id: id, createdAt } = server.addBug(ada, { description, ...bug });
        return { id, createdAt };
      },
      open: inOnePage((address, as) => open(address, as as StoredUser | undefined, { width })),
    })),
});

async function checkEach(name: string, back: BackEnd): Promise<void> {
  for (const [title, check] of Object.entries(checks[name] ?? {}))
    await realTest.step(title, () => check(back));
}

// The width concerns only the page and the responses only the back end, so testing every pair would add nothing.
real.describe('the real back end', () => {
  real.use({ ownServer: true });
  for (const name of Object.keys(checks))
    real(`${name} show each text once in a wide window`, ({ backOf }) => checkEach(name, backOf(1280)));
});

specified.describe('a back end with the specification alone', () => {
  for (const name of Object.keys(checks))
    specified(`${name} show each text once in a narrow window`, ({ backOf }) => checkEach(name, backOf(390)));
});
