import type { Page } from '@playwright/test';
import { inboxScreens, mailScreens } from './inbox-screens.ts';
import { click, type Screen, type Step, steps } from './steps.ts';
import { workScreens } from './work-screens.ts';

const press = (key: string) => async (page: Page) => {
  await page.locator('h1').waitFor();
  await page.keyboard.press(key);
};
/** Makes answers of the API fail, as if the server had a fault. */
const fail = async (page: Page) => {
  await page.route('**/api/bugs**', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } }),
  );
  await page.reload();
};
/** Makes answers of the API take forever. */
const hang = async (page: Page) => {
  await page.route('**/api/bugs**', () => {});
  await page.reload({ waitUntil: 'commit' });
};
/** Makes the server unreachable. */
const cutOff = async (page: Page) => {
  await page.locator('h1').waitFor();
  await page.context().setOffline(true);
};
/** Opens the bug of a row. */
const openBug =
  (index: number): Step =>
  async (page) => {
    await page.getByRole('row').nth(index).getByRole('link').first().click();
    await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
  };
/** Opens the newest bug that has comments. */
const openDiscussed: Step = async (page) => {
  await page
    .getByRole('row')
    .filter({ hasText: /\d comments?/ })
    .first()
    .getByRole('link')
    .first()
    .click();
  await page.getByText('New comment').waitFor();
};
/**
 * Attaches an image, which the text shows, and a text file to a comment. One upload fails, and another is in progress.
 */
const attachFiles: Step = async (page) => {
  const input = page.getByRole('region').locator('input[type="file"]');
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  await page.getByLabel('New comment').fill('It looks like this:\n');
  await input.setInputFiles(['docs/pictures/bug-light.webp', 'LICENSE']);
  await page.getByRole('button', { name: 'Insert bug-light.webp into the text' }).click();
  await page.route('**/api/files', (route) => route.abort('connectionfailed'), { times: 1 });
  await input.setInputFiles('README.md');
  await row('README.md').getByRole('alert').waitFor();
  await page.route('**/api/files', () => {});
  await input.setInputFiles('CHANGELOG.md');
  await page.getByRole('progressbar').waitFor();
};
/** Shows the image of the comment in the preview. */
const previewImage = steps(
  (page) => page.getByRole('tab', { name: 'Preview' }).last().click(),
  async (page) => {
    await page.getByRole('img', { name: 'bug-light.webp' }).waitFor();
  },
);

const dialog: Step = (page) => page.getByRole('dialog').waitFor();

/** Gives the newest bugs some labels; the tracker has no labels at first. */
const label = async (page: Page) => {
  await page.locator('h1').waitFor();
  await page.evaluate(async () => {
    const call = async (method: string, address: string, body?: object) => {
      const response = await fetch(address, {
        method,
        headers: {
          authorization: `Bearer ${localStorage.getItem('token') ?? ''}`,
          'content-type': 'application/json',
        },
        ...(body && { body: JSON.stringify(body) }),
      });
      return (await response.json()) as { _id: string }[];
    };
    const labels: [name: string, color: string][] = [
      ['crash', 'red'],
      ['user interface', 'blue'],
      ['good first bug', 'green'],
      ['needs more information from the reporter', 'yellow'],
    ];
    for (const [name, color] of labels) await call('POST', '/api/labels', { name, color });
    const ids = (await call('GET', '/api/labels')).map(({ _id }) => _id);
    for (const [index, { _id }] of (await call('GET', '/api/bugs?limit=6')).entries())
      await call('PUT', `/api/bugs/${_id}`, { labels: ids.slice(0, index % (ids.length + 1)) });
  });
  await page.reload();
};

const labelMenu = (item: string): Step =>
  steps(click('Actions'), (page) => page.getByRole('menuitem', { name: item }).click(), dialog);
/** Creates a label in the dialog of a bug's labels; the answer takes forever. */
const createLabel: Step = async (page) => {
  await page.route('**/api/labels', (route) =>
    route.request().method() === 'POST' ? undefined : route.fallback(),
  );
  await page.getByRole('combobox', { name: 'Labels' }).fill('another');
  await page.getByRole('option').last().click();
};

