import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  type Route,
  test as base,
} from '@playwright/test';
import { collectFaults } from './faults.ts';
import { Person } from './person.ts';
import { TestServer } from './test-server.ts';

interface Visit extends BrowserContextOptions {
  /** The signed-in user of the browser, if any. */
  as?: Person;
  /** Whether the live stream is available; without it the page only sees what its own calls return. */
  live?: boolean;
  /** The origin of the pages, if it is not the server's. */
  web?: string;
}

interface TestFixtures {
  /** Starts a server with its own database for the test: `test.use({ ownServer: true })`. */
  ownServer: boolean;
  server: TestServer;
  register: (overrides?: { name?: string; email?: string }) => Promise<Person>;
  /** Two independent users. */
  ada: Person;
  bob: Person;
  admin: Person;
  /** Opens a page of the application in a new browser context, signed in without the sign-in screen. */
  open: (path: string, visit?: Visit) => Promise<Page>;
}

interface WorkerFixtures {
  sharedServer: TestServer;
}

/** Refuses a request, unless Playwright has let it go on, as it does where a route of the page ends at that moment. */
async function refuse(route: Route): Promise<void> {
  await route.abort('connectionfailed').catch((error: unknown) => {
    if (!String(error).includes('Route is already handled')) throw error;
  });
}

/** Fails a test if `collectFaults` finds a fault in any page that it opened. */
export const test = base.extend<TestFixtures, WorkerFixtures>({
  sharedServer: [
    async ({ browserName: _ }, use) => {
      const server = await TestServer.launch();
      await use(server);
      await server.dispose();
    },
    { scope: 'worker' },
  ],
  ownServer: [false, { option: true }],
  server: async ({ ownServer, sharedServer }, use) => {
    if (!ownServer) return use(sharedServer);
    const server = await TestServer.launch();
    await use(server);
    await server.dispose();
  },
  register: async ({ server }, use) => use((overrides) => Person.register(server, overrides)),
  ada: async ({ register }, use) => use(await register()),
  bob: async ({ register }, use) => use(await register()),
  admin: async ({ register, server }, use) => {
    const admin = await register();
    await server.setRole(admin, 'admin');
    await use(admin);
  },
  open: async ({ browser, server }, use) => {
    const faults: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (path, { as: person, live = true, web = server.url, ...options } = {}) => {
      const localStorage = person ? [{ name: 'token', value: person.token }] : [];
      const context = await browser.newContext({
        baseURL: web,
        reducedMotion: 'reduce',
        storageState: { cookies: [], origins: [{ origin: web, localStorage }] },
        ...options,
      });
      contexts.push(context);
      // The headless shell blocks notifications, Chromium asks: the pages are the same in both.
      await context.addInitScript(() =>
        Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' }),
      );
      await collectFaults(context, [server.url, web], faults);
      if (!live) await context.route('**/api/live*', refuse);
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(faults, 'faults of the pages').toEqual([]);
  },
});

export { expect };
