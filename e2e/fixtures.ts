import {
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
  test as base,
} from '@playwright/test';
import { listenForFaults } from './faults.ts';
import { Person } from './person.ts';
import { TestServer } from './test-server.ts';

interface Visit extends BrowserContextOptions {
  /** Whose session the browser has; nobody's without. */
  as?: Person;
  /** Without the live stream the page learns of nothing but by its own calls. */
  live?: boolean;
  /** The origin that the pages come from, where that is not the server. */
  web?: string;
}

interface TestFixtures {
  /** Gives the test a server and a database of its own: `test.use({ ownServer: true })`. */
  ownServer: boolean;
  server: TestServer;
  register: (overrides?: { name?: string; email?: string }) => Promise<Person>;
  /** Two users who know nothing of each other. */
  ada: Person;
  bob: Person;
  admin: Person;
  /** Opens a page of the application in a browser of its own, signed in without the sign-in screen. */
  open: (path: string, visit?: Visit) => Promise<Page>;
}

interface WorkerFixtures {
  sharedServer: TestServer;
}

/** Every page opened fails its test on what `listenForFaults` finds. */
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
    await server.katydid('admin', 'grant', admin.email);
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
      await listenForFaults(context, [server.url, web], faults);
      if (!live) await context.route('**/api/live*', (route) => route.abort('connectionfailed'));
      const page = await context.newPage();
      await page.goto(path);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    expect(faults, 'what the pages complained of').toEqual([]);
  },
});

export { expect };
