// Measures the time in the browser itself, in addition to what feel.ts measures on a slow line: large lists, and
// changes shown before they are stored. `node lab/bench/web.ts`. Needs the built web (`npm run build`) and the browser
// of the browser tests.
import type { Page } from '@playwright/test';
import { median, percentile } from '#lab/figures.ts';
import { longestTask, startBrowser, timed } from './parts/browser.ts';
import { report } from './parts/report.ts';

const rounds = 9;
const keys = 60;
const lines: string[][] = [];
function note(what: string, milliseconds: number, goal: string): void {
  lines.push([what, `${milliseconds.toFixed(0)} ms`, goal]);
}

const link = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();
const toList = (page: Page) => link(page, 'Bugs').click();
const browser = await startBrowser();

const large = await browser.open(100_000);
const first: number[] = [];
for (let i = 0; i < rounds; i += 1) {
  await large.page.goto('/');
  await large.page.locator('main dd').first().waitFor();
  first.push(
    ...(await timed(large.page, () => toList(large.page), [{ selector: 'tbody tr[aria-rowindex] a' }])),
  );
}
note('100,000 bugs: first rows after a click on Bugs', median(first), '300 ms');
note('100,000 bugs: longest task while scrolling for 15 s', await longestTask(large.page, 15), '50 ms');
await large.close();

const { page, close } = await browser.open(10_000);
await toList(page);
await link(page, 'Mine 0').click();
const status: number[] = [];
for (let i = 0; i < rounds; i += 1) {
  await page.getByRole('button', { name: /^Status: / }).click();
  const text = i % 2 === 0 ? 'Resolved' : 'Open';
  const item = page.getByRole('menuitemradio', { name: text, exact: true });
  await item.waitFor();
  status.push(...(await timed(page, () => item.click(), [{ selector: '[aria-label^="Status: "]', text }])));
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
  typed.push(...(await timed(page, () => page.keyboard.press(key), [{ selector: 'main [role="status"]' }])));
}
note('10,000 bugs loaded: a key in the search box, p95', percentile(typed, 0.95), '50 ms');
await close();

await report({
  program: 'web.ts',
  about: `From the press to the painted result, the time that the browser takes between two frames (up to 17 ms) included; medians of
${rounds} where nothing else is said; Chromium without a graphics card.`,
  figures: lines,
});
// After the report: once the browser has ended, its pages' processes would count as other programs.
await browser.stop();
