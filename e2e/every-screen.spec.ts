import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs.ts';
import { expectNothingSerious } from './axe.ts';
import { expect, test } from './fixtures.ts';
import type { Person } from './person.ts';
import {
  alert,
  button,
  choose,
  expectTargets,
  expectToFit,
  field,
  simulateOutage,
  row,
  select,
} from './screen.ts';

interface Screen {
  name: string;
  path: (bug: Bug) => string;
  signedIn: boolean;
  isForAdmins?: boolean;
  /** Brings the screen into the named state. */
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
  {
    name: 'Login refused',
    path: () => '/login',
    signedIn: false,
    ready: async (page, _, ada) => {
      await field(page, 'Email').fill(ada.email);
      await field(page, 'Password').fill('not the password');
      await button(page, 'Login').click();
      await expect(alert(page, 'Invalid credentials')).toBeVisible();
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
    name: 'Bug List, nothing found',
    path: () => '/bugs?q=nowhere+to+be+found&status=open',
    signedIn: true,
    ready: (page) => expect(page.getByText('No bug matches')).toBeVisible(),
  },
  {
    name: 'Bug List, a choice open',
    path: () => '/bugs',
    signedIn: true,
    ready: async (page) => {
      await select(page, 'Status').click();
      await expect(page.getByRole('option', { name: 'Resolved' })).toBeVisible();
    },
  },
  {
    name: 'Bug List, the menu of a narrow window',
    path: () => '/bugs',
    signedIn: true,
    ready: async (page) => {
      await page.setViewportSize({ width: 390, height: 800 });
      await button(page, 'Menu').click();
      await expect(button(page, 'Logout')).toBeVisible();
    },
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
      // Again without a choice, which shows the validation message.
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
    name: 'Bug not found',
    path: () => `/bugs/${crypto.randomUUID()}`,
    signedIn: true,
    ready: heading('Bug not found'),
  },
  {
    name: 'Create Bug with errors',
    path: () => '/bugs/create',
    signedIn: true,
    ready: async (page) => {
      await button(page, 'Create Bug').click();
      await expect(page.getByText('Title is required')).toBeVisible();
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
      await page.getByRole('link', { name: 'Katydid' }).click();
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
    ready: simulateOutage,
  },
  {
    name: 'Bug List, the server out of reach',
    path: () => '/bugs',
    signedIn: true,
    ready: async (page, { title }) => {
      await expect(row(page, title)).toBeVisible();
      await simulateOutage(page);
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
    name: 'Jobs',
    path: () => '/admin/jobs',
    signedIn: true,
    isForAdmins: true,
    ready: (page) => expect(page.getByText('No background job has been added yet.')).toBeVisible(),
  },
  {
    name: 'Times',
    path: () => '/admin/times',
    signedIn: true,
    isForAdmins: true,
    ready: (page) => expect(page.getByRole('cell', { name: 'POST /api/bugs' }).first()).toBeVisible(),
  },
  {
    name: 'Command palette',
    path: () => '/bugs',
    signedIn: true,
    ready: async (page, { title }) => {
      await expect(row(page, title)).toBeVisible();
      await button(page, 'Search or jump to…').click();
      await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('b');
      await expect(page.getByRole('group', { name: 'Commands' })).toBeVisible();
      await expect(page.getByRole('group', { name: 'Bugs' })).toContainText(title);
    },
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
  test(`${screen.name}: no serious axe violations, light and dark; large enough targets on a phone; fits 320 pixels`, async ({
    open,
    ada,
  }) => {
    const bug = await ada.files({ assignedTo: ada._id });
    const { path, ...options } = await visit(screen, bug, ada);
    const page = await open(path, { ...options, colorScheme: 'light' });
    await screen.ready(page, bug, ada);
    await expectNothingSerious(page, 'light');
    await page.emulateMedia({ colorScheme: 'dark' });
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    await expectNothingSerious(page, 'dark');
    await page.setViewportSize({ width: 390, height: 800 });
    await expectTargets(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectToFit(page);
  });
}

test('prefers-reduced-motion is respected', async ({ open, ada }) => {
  const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
    const page = await open('/bugs', { as: ada, reducedMotion });
    const { title } = await ada.files();
    await row(page, title)
      .getByRole('button', { name: /^Delete/ })
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
    return page.locator('*').evaluateAll((elements) =>
      elements
        .map((element) => getComputedStyle(element))
        .flatMap((style) => [...style.transitionDuration.split(', '), ...style.animationDuration.split(', ')])
        .filter((duration) => Number.parseFloat(duration) > 0.001),
    );
  };
  expect(await moving('reduce')).toEqual([]);
  expect(await moving('no-preference')).not.toEqual([]);
});
