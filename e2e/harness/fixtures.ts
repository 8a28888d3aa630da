import { type BrowserContextOptions, expect, type Page, test as base } from '@playwright/test';
import { Person } from './person.ts';
import { Tabs } from './tabs.ts';
import { TestServer } from './test-server.ts';

interface Visit extends BrowserContextOptions {
  /** The signed-in user of the browser, if any. */
  as?: Person;
  /** Whether the live stream is available; without it the page only sees what its own calls return. */
  live?: boolean;
  /** The origin of the pages, if it is not the server's. */
  web?: string;
  /** Whether the application starts anew, as after a reload, instead of in a tab where another test has loaded it. */
  fresh?: boolean;
}

interface TestFixtures {
  /** Empties the worker's server before and after the test: `test.use({ ownServer: true })`. */
  ownServer: boolean;
  server: TestServer;
  register: (overrides?: { name?: string; email?: string }) => Promise<Person>;
  /** Two independent users. */
  ada: Person;
  bob: Person;
  admin: Person;
  /** Opens a page of the application in a loaded tab, or a new one, signed in without the sign-in screen. */
  open: (path: string, visit?: Visit) => Promise<Page>;
}

interface WorkerFixtures {
  sharedServer: TestServer;
  tabs: Tabs;
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
  tabs: [
    async ({ browser }, use) => {
      const tabs = new Tabs(browser);
      await use(tabs);
      await tabs.dispose();
    },
    { scope: 'worker' },
  ],
  ownServer: [false, { option: true }],
  server: async ({ ownServer, sharedServer }, use) => {
    if (ownServer) await sharedServer.renew();
    await use(sharedServer);
    if (ownServer) await sharedServer.renew();
  },
  register: async ({ server }, use) => use((overrides) => Person.register(server, overrides)),
  ada: async ({ register }, use) => use(await register()),
  bob: async ({ register }, use) => use(await register()),
  admin: async ({ register, server }, use) => {
    const admin = await register();
    await server.setRole(admin, 'admin');
    await use(admin);
  },
  open: async ({ tabs, server }, use, testInfo) => {
    await use(async (path, { live = true, web = server.url, fresh = false, ...visit } = {}) => {
      // A loaded application would not ask the server again which additions it offers.
      const asksAgain = fresh || server.isConfigured;
      return tabs.open(path, { ...visit, fresh: asksAgain, live, server: server.url, origin: web });
    });
    const isPassed = testInfo.status === testInfo.expectedStatus;
    const faults = await tabs.endTest({ areReusable: isPassed && !server.isConfigured });
    expect(faults, 'faults of the pages').toEqual([]);
  },
});

export { expect };
