import { expect, type Page, test as base } from '@playwright/test';
import { SpecificationServer, type StoredUser } from './specification-server.ts';
import { Tabs } from './tabs.ts';

interface Visit {
  width?: number;
  /** Whether the application starts anew, as after a reload, instead of in a tab where another test has loaded it. */
  fresh?: boolean;
}

interface Fixtures {
  server: SpecificationServer;
  ada: StoredUser;
  bob: StoredUser;
  /** Opens a page in a loaded tab, or a new one, with a saved token. */
  open: (address: string, as?: StoredUser, visit?: Visit) => Promise<Page>;
}

interface WorkerFixtures {
  specificationServer: SpecificationServer;
  specificationTabs: Tabs;
}

/**
 * Tests on a back end that implements only the specification. Pages make no calls beyond it, except to find out whether
 * the back end offers more.
 */
export const test = base.extend<Fixtures, WorkerFixtures>({
  specificationServer: [
    async ({ browserName: _ }, use) => {
      const server = await SpecificationServer.launch();
      await use(server);
      await server.close();
    },
    { scope: 'worker' },
  ],
  specificationTabs: [
    async ({ browser }, use) => {
      const tabs = new Tabs(browser);
      await use(tabs);
      await tabs.dispose();
    },
    { scope: 'worker' },
  ],
  server: async ({ specificationServer }, use) => {
    specificationServer.reset();
    await use(specificationServer);
  },
  ada: async ({ server }, use) => use(server.addUser('Ada')),
  bob: async ({ server }, use) => use(server.addUser('Bob')),
  open: async ({ specificationTabs, server }, use, testInfo) => {
    const { url } = server;
    await use(async (address, user, { width = 1280, fresh = false } = {}) =>
      specificationTabs.open(address, {
        ...(user && { as: user }),
        fresh,
        live: true,
        server: url,
        origin: url,
        viewport: { width, height: 900 },
      }),
    );
    // Before the tabs are made ready, because their sign-out is not part of the test.
    const asked = server.unspecified.filter((call) => !call.startsWith('GET /api/users/registration'));
    const faults = await specificationTabs.endTest({
      areReusable: testInfo.status === testInfo.expectedStatus,
    });
    // Ignores answers with status 500, which the tests set.
    expect(faults.filter((fault) => !fault.startsWith('500: '))).toEqual([]);
    expect(asked, 'calls that the specification does not have').toEqual([]);
  },
});

export { expect };
