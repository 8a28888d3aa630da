import type { Browser, BrowserContext, BrowserContextOptions, Page, Route } from '@playwright/test';
import { collectFaults } from './faults.ts';

/** An address without a page, where the application stays signed out between tests. */
const rest = '/between-tests';

interface Opening extends BrowserContextOptions {
  /** Who is signed in. */
  as?: { readonly token: string } | undefined;
  fresh: boolean;
  live: boolean;
  /** The address of the API. */
  server: string;
  /** The origin of the pages, which is mostly that of the API. */
  origin: string;
}

interface Tab {
  readonly key: string;
  readonly context: BrowserContext;
  readonly page: Page;
  /** Resolves once the page's routes have taken effect. */
  readonly intercepted: () => Promise<void>;
  /** The faults in its pages during the present test. */
  readonly faults: string[];
  /** The media settings with which it began; a test may emulate others. */
  readonly media: Pick<BrowserContextOptions, 'colorScheme' | 'reducedMotion'>;
  /** Whether the next test may reuse it: nothing lasting has been changed. */
  isReusable: boolean;
}

/**
 * The browser tabs of a worker. Starting the application takes most of the time of a test, so tests reuse a tab in
 * which it is loaded: each signs in as a user of its own, like another person at the same computer. A tab with lasting
 * changes (the clock, scripts that run first, functions of the browser) is closed after its test.
 */
export class Tabs {
  readonly #browser: Browser;
  #idle: Tab[] = [];
  #used: Tab[] = [];

  constructor(browser: Browser) {
    this.#browser = browser;
  }

  /** Opens a path of the application, signed in without the sign-in screen. */
  async open(path: string, { as: person, fresh, live, server, origin, ...options }: Opening): Promise<Page> {
    const { viewport = { width: 1280, height: 720 }, ...lasting } = options;
    const key = JSON.stringify([origin, lasting]);
    const isLoaded = !fresh && path.startsWith('/');
    const found = isLoaded ? this.#idle.find((tab) => tab.key === key) : undefined;
    if (!found) return this.#launch(key, path, { as: person, live, server, origin, ...lasting, viewport });
    this.#idle = this.#idle.filter((tab) => tab !== found);
    this.#used.push(found);
    const { page } = found;
    await page.setViewportSize(viewport ?? { width: 1280, height: 720 });
    if (!live) {
      await page.context().route('**/api/live*', refuse);
      await found.intercepted();
    }
    await page.evaluate(
      ([token, address]) => {
        if (token !== undefined) localStorage.setItem('token', token);
        dispatchEvent(new StorageEvent('storage', { key: 'token' }));
        // The key by which the router restores the scroll position: a new one, so that no earlier test's is restored.
        history.pushState({ __TSR_key: crypto.randomUUID() }, '', address);
      },
      [person?.token, path] as const,
    );
    return page;
  }

  async #launch(
    key: string,
    path: string,
    { as: person, live, server, origin, ...options }: Omit<Opening, 'fresh'>,
  ): Promise<Page> {
    const localStorage = person ? [{ name: 'token', value: person.token }] : [];
    const context = await this.#browser.newContext({
      baseURL: origin,
      reducedMotion: 'reduce',
      storageState: { cookies: [], origins: [{ origin, localStorage }] },
      ...options,
    });
    // The headless shell blocks notifications, but Chromium asks. This makes the pages the same in both.
    await context.addInitScript(() =>
      Object.defineProperty(Notification, 'permission', { configurable: true, get: () => 'default' }),
    );
    const faults: string[] = [];
    await collectFaults(context, [...new Set([server, origin])], faults);
    const page = await context.newPage();
    const intercepted = awaitRoutes(page);
    context.on('page', awaitRoutes);
    const { colorScheme = 'light', reducedMotion = 'reduce' } = options;
    const media = { colorScheme, reducedMotion };
    const tab: Tab = { key, context, page, intercepted, faults, media, isReusable: true };
    this.#used.push(tab);
    const spoil = () => (tab.isReusable = false);
    spoils(
      spoil,
      context,
      'addInitScript',
      'exposeBinding',
      'exposeFunction',
      'grantPermissions',
      'newCDPSession',
      'setOffline',
    );
    spoils(spoil, page, 'addInitScript', 'exposeBinding', 'exposeFunction');
    spoils(spoil, context.clock, 'install', 'pauseAt', 'setFixedTime', 'setSystemTime');
    if (!live) await page.context().route('**/api/live*', refuse);
    await page.goto(path);
    return page;
  }

  /** Ends the test: makes its tabs ready for the next, or closes them. Returns the faults of its pages. */
  async endTest({ areReusable }: { areReusable: boolean }): Promise<string[]> {
    const used = this.#used;
    this.#used = [];
    await Promise.all(
      used.map(async (tab) => {
        if (areReusable && tab.isReusable && (await isMadeReady(tab))) this.#idle.push(tab);
        else await tab.context.close();
      }),
    );
    // Includes faults that occurred while the page was left and its user signed out.
    return used.flatMap((tab) => tab.faults.splice(0));
  }

  /** Closes all tabs. */
  async dispose(): Promise<void> {
    await Promise.all(this.#idle.map(({ context }) => context.close()));
  }
}

