import { type BrowserContext, expect, type Page, test as base } from '@playwright/test';
import { collectFaults } from './faults.ts';
import { SpecificationServer, type StoredUser } from './specification-server.ts';

interface Fixtures {
  server: SpecificationServer;
  ada: StoredUser;
  bob: StoredUser;
  /** Opens a page in a browser of its own, with a saved token. */
  open: (address: string, as?: StoredUser) => Promise<Page>;
}

/** Tests on a back end that has the specification alone. No page calls anything else, but to find out whether there is more. */
export const test = base.extend<Fixtures>({
  server: async ({ browserName: _ }, use) => {
    const server = await SpecificationServer.launch();
    await use(server);
    await server.close();
  },
  ada: async ({ server }, use) => use(server.addUser('Ada')),
  bob: async ({ server }, use) => use(server.addUser('Bob')),
  open: async ({ browser, server }, use) => {
    const faults: string[] = [];
    const contexts: BrowserContext[] = [];
    await use(async (address, user) => {
      const localStorage = user ? [{ name: 'token', value: user.token }] : [];
      const context = await browser.newContext({
        baseURL: server.url,
        reducedMotion: 'reduce',
        storageState: { cookies: [], origins: [{ origin: server.url, localStorage }] },
      });
      contexts.push(context);
      await collectFaults(context, [server.url], faults);
      const page = await context.newPage();
      await page.goto(address);
      return page;
    });
    await Promise.all(contexts.map((context) => context.close()));
    // Answers that the tests set.
    expect(faults.filter((fault) => !fault.startsWith('500: '))).toEqual([]);
    const asked = server.unspecified.filter((call) => !call.startsWith('GET /api/users/registration'));
    expect(asked, 'calls that the specification does not have').toEqual([]);
  },
});

export { expect };
