// Measures calls on PostgreSQL with one and with two instances, and with a tutorial tracker on the same server if PEER
// names its folder. `node lab/bench/postgres.ts` brings its own PostgreSQL.
import { parseArgs } from 'node:util';
import { median, table } from '#lab/figures.ts';
import { filedBug as bug, seedDatabase, startServer } from '#lab/server.ts';
import { bytes, load } from './parts/load.ts';
import { processorTime, treeTime } from './parts/machine.ts';
import { type Peer, startPeer } from './parts/peer.ts';
import { startBenchPostgres } from './parts/postgres-servers.ts';
import { report } from './parts/report.ts';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '5' }, seconds: { type: 'string', default: '1.2' } },
});
const [rounds, seconds] = [Number(values.rounds), Number(values.seconds)];
const bugs = 5_000;
const connectionCounts = [8, 32];
/** A word that this many bugs contain. */
const rare = { word: 'zebra', bugs: 20 };

const postgres = await startBenchPostgres();
const databaseUrl = await postgres.create();
seedDatabase(databaseUrl, bugs - rare.bugs);
const instances = [await startServer({ databaseUrl }), await startServer({ databaseUrl })] as const;
const [first] = instances;
const token = await first.register();
for (let i = 0; i < rare.bugs; i += 1)
  await first.file(token, { ...bug, title: `${bug.title}, ${rare.word} ${i}` });
const listed = await first.send<{ _id: string }[]>('GET', '/api/bugs', { token });
const peer = await peerIfThere();
await postgres.vacuum(databaseUrl);

async function peerIfThere(): Promise<Peer | undefined> {
  const folder = process.env['PEER'];
  if (folder !== undefined && folder !== '') {
    const own = await postgres.create();
    const started = await startPeer(folder, { databaseUrl: own, like: first, token });
    await postgres.vacuum(own);
    return started;
  }
  console.log('Without the tutorial tracker, as PEER does not name its folder.');
  return undefined;
}

const any = (below: number) => Math.floor(Math.random() * below);
const get = (path: string, of: string | undefined = token) =>
  bytes('GET', path, of === undefined ? {} : { token: of });

interface Call {
  name: string;
  ours: () => Buffer;
  theirs: () => Buffer;
  /** The target ratio of calls per second to those of the tutorial tracker. */
  goal: number;
}

/** Filing comes last, because it changes how much the others find. */
const calls: readonly Call[] = [
  {
    name: 'read a bug',
    ours: () => get(`/api/bugs/${listed[any(bugs)]?._id}`),
    theirs: () => get(`/api/bugs/${1 + any(bugs)}`, peer?.token),
    goal: 5,
  },
  {
    name: 'page of 50',
    ours: () => get('/api/bugs?limit=50'),
    theirs: () => get('/api/bugs', peer?.token),
    goal: 5,
  },
  {
    name: 'search',
    ours: () => get(`/api/bugs?limit=50&q=${rare.word}`),
    theirs: () => get(`/api/bugs?search=${rare.word}`, peer?.token),
    goal: 5,
  },
  {
    name: 'file a bug',
    ours: () => bytes('POST', '/api/bugs', { token, body: bug }),
    theirs: () => bytes('POST', '/api/bugs', { ...(peer && { token: peer.token }), body: bug }),
    goal: 3,
  },
];

interface Round {
  /** Successful calls only. */
  perSecond: number;
  /** The share of calls that failed, because the server refuses those that would wait too long. */
  failed: number;
  /** The number of cores that each of these used. */
  server: number;
  postgres: number;
  clients: number;
}

