// A day's work on a small scale: 95 % reads and 5 % writes by one person, with 10,000 bugs. `node lab/bench/mixed.ts`
// measures the mix on 16 connections compared with the same reads without writes, and the mix at given rates.
// `--engine postgres` brings a PostgreSQL of its own; `--rounds N` sets another number of rounds.
import { parseArgs } from 'node:util';
import { median, percentile } from '#lab/figures.ts';
import { filedBug, seedDatabase, startServer } from '#lab/server.ts';
import { bytes, load, loadAtRate } from './parts/load.ts';
import { processorTime } from './parts/machine.ts';
import { startBenchPostgres } from './parts/postgres-servers.ts';
import { report } from './parts/report.ts';

const { values } = parseArgs({
  options: {
    engine: { type: 'string', default: 'sqlite' },
    rounds: { type: 'string', default: '7' },
  },
});
const rounds = Number(values.rounds);
const bugs = 10_000;
const connections = 16;
const seconds = 3;
const writeShare = 0.05;
const filingsPerSecond = 200;

interface AtRate {
  /** Answers per second. */
  reads: number;
  filings: number;
  /** Milliseconds of answered calls; `p99` is that of reads and filings together. */
  p50OfReads: number;
  p99OfReads: number;
  p99OfFilings: number;
  p99: number;
  /** The percentage of all calls. */
  refused: number;
  /** How many cores the server used. */
  cores: number;
}

/** Reads per second in addition to the filings. The second rate has the mix's share of writes. */
const rates = [1_000, filingsPerSecond / writeShare - filingsPerSecond];

const postgres = values.engine === 'postgres' ? await startBenchPostgres() : undefined;
const databaseUrl = await postgres?.create();
const server = await startServer({
  ...(databaseUrl !== undefined && { databaseUrl }),
  async fill(url) {
    seedDatabase(url, bugs);
    await postgres?.vacuum(url);
  },
});
const { port } = server;
const token = await server.register();
const listed = await server.send<{ _id: string }[]>('GET', '/api/bugs?limit=200', { token });
const own = await server.file(token);

const pick = <T>(list: readonly T[]): T => list[Math.floor(Math.random() * list.length)] as T;
const get = (path: string) => bytes('GET', path, { token });
/** Pages that users open, with their share of the reads. */
const reads: readonly [share: number, call: () => Buffer][] = [
  [0.42, () => get(`/api/bugs/${pick(listed)._id}`)],
  [0.22, () => get('/api/bugs?limit=100')],
  [
    0.11,
    () => get(`/api/bugs?limit=100&status=${pick(['open', 'resolved'])}&priority=${pick(['low', 'high'])}`),
  ],
  [0.1, () => get(`/api/bugs?limit=100&q=${pick(['list', 'export', 'login', 'empty', 'chart', 'crash'])}`)],
  [0.1, () => get('/api/bugs/stats')],
  [0.05, () => get('/api/bugs?limit=100&assignedTo=me')],
];

function read(): Buffer {
  let at = Math.random();
  const [, call] = reads.find(([share]) => (at -= share) < 0) ?? reads[0] ?? [];
  return call?.() ?? get('/api/bugs/stats');
}

const file = () => bytes('POST', '/api/bugs', { token, body: filedBug });
let count = 0;
function write(): Buffer {
  count += 1;
  return count % 2 === 0
    ? file()
    : bytes('PUT', `/api/bugs/${own}`, { token, body: { title: `Change ${count}` } });
}

const kinds = {
  'reads and writes': () => (Math.random() < writeShare ? write() : read()),
  'the reads alone': read,
};
type Kind = keyof typeof kinds;
const measured: Record<Kind, { perSecond: number; p50: number; p99: number; refused: number }[]> = {
  'reads and writes': [],
  'the reads alone': [],
};
for (let round = 0; round < rounds; round += 1)
  for (const kind of Object.keys(kinds) as Kind[]) {
    const { perSecond, times, failed } = await load(port, { connections, seconds, next: kinds[kind] });
    const refused = failed / times.length;
    measured[kind].push({ perSecond, p50: percentile(times, 0.5), p99: percentile(times, 0.99), refused });
  }