export const screens: readonly Screen[] = [
  { name: 'login', address: '/login', as: 'anonymous' },
  {
    name: 'login-refused',
    address: '/login',
    as: 'anonymous',
    async prepare(page) {
      await page.getByLabel('Email').fill('unknown@example.com');
      await page.getByLabel('Password').fill('not the password');
      await page.getByRole('button', { name: 'Login' }).click();
      await page.getByText('Invalid credentials').first().waitFor();
    },
  },
  { name: 'register', address: '/register', as: 'anonymous' },
  { name: 'register-errors', address: '/register', as: 'anonymous', prepare: click('Register') },
  { name: 'dashboard', address: '/', as: 'admin' },
  { name: 'dashboard-empty', address: '/', as: 'newcomer' },
  { name: 'dashboard-error', address: '/', as: 'admin', prepare: fail },
  { name: 'list', address: '/bugs', as: 'admin' },
  { name: 'list-empty', address: '/bugs', as: 'newcomer' },
  { name: 'list-no-match', address: '/bugs?q=zzqq', as: 'admin' },
  { name: 'list-loading', address: '/bugs', as: 'admin', prepare: hang },
  { name: 'list-error', address: '/bugs', as: 'admin', prepare: fail },
  { name: 'list-away', address: '/bugs', as: 'admin', prepare: cutOff },
  {
    name: 'list-chosen',
    address: '/bugs',
    as: 'admin',
    async prepare(page) {
      for (const i of [1, 2, 3]) await page.getByRole('checkbox').nth(i).check();
    },
  },
  { name: 'list-german', address: '/bugs', as: 'admin', language: 'de' },
  { name: 'create', address: '/bugs/create', as: 'admin' },
  { name: 'create-errors', address: '/bugs/create', as: 'admin', prepare: click('Create Bug') },
  { name: 'bug', address: '/bugs', as: 'admin', prepare: openDiscussed },
  { name: 'bug-plain', address: '/bugs', as: 'admin', prepare: openBug(1) },
  { name: 'bug-edit', address: '/bugs', as: 'admin', prepare: steps(openBug(1), click('Edit')) },
  { name: 'bug-delete', address: '/bugs', as: 'admin', prepare: steps(openBug(1), click('Delete'), dialog) },
  { name: 'bug-files', address: '/bugs', as: 'admin', prepare: steps(openBug(1), attachFiles) },
  {
    name: 'bug-image',
    address: '/bugs',
    as: 'admin',
    prepare: steps(openBug(1), attachFiles, previewImage),
  },
  {
    name: 'bug-lightbox',
    address: '/bugs',
    as: 'admin',
    prepare: steps(openBug(1), attachFiles, previewImage, click('Show image bug-light.webp'), dialog),
  },
  { name: 'bug-not-found', address: '/bugs/01a00000-0000-7000-8000-000000000000', as: 'admin' },
  { name: 'profile', address: '/profile', as: 'admin' },
  ...mailScreens,
  ...inboxScreens,
  { name: 'users', address: '/admin/users', as: 'admin' },
  { name: 'settings', address: '/admin/settings', as: 'admin' },
  { name: 'audit', address: '/admin/audit', as: 'admin' },
  { name: 'jobs', address: '/admin/jobs', as: 'admin' },
  { name: 'times', address: '/admin/times', as: 'admin' },
  // From here on there are labels.
  { name: 'labels-empty', address: '/admin/labels', as: 'newcomer' },
  { name: 'labelled-list', address: '/bugs', as: 'admin', prepare: label },
  { name: 'labels', address: '/admin/labels', as: 'admin', prepare: label },
  {
    name: 'label-create',
    address: '/admin/labels',
    as: 'admin',
    prepare: steps(label, click('Create label')),
  },
  { name: 'label-edit', address: '/admin/labels', as: 'admin', prepare: steps(label, labelMenu('Edit')) },
  { name: 'label-merge', address: '/admin/labels', as: 'admin', prepare: steps(label, labelMenu('Merge')) },
  { name: 'label-delete', address: '/admin/labels', as: 'admin', prepare: steps(label, labelMenu('Delete')) },
  { name: 'labelled-bug', address: '/bugs', as: 'admin', prepare: steps(label, openBug(3)) },
  {
    name: 'labelled-bug-edit',
    address: '/bugs',
    as: 'admin',
    prepare: steps(label, openBug(3), click('Edit')),
  },
  {
    name: 'label-creating',
    address: '/bugs',
    as: 'admin',
    prepare: steps(label, openBug(3), click(/^Labels: /), createLabel),
  },
  { name: 'palette', address: '/bugs', as: 'admin', prepare: press('ControlOrMeta+k') },
  { name: 'shortcuts', address: '/bugs', as: 'admin', prepare: press('?') },
  { name: 'not-found', address: '/nowhere', as: 'admin' },
  ...workScreens,
];