/** Calls on this many connections, split evenly between the servers. */
async function round(
  servers: readonly { port: number; pid: number }[],
  next: () => Buffer,
  connections: number,
  time = seconds,
): Promise<Round> {
  const used = () => [
    servers.reduce((sum, { pid }) => sum + processorTime(pid), 0),
    treeTime(postgres.pid),
    processorTime(process.pid),
  ];
  const [begun, before] = [performance.now(), used()];
  const each = connections / servers.length;
  const measured = await Promise.all(
    servers.map(({ port }) => load(port, { connections: each, seconds: time, next })),
  );
  const took = (performance.now() - begun) / 1_000;
  const [server = 0, database = 0, clients = 0] = used().map((time_, i) => (time_ - (before[i] ?? 0)) / took);
  const failed = measured.reduce((sum, one) => sum + one.failed, 0);
  const done = measured.reduce((sum, one) => sum + one.times.length, 0);
  return { perSecond: (done - failed) / took, failed: failed / done, server, postgres: database, clients };
}

type Who = 'peer' | 'one' | 'two';
const middle = (list: readonly Round[], of: keyof Round) => median(list.map((one) => one[of]));

/** Measures the tutorial tracker, one instance and two instances, in turn. */
async function measure({ ours, theirs }: Call, connections: number): Promise<Record<Who, Round[]>> {
  const measured: Record<Who, Round[]> = { peer: [], one: [], two: [] };
  const each: [Who, (time?: number) => Promise<Round>][] = [
    ['one', (time) => round([first], ours, connections, time)],
    ['two', (time) => round(instances, ours, connections, time)],
  ];
  if (peer) each.unshift(['peer', (time) => round([peer], theirs, connections, time)]);
  for (const [, run] of each) await run(seconds / 3);
  for (let i = 0; i < rounds; i += 1) for (const [who, run] of each) measured[who].push(await run());
  return measured;
}

const lines: string[][] = [];
const filings: number[] = [];
const unknown = '–';

function rateOf(list: readonly Round[]): string {
  const [rate, failed] = [middle(list, 'perSecond'), middle(list, 'failed')];
  const refused = failed === 0 ? '' : ` (${(failed * 100).toFixed(1)} % refused)`;
  return rate.toFixed(rate < 100 ? 1 : 0) + refused;
}

for (const call of calls)
  for (const connections of connectionCounts) {
    process.stderr.write(`${call.name}, ${connections} connections\n`);
    const measured = await measure(call, connections);
    const one = middle(measured.one, 'perSecond');
    if (call.name === 'file a bug') filings.push(one);
    const cores = (['server', 'postgres', 'clients'] as const).map((of) => middle(measured.one, of));
    lines.push([
      `${call.name}, ${connections} connections`,
      rateOf(measured.one),
      peer ? rateOf(measured.peer) : unknown,
      peer ? (one / middle(measured.peer, 'perSecond')).toFixed(1) : unknown,
      String(call.goal),
      cores.map((share) => share.toFixed(2)).join(' + '),
      (middle(measured.two, 'perSecond') / one).toFixed(2),
    ]);
  }

await peer?.stop();
for (const server of instances) await server.stop();
await postgres.stop();
const [with8 = 0, with32 = 0] = filings;
await report({
  program: 'postgres.ts',
  about: `Beside a tutorial tracker (Express, Sequelize; \`PEER=/path/to/it\`) with the same ${bugs.toLocaleString('en')} bugs and 50 users on the same PostgreSQL, in turn with it, both vacuumed before. Its list
has no pages and returns all bugs; its search looks at titles alone. A bug that is read is any of them; ${rare.bugs} match the
search. PostgreSQL, Katydid and the clients share the machine's cores; "cores used" are those of one instance, of PostgreSQL and of the clients, and "two
instances" the calls that two answer over those that one does (goal: 1.6, or the processor is full). Medians of ${rounds} rounds of ${seconds} s.

${table(['what', 'a second', 'tutorial', 'ratio', 'goal', 'cores used', 'two instances'], lines)}`,
  figures: [
    ...lines.map(([what = '', perSecond = '', , ratio = '', goal = '']) => [
      `PostgreSQL: ${what}, times a tutorial tracker`,
      `${ratio} (${perSecond} a second)`,
      `at least ${goal}`,
    ]),
    [
      'PostgreSQL: filings with 32 connections, times with 8',
      (with32 / with8).toFixed(2),
      'at least 2.5, or the processor is full',
    ],
  ],
});
