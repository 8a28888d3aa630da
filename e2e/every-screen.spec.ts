import type { Page } from '@playwright/test';
import type { Bug } from '#contract/bugs/bugs.ts';
import { expectNothingSeriousInLightAndDark } from '#e2e/harness/axe.ts';
import { expect, test } from '#e2e/harness/fixtures.ts';
import { Person } from '#e2e/harness/person.ts';
import {
  alert,
  button,
  choose,
  expectTargets,
  expectToFit,
  field,
  goWithin,
  simulateOutage,
  row,
  select,
} from '#e2e/harness/screen.ts';

interface Screen {
  name: string;
  path: (bug: Bug) => string;
  /** Brings the screen into the named state. */
  ready: (page: Page, bug: Bug, ada: Person) => Promise<void>;
}

/** Screens that are checked one after the other in one page. */
interface Group {
  name: string;
  as: 'signedOut' | 'user' | 'admin';
  screens: Screen[];
}

const heading = (name: string) => (page: Page) =>
  expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();

async function edit(page: Page, { title }: Bug): Promise<void> {
  await expect(page.getByRole('heading', { name: title, level: 1 })).toBeVisible();
  await button(page, 'Edit').click();
}

/** Another user's comment, which brings the bug into the inbox. */
async function comment({ _id }: Bug, { server }: Person): Promise<void> {
  const other = await Person.register(server);
  const { status } = await other.call('POST', `/api/bugs/${_id}/comments`, { body: 'Here, too.' });
  expect(status).toBe(201);
}

