// What one waits for in the browser, from the key or the click to the picture of what came of it: `node bench/web.ts`. Needs
// the built web (`npm run build`) and a Chromium, /usr/bin/chromium or what CHROMIUM_PATH names.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Page, chromium } from '@playwright/test';
import { median, percentile } from './load.ts';
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
 * Milliseconds from the next click or key until a text, or none of it, is within the elements and that has been painted:
 * the frame after the one in which it was found. The first rows of a table are `tbody tr`.
 */
async function timed(
  page: Page,
  seen: { selector: string; text?: string; without?: string },
  act: () => Promise<void>,
): Promise<number> {
  const measured = page.evaluate(
    async ({ selector, text, without }) =>
      new Promise<number>((resolve) => {
        let began: number | undefined;
        const begin = (event: Event) => (began ??= event.timeStamp);
        for (const type of ['click', 'keydown']) addEventListener(type, begin, { capture: true, once: true });
        const isThere = () => {
          const found = [...document.querySelectorAll(selector)].map((element) => element.textContent ?? '');
          const has = found.length > 0 && (text === undefined || found.some((one) => one.includes(text)));
          return has && (without === undefined || !found.some((one) => one.includes(without)));
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
function tell(what: string, times: number[], goal: string, share = 0.5): void {
  const sorted = times.toSorted((a, b) => a - b);
  const figure = share === 0.5 ? median(sorted) : percentile(sorted, share);
  process.stderr.write(`${what}: ${figure.toFixed(0)} ms\n`);
  lines.push(row(what, `${figure.toFixed(0)} ms`, goal));
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const rows = { selector: 'tbody tr' };
const tiles = { selector: 'main', text: 'Total Bugs' };

const large = await open(100_000);
const first: number[] = [];
for (let i = 0; i < rounds; i += 1) {
  await large.page.goto('/');
  await large.page.getByText('Total Bugs').waitFor();
  first.push(await timed(large.page, rows, () => link(large.page, 'Bugs').click()));
}
tell('100,000 bugs: first rows after a click on Bugs', first, '300 ms');

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
lines.push(
  row(
    '100,000 bugs: longest task while scrolling for 15 s',
    `${(await longestTask(large.page, 15)).toFixed(0)} ms`,
    '50 ms',
  ),
);
await large.close();

const { page, close } = await open(10_000);
await link(page, 'Bugs').click();
await page.locator('tbody tr').first().waitFor();
const keys: number[] = [];
const search = page
  .getByRole('searchbox')
  .or(page.getByRole('textbox', { name: 'Search' }))
  .first();
for (let i = 0; i < rounds; i += 1) {
  await search.click();
  // What is typed is in some of the loaded titles, and what goes is not.
  keys.push(await timed(page, { selector: 'main', without: 'Mine 0' }, () => page.keyboard.press('z')));
  await search.fill('');
  await page.getByText('Mine 0').first().waitFor();
}
tell('10,000 bugs: a key in the search box, to what came of it, p95', keys, '50 ms', 0.95);

const [toBug, toList, toDashboard]: number[][] = [[], [], []];
for (let i = 0; i < rounds; i += 1) {
  const title = page.getByRole('link', { name: `Mine ${i % 5}`, exact: true }).first();
  await title.hover();
  toBug?.push(await timed(page, { selector: 'h1', text: `Mine ${i % 5}` }, () => title.click()));
  toList?.push(await timed(page, rows, () => link(page, 'Bugs').click()));
  await page.getByRole('link', { name: 'Katydid' }).first().hover();
  toDashboard?.push(
    await timed(page, tiles, () => page.getByRole('link', { name: 'Katydid' }).first().click()),
  );
  await link(page, 'Bugs').click();
  await page.locator('tbody tr').first().waitFor();
}
tell('to a bug', toBug ?? [], '100 ms');
tell('back to the list', toList ?? [], '100 ms');
tell('to the dashboard', toDashboard ?? [], '100 ms');

const status: number[] = [];
await page.getByRole('link', { name: 'Mine 0', exact: true }).first().click();
for (let i = 0; i < rounds; i += 1) {
  const [from, to] = i % 2 === 0 ? ['Open', 'Resolved'] : ['Resolved', 'Open'];
  await page.getByRole('button', { name: `Status: ${from}, change` }).click();
  const item = page.getByRole('menuitemradio', { name: to, exact: true });
  status.push(await timed(page, { selector: `[aria-label="Status: ${to}, change"]` }, () => item.click()));
  await page.getByText('is now').waitFor();
}
tell('a status set in place', status, '50 ms');

const filters: number[] = [];
await link(page, 'Bugs').click();
for (let i = 0; i < rounds; i += 1) {
  await page.getByRole('combobox', { name: 'Status' }).click();
  const item = page.getByRole('option', { name: i % 2 === 0 ? 'Resolved' : 'All', exact: true });
  const seen =
    i % 2 === 0 ? { selector: 'tbody', without: 'In Progress' } : { selector: 'tbody', text: 'In Progress' };
  filters.push(await timed(page, seen, () => item.click()));
}
tell('a filter changed', filters, '50 ms');

await close();
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
