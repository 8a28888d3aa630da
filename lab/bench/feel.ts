// Measures how long people wait on a slow line, and how many calls each screen makes: `node lab/bench/feel.ts`;
// `--rounds N` sets another number of rounds. Needs the built web (`npm run build`) and the browser of the browser
// tests.
import { type IncomingMessage, type ServerResponse, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Page } from '@playwright/test';
import { median } from '#lab/figures.ts';
import { filedBug, seedDatabase, startServer } from '#lab/server.ts';
import { startBrowser, timed, timedLoad } from './parts/browser.ts';
import { report } from './parts/report.ts';

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '5' } } });
const rounds = Number(values.rounds);
const bugs = 10_000;
const comments = 12;
/** Milliseconds of a round trip, and bytes a second. */
const line = { latency: 100, throughput: 10_000_000 / 8 };
/** A screen has made all its calls if none was made or answered for this many milliseconds. */
const quiet = 800;

const server = await startServer({ fill: (url) => seedDatabase(url, bugs), web: true });
const token = await server.register();
const { _id: userId } = await server.send<{ _id: string }>('GET', '/api/users/profile', { token });
const title = 'Mine, with a conversation';
const description = 'It is the last line of the description.';
const bug = await server.file(token, {
  ...filedBug,
  title,
  description: `${filedBug.description}\n\n${description}`,
  assignedTo: userId,
});
for (let i = 1; i <= comments; i += 1)
  await server.send('POST', `/api/bugs/${bug}/comments`, { token, body: { body: `Comment ${i}.` } });
const [resolved] = await server.send<{ title: string }[]>('GET', '/api/bugs?status=resolved&limit=1', {
  token,
});

/** The calls of the API, including those of shared workers, which the browser's tools do not show with the page. */
const calls = { list: [] as string[], open: 0, last: 0 };
async function settle(): Promise<void> {
  while (calls.open > 0 || performance.now() - calls.last < quiet) await delay(50);
}

/** Passes everything to the server, and counts the calls. */
const proxy = createServer((from: IncomingMessage, to: ServerResponse) => {
  const { url: path = '', method, headers } = from;
  const isLive = path.startsWith('/api/live');
  if (path.startsWith('/api/')) calls.list.push(`${method} ${path}`);
  if (!isLive) calls.open += 1;
  calls.last = performance.now();
  const passed = request({ port: server.port, host: '127.0.0.1', path, method, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
    answer.pipe(to);
  });
  passed.on('error', () => to.destroy());
  to.on('close', () => {
    passed.destroy();
    if (!isLive) calls.open -= 1;
    calls.last = performance.now();
  });
  from.pipe(passed);
});
await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
const browser = await startBrowser();
const context = await browser.visit(`http://127.0.0.1:${(proxy.address() as AddressInfo).port}`, token);

/** A new page on the slow line, with nothing in the browser's cache. */
async function slowPage(): Promise<Page> {
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send('Network.enable');
  await tools.send('Network.clearBrowserCache');
  await tools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: line.latency,
    downloadThroughput: line.throughput,
    uploadThroughput: line.throughput,
  });
  return page;
}

const firstRow = (text: string) => [{ selector: 'tbody tr[aria-rowindex="2"]', text }];
const textAndFacts = [
  { selector: 'main h1', text: title },
  { selector: 'main', text: description },
  { selector: 'main [aria-label^="Status: "]', text: 'Open' },
];
const conversation = [
  { selector: 'main h1', text: title },
  ...[1, comments].map((i) => ({ selector: 'main', text: `Comment ${i}.` })),
];
const dashboard = [
  { selector: 'main dl dd', text: (bugs + 1).toLocaleString('en') },
  { selector: 'main li', text: title },
];

interface Goal {
  calls?: number;
  /** Milliseconds. */
  time: number;
}
const goals = {
  'the list, cold': { calls: 4, time: 900 },
  'a bug with its conversation, cold': { calls: 5, time: 1_000 },
  'from the list to a bug: text and facts': { time: 50 },
  'from the list to a bug: conversation': { calls: 2, time: 200 },
  'back to the list': { calls: 0, time: 60 },
  'the dashboard': { calls: 2, time: 200 },
  'a filter changed': { calls: 1, time: 300 },
} satisfies Record<string, Goal>;
type What = keyof typeof goals;
const measured = new Map<What, { times: number[]; calls: number[] }>();

/** Records the times under these names, and the calls until the screen is at rest under the last name. */
async function note(names: readonly What[], measure: () => Promise<number[]>): Promise<void> {
  calls.list = [];
  const times = await measure();
  await settle();
  for (const [i, name] of names.entries()) {
    const of = measured.get(name) ?? { times: [], calls: [] };
    measured.set(name, of);
    of.times.push(times[i] ?? 0);
    if (name === names.at(-1)) of.calls.push(calls.list.length);
  }
  process.stderr.write(`${names.join(', ')}\n${calls.list.map((call) => `  ${call}\n`).join('')}`);
}

async function round(): Promise<void> {
  const ofBug = await slowPage();
  await note(['a bug with its conversation, cold'], () => timedLoad(ofBug, `/bugs/${bug}`, conversation));
  await ofBug.close();

  const page = await slowPage();
  const link = (name: string) => page.getByRole('link', { name, exact: true }).first();
  const choose = async (option: string) => {
    await page.getByRole('combobox', { name: 'Status' }).click();
    const item = page.getByRole('option', { name: option, exact: true });
    await item.waitFor();
    return item;
  };
  await note(['the list, cold'], () => timedLoad(page, '/bugs', firstRow(title)));
  const item = await choose('Resolved');
  await note(['a filter changed'], () => timed(page, () => item.click(), firstRow(resolved?.title ?? '')));
  await (await choose('All')).click();
  await settle();
  const names: What[] = ['from the list to a bug: text and facts', 'from the list to a bug: conversation'];
  await note(names, () => timed(page, () => link(title).click(), textAndFacts, conversation));
  await note(['back to the list'], () =>
    timed(page, () => link('Back to the list').click(), firstRow(title)),
  );
  await note(['the dashboard'], () => timed(page, () => link('Katydid').click(), dashboard));
  await page.close();
}

// The first visit of a browser requests data that later visits have.
const first = await context.newPage();
await timedLoad(first, '/bugs', firstRow(title));
await settle();
await first.close();
for (let i = 0; i < rounds; i += 1) await round();
await context.close();
proxy.close();
await server.stop();

await report({
  program: 'feel.ts',
  about: `Chromium with ${line.latency} ms a round trip and ${(line.throughput * 8) / 1_000_000} Mbit/s; SQLite with ${bugs.toLocaleString('en')} bugs; the bug has ${comments} comments.
From the press, or from the start of loading, to the painted result; calls of the API, the live stream among them, until the screen is
at rest. Cold is a visit with an empty cache of the browser, not the user's first. Medians of ${rounds} rounds, and the most calls.`,
  figures: Object.entries<Goal>(goals).map(([name, goal]) => {
    const of = measured.get(name as What);
    const inCalls = (count?: number) =>
      count === undefined ? '' : `, ${count} ${count === 1 ? 'call' : 'calls'}`;
    const made = goal.calls === undefined ? undefined : Math.max(...(of?.calls ?? []));
    return [
      `${name}, on a slow line`,
      `${median(of?.times ?? []).toFixed(0)} ms${inCalls(made)}`,
      `${goal.time} ms${inCalls(goal.calls)}`,
    ];
  }),
});
// After the report: once the browser has ended, its pages' processes would count as other programs.
await browser.stop();