const groups: Group[] = [
  {
    name: 'Signed out',
    as: 'signedOut',
    screens: [
      { name: 'Login', path: () => '/login', ready: heading('Login') },
      {
        name: 'Login with errors',
        path: () => '/login',
        ready: async (page) => {
          await button(page, 'Login').click();
          await expect(page.getByText('Email is required')).toBeVisible();
        },
      },
      {
        name: 'Login refused',
        path: () => '/login',
        ready: async (page, _, ada) => {
          await field(page, 'Email').fill(ada.email);
          await field(page, 'Password').fill('not the password');
          await button(page, 'Login').click();
          await expect(alert(page, 'Invalid credentials')).toBeVisible();
        },
      },
      { name: 'Register', path: () => '/register', ready: heading('Register') },
      {
        name: 'Set a new password, by an incomplete link',
        path: () => '/reset-password',
        ready: async (page) => {
          await expect(alert(page, 'This link is incomplete')).toBeVisible();
        },
      },
      {
        name: 'Set a new password, with an error',
        path: () => '/reset-password#a-token',
        ready: async (page) => {
          await field(page, 'New Password').fill('one of two');
          await button(page, 'Set Password').click();
          await expect(page.getByText('Passwords do not match')).toBeVisible();
        },
      },
      { name: 'Page not found', path: () => '/nowhere', ready: heading('Page not found') },
      {
        name: 'Login, the server out of reach',
        path: () => '/login',
        ready: simulateOutage,
      },
    ],
  },
  {
    name: 'Dashboard, profile, and what is not found',
    as: 'user',
    screens: [
      {
        name: 'Dashboard',
        path: () => '/',
        ready: (page) => expect(page.getByText('Total Bugs')).toBeVisible(),
      },
      {
        name: 'Profile Settings',
        path: () => '/profile',
        ready: (page) => expect(page.getByText('This session')).toBeVisible(),
      },
      {
        name: 'Bug not found',
        path: () => `/bugs/${crypto.randomUUID()}`,
        ready: heading('Bug not found'),
      },
      {
        name: 'Only for admins',
        path: () => '/admin/users',
        ready: heading('Only admins can see this page'),
      },
    ],
  },
  {
    name: 'Bug List',
    as: 'user',
    screens: [
      {
        name: 'Bug List',
        path: () => '/bugs',
        ready: (page, { title }) => expect(row(page, title)).toBeVisible(),
      },
      {
        name: 'Board',
        path: () => '/board',
        ready: (page, { title }) =>
          expect(page.getByRole('listitem').filter({ hasText: title })).toBeVisible(),
      },
      {
        name: 'Bug List, nothing found',
        path: () => '/bugs?q=nowhere+to+be+found&status=open',
        ready: (page) => expect(page.getByText('No bugs match')).toBeVisible(),
      },
      {
        name: 'Bug List, a choice open',
        path: () => '/bugs',
        ready: async (page) => {
          await select(page, 'Status').click();
          await expect(page.getByRole('option', { name: 'Resolved' })).toBeVisible();
        },
      },
      {
        name: 'Bug List, the menu of a narrow window',
        path: () => '/bugs',
        ready: async (page) => {
          await page.setViewportSize({ width: 390, height: 800 });
          await button(page, 'Menu').click();
          await expect(button(page, 'Logout')).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'Bug List, dialogs and outage',
    as: 'user',
    screens: [
      {
        name: 'Confirm Delete',
        path: () => '/bugs',
        ready: async (page, { title }) => {
          await row(page, title)
            .getByRole('button', { name: /^Delete/ })
            .click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
      {
        name: 'Command palette',
        path: () => '/bugs',
        ready: async (page, { title }) => {
          await expect(row(page, title)).toBeVisible();
          await page.getByRole('button', { name: 'Jump to… Ctrl+K' }).click();
          await page.getByRole('combobox', { name: 'Jump to…' }).fill('b');
          await expect(page.getByRole('group', { name: 'Commands' })).toBeVisible();
          await expect(page.getByRole('group', { name: 'Bugs' })).toContainText(title);
        },
      },
      {
        name: 'Bug List, the server out of reach',
        path: () => '/bugs',
        ready: async (page, { title }) => {
          await expect(row(page, title)).toBeVisible();
          await simulateOutage(page);
        },
      },
    ],
  },
  {
    name: 'Inbox',
    as: 'user',
    screens: [
      {
        name: 'Inbox, nothing in it',
        path: () => '/inbox',
        ready: (page) => expect(page.getByText('All done!')).toBeVisible(),
      },
      {
        name: 'Inbox, selected',
        path: () => '/inbox',
        ready: async (page, bug, ada) => {
          await comment(bug, ada);
          await page.getByRole('checkbox', { name: `Select ${bug.title}` }).check();
          await expect(page.getByText('1 selected')).toBeVisible();
        },
      },
      {
        name: 'Inbox, a choice open, and the bug beside it',
        path: (bug) => `/inbox?bug=${bug._id}`,
        ready: async (page, bug, ada) => {
          await comment(bug, ada);
          await expect(page.getByRole('complementary')).toContainText(bug.description);
          await button(page, `Snooze #${bug.number}`).click();
          await expect(page.getByRole('menuitem', { name: /^Tomorrow/ })).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'Bug Details',
    as: 'user',
    screens: [
      {
        name: 'Bug Details',
        path: ({ _id }) => `/bugs/${_id}`,
        ready: (page, { description }) => expect(page.getByText(description)).toBeVisible(),
      },
      {
        name: 'Bug Details, edit mode',
        path: ({ _id }) => `/bugs/${_id}`,
        ready: async (page, bug) => {
          await edit(page, bug);
          await expect(button(page, 'Save Changes')).toBeVisible();
        },
      },
      {
        name: 'Bug Details with a draft',
        path: ({ _id }) => `/bugs/${_id}`,
        ready: async (page, bug) => {
          await edit(page, bug);
          await field(page, 'Description').fill('My description');
          await page.reload();
          await expect(button(page, 'Restore')).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'Bug Details, concurrent edits',
    as: 'user',
    screens: [
      {
        name: 'Bug Details, an edit merged by itself',
        path: ({ _id }) => `/bugs/${_id}`,
        ready: async (page, bug, ada) => {
          await edit(page, bug);
          await field(page, 'Description').fill('My description');
          await ada.edits(bug, { title: 'Their title', priority: 'high' });
          await button(page, 'Save Changes').click();
          await expect(page.getByText('Their changes were kept: Title and Priority.')).toBeVisible();
        },
      },
      {
        name: 'Bug Details, two edits that overlap',
        path: ({ _id }) => `/bugs/${_id}`,
        ready: async (page, bug, ada) => {
          await edit(page, bug);
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
    ],
  },
  {
    name: 'Create Bug',
    as: 'user',
    screens: [
      {
        name: 'Create Bug',
        path: () => '/bugs/create',
        ready: (page) => expect(field(page, 'Title')).toBeVisible(),
      },
      {
        name: 'Create Bug with errors',
        path: () => '/bugs/create',
        ready: async (page) => {
          await button(page, 'Create Bug').click();
          await expect(page.getByText('Title is required')).toBeVisible();
        },
      },
      {
        name: 'Create Bug with a draft',
        path: () => '/bugs/create',
        ready: async (page) => {
          await field(page, 'Title').fill('My title');
          await page.reload();
          await expect(button(page, 'Restore')).toBeVisible();
        },
      },
      {
        name: 'Leave without saving?',
        path: () => '/bugs/create',
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
    ],
  },
  {
    name: 'Administration',
    as: 'admin',
    screens: [
      {
        name: 'Users',
        path: () => '/admin/users',
        ready: (page) => expect(button(page, 'Actions').first()).toBeVisible(),
      },
      {
        name: 'Suspend user',
        path: () => '/admin/users',
        ready: async (page) => {
          await button(page, 'Actions').first().click();
          await page.getByRole('menuitem', { name: 'Suspend' }).click();
          await expect(page.getByRole('dialog')).toBeVisible();
        },
      },
      {
        name: 'Invitations',
        path: () => '/admin/invitations',
        async ready(page) {
          await field(page, 'Email addresses').fill(
            'Ann <ann@example.com>, someone.with.a.long.name@example.com',
          );
          await button(page, 'Invite').click();
          await expect(field(page, 'Link for ann@example.com')).toBeVisible();
          await expect(button(page, 'Actions').first()).toBeVisible();
        },
      },
      {
        name: 'Invitation',
        path: () => '/admin/invitations',
        ready: async (page) => {
          await button(page, 'Create a link').click();
          await expect(field(page, 'Link')).toBeVisible();
        },
      },
    ],
  },
  {
    name: 'Administration, lists',
    as: 'admin',
    screens: [
      {
        name: 'Audit',
        path: () => '/admin/audit',
        ready: (page) => expect(page.getByRole('cell', { name: 'Registered' }).first()).toBeVisible(),
      },
      {
        name: 'Jobs',
        path: () => '/admin/jobs',
        // Other tests may have created some.
        ready: (page) =>
          expect(page.getByText('No background jobs yet.').or(page.getByRole('table')).first()).toBeVisible(),
      },
      {
        name: 'Settings',
        path: () => '/admin/settings',
        ready: (page) => expect(page.getByText('Who triages')).toBeVisible(),
      },
      {
        name: 'Performance',
        path: () => '/admin/times',
        ready: (page) => expect(page.getByRole('cell', { name: 'POST /api/bugs' }).first()).toBeVisible(),
      },
    ],
  },
];

const desktop = { width: 1280, height: 720 };

for (const { name, as, screens } of groups) {
  test(`${name}: no serious axe violations, large targets, fits 320 pixels`, async ({ open, ada }) => {
    if (as === 'admin') await ada.server.katydid('admin', 'grant', ada.email);
    const page = await open('/login', { ...(as !== 'signedOut' && { as: ada }), colorScheme: 'light' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    for (const screen of screens)
      await test.step(screen.name, async () => {
        await page.setViewportSize(desktop);
        const bug = await ada.files({ assignedTo: ada._id });
        await goWithin(page, screen.path(bug));
        await screen.ready(page, bug, ada);
        await expectNothingSeriousInLightAndDark(page, screen.name);
        await page.setViewportSize({ width: 390, height: 800 });
        await expectTargets(page);
        await page.setViewportSize({ width: 320, height: 640 });
        await expectToFit(page);
        // Closes what the screen has opened over the page.
        await page.keyboard.press('Escape');
      });
  });
}

test('prefers-reduced-motion is respected', async ({ open, ada }) => {
  const page = await open('/bugs', { as: ada });
  const { title } = await ada.files();
  await row(page, title)
    .getByRole('button', { name: /^Delete/ })
    .click();
  await expect(page.getByRole('dialog')).toBeVisible();
  const moving = async (reducedMotion: 'reduce' | 'no-preference') => {
    await page.emulateMedia({ reducedMotion });
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
