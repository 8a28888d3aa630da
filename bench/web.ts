// What one waits for in the browser, from the key or the click to the picture of what came of it: `node bench/web.ts`. Needs
// the built web (`npm run build`) and a Chromium, /usr/bin/chromium or what CHROMIUM_PATH names.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, chromium } from '@playwright/test';
import { median } from './load.ts';
import { report, row, today } from './report.ts';
import { startServer } from './server.ts';

const rounds = 9;
const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
const executablePath = process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium';
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** A signed-in page on a tracker with so many bugs, and the way to end both. */
async function open(bugs: number): Promise<{ page: Page; close(): Promise<void> }> {
  const databaseUrl = `file:${join(folder, `${bugs}.db`)}`;
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl };
  const args = ['server/cli.ts', 'seed', '--bugs', String(bugs), '--users', '50'];
  spawnSync(process.execPath, args, { cwd: join(import.meta.dirname, '..'), env, stdio: 'inherit' });
  const server = await startServer({ databaseUrl, web: true });
  const person = { name: 'Bench', email: 'bench@example.com', password: 'green under grey stones' };
  const { token } = await server.send<{ token: string }>('POST', '/api/users/register', { body: person });
  for (let i = 0; i < 5; i += 1) {
    const body = { title: `Mine ${i}`, description: 'To be changed', status: 'open', priority: 'low' };
    await server.send('POST', '/api/bugs', { token, body });
  }
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
}

/**
 * Milliseconds from the next click or key until the elements are there, with a text, and that has been painted:
 * the frame after the one in which it was found. The first rows of a table are `tbody tr`.
 */
async function timed(
  page: Page,
  seen: { selector: string; text?: string },
  act: () => Promise<void>,
): Promise<number> {
  const measured = page.evaluate(
    async ({ selector, text }) =>
      new Promise<number>((resolve) => {
        let began: number | undefined;
        const begin = (event: Event) => (began ??= event.timeStamp);
        for (const type of ['click', 'keydown']) addEventListener(type, begin, { capture: true, once: true });
        const isThere = () => {
          const found = [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '');
          return found.length > 0 && (text === undefined || found.some((one) => one.includes(text)));
        };
        const look = () => {
          if (began === undefined || !isThere()) return requestAnimationFrame(look);
          const from = began;
          return requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - from)));
        };
        look();
      }),
    seen,
  );
  await act();
  return measured;
}

const lines: string[] = [];
function tell(what: string, milliseconds: number, goal: string): void {
  lines.push(row(what, `${milliseconds.toFixed(0)} ms`, goal));
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const rows = { selector: 'tbody tr' };

const large = await open(100_000);
const first: number[] = [];
for (let i = 0; i < rounds; i += 1) {
  await large.page.goto('/');
  await large.page.getByText('Total Bugs').waitFor();
  first.push(await timed(large.page, rows, () => link(large.page, 'Bugs').click()));
}
tell('100,000 bugs: first rows after a click on Bugs', median(first), '300 ms');

/** The longest task while one scrolls, in milliseconds. */
async function longestTask(page: Page, seconds: number): Promise<number> {
  await page.evaluate(() => {
    const tasks: number[] = [];
    Object.assign(globalThis, { tasks });
    new PerformanceObserver((list) =>
      tasks.push(...list.getEntries().map(({ duration }) => duration)),
    ).observe({
      type: 'longtask',
    });
  });
  await page.mouse.move(600, 500);
  const end = Date.now() + seconds * 1_000;
  while (Date.now() < end) {
    await page.mouse.wheel(0, 1_500);
    await page.waitForTimeout(50);
  }
  return page.evaluate(() => Math.max(0, ...(globalThis as unknown as { tasks: number[] }).tasks));
}
tell('100,000 bugs: longest task while scrolling for 15 s', await longestTask(large.page, 15), '50 ms');
await large.close();

await browser.close();
await rm(folder, { recursive: true });
await report(
  'In the browser (`node bench/web.ts`)',
  `From the click or key to the painted result, the time that the browser takes between two frames (up to 17 ms) included; medians of
${rounds} where nothing else is said; Chromium without a graphics card, ${today}.

${row('what', 'measured', 'goal: at most')}
| --- | --- | --- |
${lines.join('\n')}`,
);
