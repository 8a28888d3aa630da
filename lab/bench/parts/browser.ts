import type { BrowserContext, Page } from '@playwright/test';
import { launchChromium } from '#lab/chromium.ts';
import { filedBug, seedDatabase, startServer } from '#lab/server.ts';

/** Starts a browser that measures how long people wait. */
export async function startBrowser() {
  const browser = await launchChromium();

  /** A separate window of a user, signed in at this origin. */
  async function visit(origin: string, token: string): Promise<BrowserContext> {
    const origins = [{ origin, localStorage: [{ name: 'token', value: token }] }];
    return browser.newContext({
      baseURL: origin,
      locale: 'en-GB',
      viewport: { width: 1280, height: 800 },
      storageState: { cookies: [], origins },
    });
  }

  return {
    visit,
    /**
     * Opens a signed-in page on a tracker with this many bugs and five of the user's own. Also returns a function that
     * closes both.
     */
    async open(bugs: number): Promise<{ page: Page; close(): Promise<void> }> {
      const server = await startServer({ fill: (url) => seedDatabase(url, bugs), web: true });
      const token = await server.register();
      for (let i = 0; i < 5; i += 1) await server.file(token, { ...filedBug, title: `Mine ${i}` });
      const context = await visit(server.url, token);
      const page = await context.newPage();
      await page.goto('/');
      await page.getByRole('img', { name: 'Live' }).waitFor();
      return {
        page,
        async close() {
          await context.close();
          await server.stop();
        },
      };
    },
    stop: () => browser.close(),
  };
}

/**
 * A condition for what is visible: the selected element, with this text in it, or if no text is given, with a different
 * text than before.
 */
interface Sign {
  selector: string;
  text?: string;
}

/**
 * Milliseconds from the press of the button or key in `act` until all of these signs are painted, for each list of
 * them. The page itself checks in every frame, and takes the time in a task after the frame.
 */
export async function timed(
  page: Page,
  act: () => Promise<void>,
  ...moments: readonly (readonly Sign[])[]
): Promise<number[]> {
  // Installed before the input, which may arrive before later instructions to the page.
  await page.evaluate(watch, { moments, isLoad: false });
  await act();
  return taken(page);
}

/** Like `timed`, but measures from the start of loading the address in a new page. */
export async function timedLoad(
  page: Page,
  path: string,
  ...moments: readonly (readonly Sign[])[]
): Promise<number[]> {
  await page.addInitScript(watch, { moments, isLoad: true });
  await page.goto(path, { waitUntil: 'commit' });
  return taken(page);
}

async function taken(page: Page): Promise<number[]> {
  const times = page.evaluate(() => (globalThis as unknown as { taken: Promise<number[]> }).taken);
  const late = setTimeout(() => void page.close(), 30_000);
  return times.finally(() => clearTimeout(late));
}

/** Runs in the page. */
function watch({ moments, isLoad }: { moments: readonly (readonly Sign[])[]; isLoad: boolean }): void {
  const { promise, resolve } = Promise.withResolvers<number[]>();
  const texts = (selector: string) =>
    [...document.querySelectorAll(selector)]
      .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
      .map((one) => one.textContent);
  function begin(from: number): void {
    const before = new Map(moments.flat().map(({ selector }) => [selector, texts(selector).join()]));
    const times: number[] = [];
    const isSeen = ({ selector, text }: Sign) => {
      const now = texts(selector);
      if (text !== undefined) return now.some((one) => one.includes(text));
      return now.join() !== '' && now.join() !== before.get(selector);
    };
    function look(): void {
      const seen = moments.map((signs, i) => times[i] !== undefined || signs.every(isSeen));
      setTimeout(() => {
        const painted = performance.now() - from;
        for (const [i, is] of seen.entries()) if (is) times[i] ??= painted;
        if (seen.every(Boolean)) resolve(times);
      });
      if (!seen.every(Boolean)) requestAnimationFrame(look);
    }
    look();
  }
  Object.assign(globalThis, { taken: promise });
  if (isLoad) return begin(0);
  const started = new AbortController();
  const options = { capture: true, signal: started.signal };
  for (const type of ['pointerdown', 'keydown'])
    addEventListener(
      type,
      ({ timeStamp }) => {
        started.abort();
        begin(timeStamp);
      },
      options,
    );
}

/** The longest task of the page during this many seconds of scrolling, in milliseconds; 0 if none is longer than 50. */
export async function longestTask(page: Page, seconds: number): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    const note = (list: PerformanceObserverEntryList) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    new PerformanceObserver(note).observe({ type: 'longtask' });
  });
  await page.mouse.move(600, 500);
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end) {
    await page.mouse.wheel(0, 1_500);
    await page.waitForTimeout(50);
  }
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks));
}