async function atRate(readsPerSecond: number): Promise<AtRate> {
  const [begun, before] = [performance.now(), processorTime(server.pid)];
  const [reading, filing] = await Promise.all([
    loadAtRate(port, { perSecond: readsPerSecond, seconds, next: read }),
    loadAtRate(port, { perSecond: filingsPerSecond, seconds, next: file }),
  ]);
  const cores = (processorTime(server.pid) - before) / ((performance.now() - begun) / 1_000);
  return {
    reads: reading.perSecond,
    filings: filing.perSecond,
    p50OfReads: percentile(reading.times, 0.5),
    p99OfReads: percentile(reading.times, 0.99),
    p99OfFilings: percentile(filing.times, 0.99),
    p99: percentile([...reading.times, ...filing.times], 0.99),
    refused: ((reading.failed + filing.failed) / ((readsPerSecond + filingsPerSecond) * seconds)) * 100,
    cores,
  };
}

const atRates = rates.map((): AtRate[] => []);
for (let round = 0; round < rounds; round += 1)
  for (const [i, readsPerSecond] of rates.entries()) atRates[i]?.push(await atRate(readsPerSecond));

await server.stop();
await postgres?.stop();

const ofMix = measured['reads and writes'];
const ofReads = measured['the reads alone'];
const engine = postgres ? 'PostgreSQL' : 'SQLite';
const line = (kind: Kind) => {
  const list = measured[kind];
  const of = (part: 'perSecond' | 'p50' | 'p99' | 'refused') => median(list.map((value) => value[part]));
  return [
    `${engine}, ${connections} connections: ${kind}`,
    `${of('perSecond').toFixed(0)} a second, median ${of('p50').toFixed(1)} ms, p99 ${of('p99').toFixed(1)} ms, refused ${(of('refused') * 100).toFixed(1)} %`,
  ];
};
const ratio = median(ofMix.map(({ perSecond }, i) => perSecond / (ofReads[i]?.perSecond ?? 1)));

const [limit = '', overload = ''] = rates.map(
  (readsPerSecond) =>
    `${engine}, ${readsPerSecond.toLocaleString('en')} reads and ${filingsPerSecond} filings a second`,
);
const of = (rate: number, part: keyof AtRate, digits = 0) =>
  median((atRates[rate] ?? []).map((value) => value[part])).toFixed(digits);
const about = (rate: number) =>
  `answered ${of(rate, 'reads')} and ${of(rate, 'filings')} a second; median of reads ${of(rate, 'p50OfReads', 1)} ms; ${of(rate, 'cores', 2)} cores of the server`;

await report({
  program: `mixed.ts${postgres ? ' --engine postgres' : ''}`,
  about: `${connections} connections, ${bugs.toLocaleString('en')} bugs, ${writeShare * 100} % writes. The mix reaches ${ratio.toFixed(2)} of what the same reads reach without writes.

At fixed rates, whether or not earlier calls are answered. Times are of what was answered, and count from when a call was due; medians
of ${rounds} rounds of ${seconds} s.

- ${limit}: ${about(0)}
- ${overload}: ${about(1)}`,
  figures: [
    line('reads and writes'),
    line('the reads alone'),
    [
      `${limit}: p99 of reads, of filings; refused`,
      `${of(0, 'p99OfReads')} ms, ${of(0, 'p99OfFilings')} ms; ${of(0, 'refused', 1)} %`,
      '15 ms, 10 ms; 0 %',
    ],
    [`${overload}: p99; refused`, `${of(1, 'p99')} ms; ${of(1, 'refused', 1)} %`, '100 ms; 10 %'],
  ],
});
