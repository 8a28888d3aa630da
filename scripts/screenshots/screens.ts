import type { Page } from '@playwright/test';

/** A screen in one of its states. */
export interface Screen {
  name: string;
  address: string;
  /** The viewer: the admin of a full tracker, a user of an empty one, or an anonymous visitor. */
  as: 'admin' | 'newcomer' | 'anonymous';
  /** The application's language, where it is not English. */
  language?: 'de';
  /** Brings it into its state. */
  prepare?: (page: Page) => Promise<void>;
}

const press = (key: string) => async (page: Page) => {
  await page.locator('h1').waitFor();
  await page.keyboard.press(key);
};
const click =
  (name: string | RegExp, role: 'button' | 'link' = 'button') =>
  async (page: Page) =>
    page.getByRole(role, { name }).first().click();
/** Answers of the API fail, as where the server has a fault. */
const fail = async (page: Page) => {
  await page.route('**/api/bugs**', (route) =>
    route.fulfill({ status: 500, json: { message: 'Something went wrong', code: 'internal' } }),
  );
  await page.reload();
};
/** Answers of the API take for ever. */
const hang = async (page: Page) => {
  await page.route('**/api/bugs**', () => {});
  await page.reload({ waitUntil: 'commit' });
};
/** Nothing of the server is reached. */
const cutOff = async (page: Page) => {
  await page.locator('h1').waitFor();
  await page.context().setOffline(true);
};
const openFirst = async (page: Page) => {
  await page.getByRole('table').getByRole('link').first().click();
  await page.getByRole('button', { name: 'Edit', exact: true }).waitFor();
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
  { name: 'list-no-match', address: '/bugs?search=zzqq', as: 'admin' },
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
  { name: 'bug', address: '/bugs', as: 'admin', prepare: openFirst },
  {
    name: 'bug-edit',
    address: '/bugs',
    as: 'admin',
    async prepare(page) {
      await openFirst(page);
      await page.getByRole('button', { name: 'Edit', exact: true }).click();
    },
  },
  {
    name: 'bug-delete',
    address: '/bugs',
    as: 'admin',
    async prepare(page) {
      await openFirst(page);
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'bug-not-found', address: '/bugs/01a00000-0000-7000-8000-000000000000', as: 'admin' },
  { name: 'profile', address: '/profile', as: 'admin' },
  { name: 'users', address: '/admin/users', as: 'admin' },
  { name: 'audit', address: '/admin/audit', as: 'admin' },
  { name: 'jobs', address: '/admin/jobs', as: 'admin' },
  { name: 'times', address: '/admin/times', as: 'admin' },
  { name: 'palette', address: '/bugs', as: 'admin', prepare: press('ControlOrMeta+k') },
  { name: 'shortcuts', address: '/bugs', as: 'admin', prepare: press('?') },
  { name: 'not-found', address: '/nowhere', as: 'admin' },
];
