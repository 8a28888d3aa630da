import type { Page } from '@playwright/test';
import { launchChromium } from '#lab/chromium.ts';
import { filedBug, seedDatabase, startServer } from '#lab/server.ts';

/** A browser for measuring what people wait for. */
export async function startBrowser() {
  const browser = await launchChromium();
  return {
    /** A signed-in page on a tracker with this many bugs and five of the user's own, and a function to close both. */
    async open(bugs: number): Promise<{ page: Page; close(): Promise<void> }> {
      const server = await startServer({ fill: (url) => seedDatabase(url, bugs), web: true });
      const token = await server.register();
      for (let i = 0; i < 5; i += 1) await server.file(token, { ...filedBug, title: `Mine ${i}` });
      const origins = [{ origin: server.url, localStorage: [{ name: 'token', value: token }] }];
      const context = await browser.newContext({
        baseURL: server.url,
        locale: 'en-GB',
        viewport: { width: 1280, height: 800 },
        storageState: { cookies: [], origins },
      });
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
 * Milliseconds from the click or key in `act` until the content of the selected element has changed and was painted:
 * until the frame after the one in which the change was found.
 */
export async function timed(page: Page, selector: string, act: () => Promise<void>): Promise<number> {
  // Installed before the input, which may arrive before later instructions to the page.
  await page.evaluate((found) => {
    const { promise, resolve } = Promise.withResolvers<number>();
    const text = () => [...document.querySelectorAll(found)].map((one) => one.textContent).join();
    function begin({ timeStamp: from }: Event): void {
      const before = text();
      const painted = () => setTimeout(() => resolve(performance.now() - from));
      const look = () =>
        text() === before || text() === '' ? requestAnimationFrame(look) : requestAnimationFrame(painted);
      look();
    }
    for (const type of ['click', 'keydown']) addEventListener(type, begin, { capture: true, once: true });
    Object.assign(globalThis, { measured: promise });
  }, selector);
  await act();
  return page.evaluate(() => (globalThis as unknown as { measured: Promise<number> }).measured);
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
