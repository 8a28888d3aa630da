// Files bugs on a remote PostgreSQL with a slow disk, so that waiting dominates, not the processor. A simulation on one
// machine, which shows whether filings grow with connections and with instances. `node lab/bench/postgres-latency.ts`
import { parseArgs } from 'node:util';
import { median, percentile, table, timeOf } from '#lab/figures.ts';
import { filedBug, seedDatabase, startServer } from '#lab/server.ts';
import { withClient } from '#lab/postgres.ts';
import { startDelayProxy } from './parts/delay-proxy.ts';
import { bytes, load } from './parts/load.ts';
import { processorTime, treeTime } from './parts/machine.ts';
import { startBenchPostgres } from './parts/postgres-servers.ts';
import { report } from './parts/report.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '3' } },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
/** The added delays, in milliseconds. */
const [roundTrip, sync] = [2, 5];

const postgres = await startBenchPostgres();
const near = await postgres.create();
seedDatabase(near, 1_000);
const proxy = await startDelayProxy(postgres.port, roundTrip);
// PostgreSQL's own delay precedes the sync, which committing transactions share, and holds their locks. Delaying the
// answer to COMMIT in the proxy would come after the locks are released, and would miss statements that commit by
// themselves.
await postgres.set('commit_siblings', 0);
await postgres.set('commit_delay', sync * 1_000);
const far = new URL(near);
far.port = String(proxy.port);
const databaseUrl = far.href;

/** The median time of a statement, in milliseconds. */
async function timeOfStatement(url: string, statement: string): Promise<number> {
  return withClient(url, async (client) => {
    const times: number[] = [];
    for (let i = 0; i < 50; i += 1) times.push(await timeOf(() => client.query(statement)));
    return median(times);
  });
}

const write = "update counters set value = value where name = 'bugs'";
const added = {
  roundTrip: (await timeOfStatement(databaseUrl, 'select 1')) - (await timeOfStatement(near, 'select 1')),
  commit: (await timeOfStatement(near, write)) - (await timeOfStatement(near, `explain ${write}`)),
};

const instances = [await startServer({ databaseUrl }), await startServer({ databaseUrl })];
const token = await instances[0]?.register();
const file = bytes('POST', '/api/bugs', { ...(token !== undefined && { token }), body: filedBug });

interface Filing {
  perSecond: number;
  /** The share of the calls that failed, because the server refuses those that would wait too long. */
  failed: number;
  p99: number;
  /** How many cores all processes used. */
  cores: number;
}

async function round(count: number, connections: number, time = seconds): Promise<Filing> {
  const used = () => processorTime(process.pid) + treeTime(postgres.pid) + serversTime();
  const serversTime = () => instances.reduce((sum, { pid }) => sum + processorTime(pid), 0);
  const [begun, before] = [performance.now(), used()];
  const measured = await Promise.all(
    instances
      .slice(0, count)
      .map(({ port }) => load(port, { connections: connections / count, seconds: time, next: () => file })),
  );
  const took = (performance.now() - begun) / 1_000;
  const failed = measured.reduce((sum, one) => sum + one.failed, 0);
  const times = measured.flatMap((one) => one.times);
  return {
    perSecond: (times.length - failed) / took,
    failed: failed / times.length,
    p99: percentile(times, 0.99),
    cores: (used() - before) / took,
  };
}

const cases = [
  { count: 1, connections: 1, goal: '' },
  { count: 1, connections: 8, goal: '' },
  { count: 1, connections: 32, goal: 'more than with 8' },
  { count: 2, connections: 32, goal: '1.6 times one' },
  { count: 2, connections: 64, goal: '' },
];
const measured = cases.map((): Filing[] => []);
for (let i = -1; i < rounds; i += 1)
  for (const [at, { count, connections }] of cases.entries()) {
    const filing = await round(count, connections, i === -1 ? 0.5 : seconds);
    if (i >= 0) measured[at]?.push(filing);
  }
for (const server of instances) await server.stop();
await proxy.stop();
await postgres.stop();

const middle = (at: number, of: keyof Filing) => median((measured[at] ?? []).map((filing) => filing[of]));
const lines = cases.map(({ count, connections }, at) => [
  `${count === 1 ? 'one instance' : 'two instances'}, ${connections} connections`,
  middle(at, 'perSecond').toFixed(0),
  (middle(at, 'perSecond') / middle(0, 'perSecond')).toFixed(2),
  `${middle(at, 'p99').toFixed(0)} ms`,
  `${(middle(at, 'failed') * 100).toFixed(0)} %`,
  middle(at, 'cores').toFixed(2),
]);
const rateOf = (at: number, to: number) =>
  `${(middle(at, 'perSecond') / middle(to, 'perSecond')).toFixed(2)} (${middle(at, 'perSecond').toFixed(0)} a second)`;
const slow = `filing with ${roundTrip} ms to PostgreSQL and ${sync} ms a sync`;
await report({
  program: 'postgres-latency.ts',
  about: `A simulation on one machine, in which waiting decides and not the processor: a proxy adds ${roundTrip} ms to every round trip to PostgreSQL (measured:
${added.roundTrip.toFixed(1)} ms), and PostgreSQL's \`commit_delay\` adds ${sync} ms to every sync (measured: ${added.commit.toFixed(1)} ms), with the locks of those that commit still held.
Medians of ${rounds} rounds of ${seconds} s. An instance has 30 connections to PostgreSQL.

${table(['what', 'filings a second', 'times one connection', 'p99', 'refused', 'cores used'], lines)}`,
  figures: [
    [`${slow}: 32 connections, times 8`, rateOf(2, 1), 'more than 1'],
    [`${slow}: two instances, times one`, rateOf(3, 2), '1.6'],
  ],
});
