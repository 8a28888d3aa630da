// A day's work in small: 95 % reads and 5 % writes by one person, 10,000 bugs. `node lab/bench/mixed.ts` prints two tables: the mix on 16
// connections beside the same reads without writes, as every write empties the cache of responses; and the mix at given rates.
import { median, percentile, table } from '#lab/figures.ts';
import { filedBug, seedDatabase, startServer } from '#lab/server.ts';
import { bytes, load, loadAtRate } from './parts/load.ts';
import { processorTime } from './parts/machine.ts';
import { report } from './parts/report.ts';

const bugs = 10_000;
const connections = 16;
const rounds = 7;
const seconds = 3;
const writeShare = 0.05;
/** For the second table, per second: the mix at 200 filings, then fewer reads with the same filings. */
const filingsPerSecond = 200;
const readRates = [filingsPerSecond / writeShare - filingsPerSecond, 1_000];
const goal = 10;

const server = await startServer({ fill: (url) => seedDatabase(url, bugs) });
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

interface AtRate {
  reads: number;
  p50: number;
  p99: number;
  filings: number;
  p99OfFilings: number;
  /** The share of all calls. */
  refused: number;
  /** How many cores the server used. */
  cores: number;
}

async function atRate(perSecond: number): Promise<AtRate> {
  const [begun, before] = [performance.now(), processorTime(server.pid)];
  const [reading, filing] = await Promise.all([
    loadAtRate(port, { perSecond, seconds, next: read }),
    loadAtRate(port, { perSecond: filingsPerSecond, seconds, next: file }),
  ]);
  const cores = (processorTime(server.pid) - before) / ((performance.now() - begun) / 1_000);
  return {
    reads: reading.perSecond,
    p50: percentile(reading.times, 0.5),
    p99: percentile(reading.times, 0.99),
    filings: filing.perSecond,
    p99OfFilings: percentile(filing.times, 0.99),
    refused: (reading.failed + filing.failed) / ((perSecond + filingsPerSecond) * seconds),
    cores,
  };
}

const atRates = readRates.map((): AtRate[] => []);
for (let round = 0; round < rounds; round += 1)
  for (const [i, rate] of readRates.entries()) atRates[i]?.push(await atRate(rate));

await server.stop();

const ofMix = measured['reads and writes'];
const ofReads = measured['the reads alone'];
const line = (kind: Kind) => {
  const values = measured[kind];
  const of = (part: 'perSecond' | 'p50' | 'p99' | 'refused') => median(values.map((value) => value[part]));
  return [
    kind,
    of('perSecond').toFixed(0),
    `${of('p50').toFixed(1)} ms`,
    `${of('p99').toFixed(1)} ms`,
    `${(of('refused') * 100).toFixed(1)} %`,
  ];
};
const ratio = median(ofMix.map(({ perSecond }, i) => perSecond / (ofReads[i]?.perSecond ?? 1)));
await report(
  'Mixed load (`node lab/bench/mixed.ts`)',
  [
    `${connections} connections, ${bugs.toLocaleString('en')} bugs, ${writeShare * 100} % writes. The mix reaches ${ratio.toFixed(2)} of what the same reads reach without writes.`,
    '',
    table(
      ['load', 'requests a second', 'median', 'p99', 'refused'],
      [line('reads and writes'), line('the reads alone')],
    ),
    '',
    `At fixed rates, whether or not earlier calls are answered: ${filingsPerSecond} filings a second beside reads. Times count from when a call was due; medians of ${rounds} rounds of ${seconds} s.`,
    '',
    table(
      [
        'reads a second',
        'answered',
        'median of reads',
        'p99 of reads',
        'goal: at most',
        'p99 of filings',
        'refused',
        "server's cores",
      ],
      readRates.map((rate, i) => {
        const of = (part: keyof AtRate) => median((atRates[i] ?? []).map((value) => value[part]));
        return [
          `${rate}`,
          `${of('reads').toFixed(0)} and ${of('filings').toFixed(0)} filings`,
          `${of('p50').toFixed(1)} ms`,
          `${of('p99').toFixed(1)} ms`,
          `${goal} ms`,
          `${of('p99OfFilings').toFixed(1)} ms`,
          `${(of('refused') * 100).toFixed(1)} %`,
          of('cores').toFixed(2),
        ];
      }),
    ),
  ].join('\n'),
);
