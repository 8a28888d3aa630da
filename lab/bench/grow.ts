// Measures whether a tracker stays fast as it grows: the same calls on one with a million bugs and on one with a
// thousand, alternately. `node lab/bench/grow.ts` makes both first, which takes some minutes; `--database URL` names an
// existing database with a million, sorted as by `sortBugs`. `--engine postgres` brings its own PostgreSQL; `--bugs N`
// sets another number than a million.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { median, percentile, table } from '#lab/figures.ts';
import { type LabServer, filedBug, seedDatabase, startServer } from '#lab/server.ts';
import { Connection, bytes, load } from './parts/load.ts';
import { startBenchPostgres } from './parts/postgres-servers.ts';
import { report } from './parts/report.ts';
import { sortBugs, sortedQueries } from './parts/sort-bugs.ts';

const { values } = parseArgs({
  options: {
    database: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
    bugs: { type: 'string', default: '1000000' },
  },
});
const million = Number(values.bugs);
const thousand = 1_000;
const rounds = 5;
const callsPerRound = 60;
const searches = 60;

const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
const isPostgres = values.engine === 'postgres';
const postgres = isPostgres ? await startBenchPostgres() : undefined;

/**
 * Creates a database with this many bugs. Also returns the seconds that filling it took, without labels and other
 * additions.
 */
async function fill(bugs: number): Promise<{ databaseUrl: string; seconds: number }> {
  const databaseUrl = (await postgres?.create()) ?? `file:${join(folder, `${bugs}.db`)}`;
  const begun = performance.now();
  seedDatabase(databaseUrl, bugs);
  const seconds = (performance.now() - begun) / 1_000;
  await sortBugs(databaseUrl);
  return { databaseUrl, seconds };
}

interface Tracker {
  server: LabServer;
  token: string;
  bugs: number;
  /** Milliseconds from the start of the process to the first answer. */
  started: number;
}

async function open(databaseUrl: string, bugs: number): Promise<Tracker> {
  // Starts once before the measurement, to migrate.
  await startServer({ databaseUrl }).then((first) => first.stop());
  const begun = performance.now();
  const server = await startServer({ databaseUrl });
  await fetch(`${server.url}/readyz`);
  const started = performance.now() - begun;
  // An existing file may already have the usual user.
  const token = await server.register(`bench${Date.now()}@example.com`);
  return { server, token, bugs, started };
}

/** `lines` are all measurements, which are printed; `figures` are the worst of each kind, which are reported. */
const [lines, figures]: [string[][], string[][]] = [[], []];
const crowd = `${million === 1_000_000 ? 'a million' : million.toLocaleString('en')} bugs${isPostgres ? ' on PostgreSQL' : ''}`;
const small = await open((await fill(thousand)).databaseUrl, thousand);
let largeUrl = values.database;
if (largeUrl === undefined) {
  const filled = await fill(million);
  largeUrl = filled.databaseUrl;
  figures.push([`filling ${crowd}`, `${filled.seconds.toFixed(0)} s`, '120 s']);
}
const large = await open(largeUrl, million);

const random = (below: number) => 1 + Math.floor(Math.random() * below);
const cursor = (n: number) => Buffer.from(JSON.stringify(['-createdAt', n, n])).toString('base64url');

/** Some ids from all over the tracker, and bugs of the user's own, which the user may edit. */
async function idsOf({ server, token, bugs }: Tracker): Promise<{ ids: string[]; own: string[] }> {
  const ids: string[] = [];
  for (let i = 0; i < 100; i += 1) {
    const path = `/api/bugs?limit=1&cursor=${cursor(random(bugs - 1) + 1)}`;
    ids.push(...(await server.send<{ _id: string }[]>('GET', path, { token })).map(({ _id }) => _id));
  }
  const own: string[] = [];
  for (let i = 0; i < 50; i += 1) own.push(await server.file(token));
  return { ids, own };
}

const ids = new Map([
  [small, await idsOf(small)],
  [large, await idsOf(large)],
]);
const any = (list: string[] = []) => list[random(list.length) - 1] ?? '';

const edit = (to: Tracker) =>
  bytes('PUT', `/api/bugs/${any(ids.get(to)?.own)}`, {
    token: to.token,
    body: { title: `Edited ${Math.random()}` },
  });

const calls: Record<string, (tracker: Tracker) => Buffer> = {
  'a bug': (to) => bytes('GET', `/api/bugs/${any(ids.get(to)?.ids)}`, to),
  'a page of 50': (to) => bytes('GET', '/api/bugs?limit=50', to),
  'a page of 50 with status and priority': (to) =>
    bytes('GET', '/api/bugs?limit=50&status=open&priority=high', to),
  'any later page': (to) => bytes('GET', `/api/bugs?limit=50&cursor=${cursor(random(to.bugs))}`, to),
  stats: (to) => bytes('GET', '/api/bugs/stats', to),
  'filing a bug': (to) => bytes('POST', '/api/bugs', { token: to.token, body: filedBug }),
  'editing a bug': edit,
  ...Object.fromEntries(
    sortedQueries.map((query) => [
      `a page by \`${query}\``,
      (to: Tracker) => bytes('GET', `/api/bugs?${new URLSearchParams({ limit: '50', query })}`, to),
    ]),
  ),
};

/**
 * The times of the successful calls in milliseconds, and the number of those that failed because they took too long.
 */
async function timesOf(
  tracker: Tracker,
  call: (to: Tracker) => Buffer,
  count: number,
): Promise<{ times: number[]; refused: number }> {
  // A new connection, because an idle one would have been closed by now.
  const connection = await Connection.open(tracker.server.port);
  const times: number[] = [];
  let refused = 0;
  for (let i = 0; i < count; i += 1) {
    // A change, so that no response comes from the cache.
    await connection.exchange(edit(tracker));
    const next = call(tracker);
    const begun = performance.now();
    const status = await connection.exchange(next);
    if (status === 503) refused += 1;
    else if (status > 299) throw new Error(`${status}: ${connection.text}`);
    else times.push(performance.now() - begun);
  }
  connection.close();
  return { times, refused };
}