/** Signs out, and clears everything that the browser stores. Returns false if that leaves anything behind. */
async function isMadeReady({ context, page, media }: Tab): Promise<boolean> {
  try {
    const others = context.pages().filter((other) => other !== page);
    await Promise.all(others.map((other) => other.close()));
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    page.removeAllListeners();
    await context.clearCookies();
    await page.emulateMedia({ media: null, forcedColors: null, contrast: null, ...media });
    const isReady = await page.evaluate(async (address) => {
      history.pushState({}, '', address);
      for (let turn = 0; document.querySelector('main')?.textContent.includes(address) !== true; turn += 1) {
        if (turn === 200) return false;
        await new Promise((resolve) => setTimeout(resolve, 10));
      }
      // A test may have replaced functions of the browser.
      const own = [setTimeout, fetch, Notification, localStorage.setItem].every((each) =>
        String(each).includes('[native code]'),
      );
      // A style sheet that could not be loaded, as from a stopped server, is missing until a reload.
      const isStyled = [...document.styleSheets].every((sheet) => {
        try {
          return sheet.cssRules.length > 0;
        } catch {
          return false;
        }
      });
      if (!own || !isStyled || document.hidden || Object.getOwnPropertyNames(navigator).length > 0)
        return false;
      localStorage.clear();
      sessionStorage.clear();
      dispatchEvent(new StorageEvent('storage', { key: null }));
      await new Promise((resolve) => setTimeout(resolve));
      if (location.pathname !== address) return false;
      scrollTo(0, 0);
      return document.querySelector('[role="alert"], [role="dialog"], [role="status"]:not(:empty)') === null;
    }, rest);
    await page.mouse.move(0, 0);
    return isReady;
  } catch {
    return false;
  }
}

/**
 * Makes `page.route` resolve once the route has taken effect: in Chromium, a fifth of the requests that a loaded page sent
 * right after its first route was set were not intercepted. Returns a function that resolves once they are.
 */
function awaitRoutes(page: Page): () => Promise<void> {
  const route = page.route.bind(page);
  const probe = '/intercepted';
  async function intercepted() {
    // Pages opened later begin with their requests intercepted.
    if (!page.url().startsWith('http')) return;
    const answer = (probed: Route) => probed.fulfill({ status: 204 });
    await route(`**${probe}`, answer);
    const isAnswered = () =>
      page.evaluate(async (path) => {
        const response = await fetch(path).catch(() => undefined);
        return response?.status === 204;
      }, probe);
    while (!(await isAnswered()));
    await page.unroute(`**${probe}`, answer);
  }
  page.route = async (...given) => {
    const set = await route(...given);
    await intercepted();
    return set;
  };
  return intercepted;
}

function spoils<T extends object>(spoil: () => void, target: T, ...methods: (keyof T & string)[]): void {
  for (const method of methods) {
    const original = target[method] as (...args: unknown[]) => unknown;
    Object.assign(target, {
      [method]: (...args: unknown[]) => {
        spoil();
        return original.apply(target, args);
      },
    });
  }
}

/** Refuses a request, unless Playwright has already continued it, as when a route of the page ends at that moment. */
async function refuse(route: Route): Promise<void> {
  await route.abort('connectionfailed').catch((error: unknown) => {
    if (!String(error).includes('Route is already handled')) throw error;
  });
}
