import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs.ts';
import { expect, test } from './fixtures.ts';
import type { Person } from './person.ts';
import { button, choose, expectToFit, field, losesServer, row } from './screen.ts';

interface Screen {
  name: string;
  path: (bug: Bug) => string;
  signedIn: boolean;
  isForAdmins?: boolean;
  /** Brings the screen to the state that its name says. */
  ready: (page: Page, bug: Bug, ada: Person) => Promise<void>;
}

const heading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

const screens: Screen[] = [
  { name: 'Login', path: () => '/login', signedIn: false, ready: heading('Login') },
  {
    name: 'Login with errors',
    path: () => '/login',
    signedIn: false,
    ready: async (page) => {
      await button(page, 'Login').click();
      await expect(page.getByText('Email is required')).toBeVisible();
    },
  },
  { name: 'Register', path: () => '/register', signedIn: false, ready: heading('Register') },
  { name: 'Page not found', path: () => '/nowhere', signedIn: false, ready: heading('Page not found') },
  {
    name: 'Dashboard',
    path: () => '/',
    signedIn: true,
    ready: (page) => expect(page.getByText('Total Bugs')).toBeVisible(),
  },
  {
    name: 'Bug List',
    path: () => '/bugs',
    signedIn: true,
    ready: (page, { title }) => expect(row(page, title)).toBeVisible(),
  },
  {
    name: 'Confirm Delete',
    path: () => '/bugs',
    signedIn: true,
    ready: async (page, { title }) => {
      await row(page, title)
        .getByRole('button', { name: /^Delete/ })
        .click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'Bug Details',
    path: ({ _id }) => `/bugs/${_id}`,
    signedIn: true,
    ready: (page, { description }) => expect(page.getByText(description)).toBeVisible(),
  },
  {
    name: 'Bug Details, edit mode',
    path: ({ _id }) => `/bugs/${_id}`,
    signedIn: true,
    ready: async (page) => {
      await button(page, 'Edit').click();
      await expect(button(page, 'Save Changes')).toBeVisible();
    },
  },
  {
    name: 'Bug Details, two edits that overlap',
    path: ({ _id }) => `/bugs/${_id}`,
    signedIn: true,
    ready: async (page, bug, ada) => {
      await button(page, 'Edit').click();
      await field(page, 'Title').fill('My title');
      await field(page, 'Description').fill('My description\n'.repeat(60));
      await choose(page, 'Status', 'In Progress');
      await ada.edits(bug, {
        title: 'Their title',
        description: `${'their'.repeat(80)}\n`,
        status: 'resolved',
        priority: 'high',
      });
      await button(page, 'Save Changes').click();
      await expect(page.getByRole('heading', { name: 'Choose what to keep' })).toBeFocused();
      // Once more without a choice, which says what is missing.
      await button(page, 'Save Changes').click();
      await expect(page.getByText('Choose one for Title')).toBeVisible();
    },
  },
  {
    name: 'Bug Details, an edit merged by itself',
    path: ({ _id }) => `/bugs/${_id}`,
    signedIn: true,
    ready: async (page, bug, ada) => {
      await button(page, 'Edit').click();
      await field(page, 'Description').fill('My description');
      await ada.edits(bug, { title: 'Their title', priority: 'high' });
      await button(page, 'Save Changes').click();
      await expect(page.getByText('Their changes were kept: Title and Priority.')).toBeVisible();
    },
  },
  {
    name: 'Bug Details with a draft',
    path: ({ _id }) => `/bugs/${_id}`,
    signedIn: true,
    ready: async (page) => {
      await button(page, 'Edit').click();
      await field(page, 'Description').fill('My description');
      await page.reload();
      await expect(button(page, 'Restore')).toBeVisible();
    },
  },
  {
    name: 'Create Bug with a draft',
    path: () => '/bugs/create',
    signedIn: true,
    ready: async (page) => {
      await field(page, 'Title').fill('My title');
      await page.reload();
      await expect(button(page, 'Restore')).toBeVisible();
    },
  },
  {
    name: 'Leave without saving?',
    path: () => '/bugs/create',
    signedIn: true,
    ready: async (page) => {
      await page.evaluate(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('Full', 'QuotaExceededError');
        };
      });
      await field(page, 'Title').fill('My title');
      await button(page, 'Cancel').click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'Create Bug',
    path: () => '/bugs/create',
    signedIn: true,
    ready: (page) => expect(field(page, 'Title')).toBeVisible(),
  },
  {
    name: 'Profile Settings',
    path: () => '/profile',
    signedIn: true,
    ready: (page) => expect(page.getByText('This session')).toBeVisible(),
  },
  {
    name: 'Login, the server out of reach',
    path: () => '/login',
    signedIn: false,
    ready: losesServer,
  },
  {
    name: 'Bug List, the server out of reach',
    path: () => '/bugs',
    signedIn: true,
    ready: async (page, { title }) => {
      await expect(row(page, title)).toBeVisible();
      await losesServer(page);
    },
  },
  {
    name: 'Users',
    path: () => '/admin/users',
    signedIn: true,
    isForAdmins: true,
    ready: (page) => expect(button(page, 'Actions').first()).toBeVisible(),
  },
  {
    name: 'Suspend user',
    path: () => '/admin/users',
    signedIn: true,
    isForAdmins: true,
    ready: async (page) => {
      await button(page, 'Actions').first().click();
      await page.getByRole('menuitem', { name: 'Suspend' }).click();
      await expect(page.getByRole('dialog')).toBeVisible();
    },
  },
  {
    name: 'Invitation',
    path: () => '/admin/users',
    signedIn: true,
    isForAdmins: true,
    ready: async (page) => {
      await button(page, 'Invite').click();
      await expect(field(page, 'Link')).toBeVisible();
    },
  },
  {
    name: 'Audit',
    path: () => '/admin/audit',
    signedIn: true,
    isForAdmins: true,
    ready: (page) => expect(page.getByRole('cell', { name: 'Registered' }).first()).toBeVisible(),
  },
  {
    name: 'Times',
    path: () => '/admin/times',
    signedIn: true,
    isForAdmins: true,
    ready: (page) => expect(page.getByRole('cell', { name: 'POST /api/bugs' }).first()).toBeVisible(),
  },
  {
    name: 'Only for admins',
    path: () => '/admin/users',
    signedIn: true,
    ready: heading('Only admins can see this page'),
  },
];

async function visit({ path, signedIn, isForAdmins }: Screen, bug: Bug, ada: Person) {
  if (isForAdmins) await ada.server.katydid('admin', 'grant', ada.email);
  return { path: path(bug), ...(signedIn && { as: ada }) };
}

for (const screen of screens) {
  test.describe(`${screen.name}:`, () => {
    test('fits a window of 320 pixels without scrolling sideways', async ({ open, ada }) => {
      const bug = await ada.files({ assignedTo: ada._id });
      const { path, ...options } = await visit(screen, bug, ada);
      const page = await open(path, { ...options, viewport: { width: 320, height: 640 } });
      await screen.ready(page, bug, ada);
      await expectToFit(page);
    });

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`axe finds nothing serious, ${colorScheme}`, async ({ open, ada }) => {
        const bug = await ada.files({ assignedTo: ada._id });
        const { path, ...options } = await visit(screen, bug, ada);
        const page = await open(path, { ...options, colorScheme });
        await screen.ready(page, bug, ada);
        const { violations } = await new AxeBuilder({ page }).analyze();
        const serious = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical');
        expect(serious.map(({ id, nodes }) => ({ id, at: nodes.map(({ html }) => html) }))).toEqual([]);
      });
    }
  });
}