const ratios: { name: string; ratio: number; now: number }[] = [];
for (const [name, call] of Object.entries(calls)) {
  process.stderr.write(`${name}\n`);
  const times: [number[], number[]] = [[], []];
  for (const tracker of [small, large]) await timesOf(tracker, call, callsPerRound);
  for (let i = 0; i < rounds; i += 1) {
    times[0].push(...(await timesOf(small, call, callsPerRound)).times);
    times[1].push(...(await timesOf(large, call, callsPerRound)).times);
  }
  const [before, now] = [median(times[0]), median(times[1])];
  lines.push([
    `${name}, p50`,
    `${(now / before).toFixed(2)} (${before.toFixed(2)} and ${now.toFixed(2)} ms)`,
  ]);
  ratios.push({ name, ratio: now / before, now });
}
for (const [kind, isOfKind] of [
  ['calls', (name: string) => !name.includes('`')],
  ['pages by a query', (name: string) => name.includes('`')],
] as const) {
  const all = ratios.filter(({ name }) => isOfKind(name)).toSorted((a, b) => b.ratio - a.ratio);
  const [worst] = all;
  if (worst)
    figures.push([
      `the slowest of ${all.length} ${kind} with ${crowd}, times with a thousand, median: ${worst.name}`,
      `${worst.ratio.toFixed(2)} (${worst.now.toFixed(1)} ms)`,
      '1.5',
    ]);
}

const words: Record<string, string[]> = {
  'a rare word': ['customer 100999', 'customer 104242', 'customer 1007', 'customer 101111'],
  'a common word': ['the', 'customer', 'steps', 'menu'],
  'a word that is nowhere': ['zzzqqq', 'xyzzy', 'qwrtz', 'ξξξ'],
  'two characters': ['th', 'e ', 'zq', 'xj', '9.', 'ß?'],
  'a common word with filters': [
    'the&status=open&priority=high',
    'menu&status=resolved',
    'steps&priority=low',
  ],
  'a common word, of one user': ['the&assignedTo=me', 'menu&createdBy=me'],
};
const found: { name: string; p99: number }[] = [];
for (const [name, list] of Object.entries(words)) {
  process.stderr.write(`search for ${name}\n`);
  const search = (to: Tracker) => bytes('GET', encodeURI(`/api/bugs?limit=50&q=${any(list)}`), to);
  await timesOf(large, search, list.length * 3);
  const { times, refused } = await timesOf(large, search, searches);
  lines.push([
    `search for ${name}, p99`,
    `${percentile(times, 0.99).toFixed(1)} ms (p50 ${median(times).toFixed(1)} ms)${refused === 0 ? '' : `, ${refused} of ${searches} refused`}`,
  ]);
  found.push({ name, p99: percentile(times, 0.99) });
}
const [first, second] = found.toSorted((a, b) => b.p99 - a.p99);
if (first && second)
  figures.push([
    `p99 of the slowest two of ${found.length} searches in ${crowd}: ${first.name}, ${second.name}`,
    `${first.p99.toFixed(0)} ms, ${second.p99.toFixed(0)} ms`,
    '50 ms',
  ]);

/** Reads the whole list as fast as it arrives; resolves to its length in megabytes. */
async function wholeList(): Promise<number> {
  const answer = await fetch(`${large.server.url}/api/bugs`, {
    headers: { authorization: `Bearer ${large.token}` },
  });
  let length = 0;
  for await (const chunk of answer.body ?? []) length += (chunk as Uint8Array).length;
  return length / 1_048_576;
}

const { port } = large.server;
const mix = Object.values(calls);
let turn = 0;
const next = () => mix[(turn += 1) % mix.length]?.(large) ?? Buffer.alloc(0);
const reading = () => bytes('GET', `/api/bugs/${any(ids.get(large)?.ids)}`, large);
await load(port, { connections: 16, seconds: 10, next });
const underLoad = await large.server.memory();
const alone = await load(port, { connections: 4, seconds: 3, next: reading });
const before = await large.server.memory();
let peak = before;
const list = wholeList();
const watching = setInterval(
  () => void large.server.memory().then((now) => (peak = Math.max(peak, now))),
  100,
);
const beside = await load(port, { connections: 4, seconds: 5, next: reading });
const length = await list;
clearInterval(watching);
const slower = percentile(beside.times, 0.95) / percentile(alone.times, 0.95);
figures.push(
  [
    `the whole list of ${crowd} (${length.toFixed(0)} MB): growth of the process; p95 of others, times that without`,
    `${(peak - before).toFixed(0)} MB; ${slower.toFixed(1)}`,
    '64 MB; 2',
  ],
  [`memory under load with ${crowd}`, `${underLoad.toFixed(0)} MB`, '200 MB'],
  [
    `from the start of the process to the first answer with ${crowd}`,
    `${(large.started / 1_000).toFixed(2)} s`,
    '0.6 s',
  ],
);

for (const { server } of [small, large]) await server.stop();
await postgres?.stop();
await rm(folder, { recursive: true });
await report({
  program: `grow.ts${isPostgres ? ' --engine postgres' : ''}`,
  about: `${isPostgres ? 'PostgreSQL' : 'SQLite'}, over HTTP, one connection; ${million === 1_000_000 ? 'a million' : million} bugs against a thousand, alternately. A bug is edited between any two
calls, so that no response comes from the cache.

${table(['what', 'measured'], lines)}`,
  figures,
});
