// The time in the browser from a key or click to the picture of its result: `node lab/bench/web.ts`. Needs
// the built web (`npm run build`) and the browser of the browser tests.
import type { Page } from '@playwright/test';
import { median, percentile, table } from '#lab/figures.ts';
import { longestTask, startBrowser, timed } from './parts/browser.ts';
import { report } from './parts/report.ts';

const rounds = 9;
const keys = 60;
const lines: string[][] = [];
function note(what: string, milliseconds: number, goal: string): void {
  lines.push([what, `${milliseconds.toFixed(0)} ms`, goal]);
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const rows = 'tbody tr[aria-rowindex]';
const tiles = 'main dd';
const toHome = (page: Page) => link(page, 'Katydid').click();
const toList = (page: Page) => link(page, 'Bugs').click();
const browser = await startBrowser();

const large = await browser.open(100_000);
const first: number[] = [];
for (let i = 0; i < rounds; i += 1) {
  await large.page.goto('/');
  await large.page.locator(tiles).first().waitFor();
  first.push(await timed(large.page, rows, () => toList(large.page)));
}
note('100,000 bugs: first rows after a click on Bugs', median(first), '300 ms');
note('100,000 bugs: longest task while scrolling for 15 s', await longestTask(large.page, 15), '50 ms');
await large.close();

const { page, close } = await browser.open(10_000);
const [toBug, toListAgain, toDashboard]: [number[], number[], number[]] = [[], [], []];
for (let i = 0; i < rounds; i += 1) {
  await toList(page);
  const title = link(page, `Mine ${i % 5}`);
  await title.hover();
  toBug.push(await timed(page, 'h1', () => title.click()));
  toListAgain.push(await timed(page, rows, () => link(page, 'Back to the list').click()));
  toDashboard.push(await timed(page, tiles, () => toHome(page)));
}
note('to a bug from the list', median(toBug), '100 ms');
note('back to the list', median(toListAgain), '100 ms');
note('to the dashboard', median(toDashboard), '100 ms');

await toList(page);
const filters: number[] = [];
for (let i = 0; i < rounds; i += 1) {
  await page.getByRole('combobox', { name: 'Status' }).click();
  const item = page.getByRole('option', { name: i % 2 === 0 ? 'Resolved' : 'All', exact: true });
  filters.push(await timed(page, rows, () => item.click()));
}
note('a filter changed', median(filters), '50 ms');
await page.goto('/bugs');

await link(page, 'Mine 0').click();
const status: number[] = [];
for (let i = 0; i < rounds; i += 1) {
  await page.getByRole('button', { name: /^Status: / }).click();
  const item = page.getByRole('menuitemradio', { name: i % 2 === 0 ? 'Resolved' : 'Open', exact: true });
  status.push(await timed(page, '[aria-label^="Status: "]', () => item.click()));
}
note('a status set in place', median(status), '50 ms');

await toList(page);
const rowsOf = page.getByRole('table');
while (Number(await rowsOf.getAttribute('aria-rowcount')) < 10_000) {
  await page.mouse.wheel(0, 100_000);
  await page.waitForTimeout(20);
}
const search = page.getByRole('searchbox', { name: 'Search' });
await search.click();
const typed: number[] = [];
for (let i = 0; i < keys; i += 1) {
  const key = i % 2 === 0 ? (['e', 'p', 'z'][(i / 2) % 3] ?? 'e') : 'Backspace';
  typed.push(await timed(page, 'main [role="status"]', () => page.keyboard.press(key)));
}
note('10,000 bugs loaded: a key in the search box, p95', percentile(typed, 0.95), '50 ms');
await close();

await report(
  'In the browser (`node lab/bench/web.ts`)',
  `From the click or key to the painted result, the time that the browser takes between two frames (up to 17 ms) included; medians of
${rounds} where nothing else is said; Chromium without a graphics card.

${table(['what', 'measured', 'goal: at most'], lines)}`,
);
// After the report: once the browser has ended, its pages' processes would count as other programs.
await browser.stop();
