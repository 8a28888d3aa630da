// Measures the board with 10,000 cards: the first page of its columns and a move, as ratios to a page of the list, and
// how many cards the browser renders: `node lab/bench/board.ts`. Needs the built web (`npm run build`) and a Chromium,
// see lab/bench/web.ts. `--bugs` takes another number.
import { parseArgs } from 'node:util';
import { statuses } from '#contract/bugs/bug-fields.ts';
import { median, ratioAt, timeOf } from '#lab/figures.ts';
import { seedDatabase, startServer } from '#lab/server.ts';
import { longestTask, startBrowser } from './parts/browser.ts';
import { report } from './parts/report.ts';

const { values } = parseArgs({ options: { bugs: { type: 'string', default: '10000' } } });
const bugs = Number(values.bugs);
const rounds = 200;
const mostCards = 100;

const server = await startServer({ fill: (url) => seedDatabase(url, bugs) });
const token = await server.register();

async function timed(into: number[], method: string, path: string, body?: object): Promise<void> {
  into.push(await timeOf(() => server.send(method, path, { token, ...(body && { body }) })));
}

// Places some cards, as on a board in use, because a column merges placed and other cards.
const mine: string[] = [];
for (let i = 0; i < 50; i += 1) mine.push(await server.file(token));
const oldest = '/api/bugs?status=open&sort=createdAt&limit=500';
const others = await server.send<{ _id: string }[]>('GET', oldest, { token });
const besides = (i: number) => others[(i * 37) % others.length]?._id;
for (const [i, id] of mine.entries())
  await server.send('PUT', `/api/bugs/${id}/position`, { token, body: { before: besides(i) } });

const [lists, columns, moves]: [number[], number[], number[]] = [[], [], []];
for (let i = 0; i < rounds; i += 1) {
  const status = statuses[i % statuses.length];
  await timed(lists, 'GET', `/api/bugs?status=${status}&limit=100`);
  await timed(columns, 'GET', `/api/bugs?status=${status}&sort=-rank&limit=100`);
  // Otherwise, the same page would be answered from the cache of responses.
  await timed(moves, 'PUT', `/api/bugs/${mine[i % mine.length]}/position`, { after: besides(i + 50) });
}
await server.stop();

const browser = await startBrowser();
const { page, close } = await browser.open(bugs);
await page.goto('/board');
const cards = page.locator('[data-at]');
await cards.first().waitFor();
const atFirst = await cards.count();
await page.getByRole('region', { name: 'Open', exact: true }).hover();
const longest = await longestTask(page, 10);
const afterScrolling = await cards.count();
await close();
await browser.stop();

const board = `a board of ${bugs.toLocaleString('en')} bugs`;
await report({
  program: 'board.ts',
  about: `Over HTTP, as ratios to a page of 100 bugs of the list of the same status in the same run, which took ${median(lists).toFixed(1)} ms; 50 cards
were placed before. In Chromium without a graphics card, the cards in the page at first and after scrolling for 10 s.`,
  figures: [
    [`${board}: the first 100 cards of a column, times a page of the list`, ratioAt(0.5, columns, lists)],
    [`${board}: a move, times a page of the list`, ratioAt(0.5, moves, lists)],
    [`${board}: cards rendered at first, after scrolling`, `${atFirst}, ${afterScrolling}`, `${mostCards}`],
    [`${board}: longest task while scrolling`, `${longest.toFixed(0)} ms`, '50 ms'],
  ],
});
