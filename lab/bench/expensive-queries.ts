// Measures how long other users wait while two users send expensive queries, compared with before.
// `node lab/bench/expensive-queries.ts` measures SQLite; `--engine postgres` brings its own PostgreSQL.
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { median, timeOf } from '#lab/figures.ts';
import { filedBug, seedDatabase, startServer } from '#lab/server.ts';
import { bytes, load } from './parts/load.ts';
import { startBenchPostgres } from './parts/postgres-servers.ts';
import { report } from './parts/report.ts';

const { values } = parseArgs({
  options: { engine: { type: 'string', default: 'sqlite' }, seconds: { type: 'string', default: '15' } },
});
const isPostgres = values.engine === 'postgres';
const seconds = Number(values.seconds);
const bugs = 6_000;
/** The number of connections of each of the two users. */
const connections = 24;
const terms = 95;
/** Milliseconds between two calls of the third user, so that this user adds no load. */
const pause = 50;

const postgres = isPostgres ? await startBenchPostgres() : undefined;
const server = await startServer({
  databaseUrl: await postgres?.create(),
  fill: (url) => seedDatabase(url, bugs),
});
const [ada, bob, eve] = [
  await server.register('ada@example.com'),
  await server.register('bob@example.com'),
  await server.register('eve@example.com'),
];

const calls = [
  { name: 'GET /api/users/profile', send: () => server.send('GET', '/api/users/profile', { token: ada }) },
  { name: 'GET /api/bugs?limit=50', send: () => server.send('GET', '/api/bugs?limit=50', { token: ada }) },
  { name: 'POST /api/bugs', send: () => server.send('POST', '/api/bugs', { token: ada, body: filedBug }) },
];

/** The times of each call; the calls take turns. */
async function timed(): Promise<number[][]> {
  const times = calls.map((): number[] => []);
  for (const end = performance.now() + seconds * 1_000; performance.now() < end;) {
    for (const [i, { send }] of calls.entries()) {
      times[i]?.push(await timeOf(send));
      await delay(pause);
    }
  }
  return times;
}

let sent = 0;
/** An expensive query, which differs each time and is therefore never cached. */
function expensive(token: string): Buffer {
  sent += 1;
  const query = Array.from({ length: terms }, (_, i) => `-votes:<${300 + ((sent + i) % 700)}`).join(' OR ');
  return bytes('GET', `/api/bugs?limit=${1 + (sent % 400)}&query=${encodeURIComponent(query)}`, { token });
}

await timed();
const before = await timed();
const attacks = [bob, eve].map((token) =>
  load(server.port, { connections, seconds: seconds + 2, next: () => expensive(token) }),
);
await delay(1_000);
const during = await timed();
const refused = new Map<number, number>();
let answered = 0;
for (const { times, failed, failures } of await Promise.all(attacks)) {
  answered += times.length - failed;
  for (const [status, count] of failures) refused.set(status, (refused.get(status) ?? 0) + count);
}
await server.stop();
await postgres?.stop();

const ms = (time: number) => `${time.toFixed(1)} ms`;
const lines = calls.map(({ name }, i) => {
  const [quiet = [], loaded = []] = [before[i], during[i]];
  const ratio = median(loaded) / median(quiet);
  return [
    `\`${name}\` while two others send expensive queries, times without`,
    `${ratio.toFixed(1)} (${ms(median(loaded))}, at most ${ms(Math.max(...loaded))})`,
    '2',
  ];
});
await report({
  program: `expensive-queries.ts${isPostgres ? ' --engine postgres' : ''}`,
  about: `Two users send queries of ${terms} terms on ${connections} connections each, in a tracker of ${bugs.toLocaleString('en')} bugs; a third makes the calls
one after the other. Of the queries, ${answered} were answered and refused were ${[...refused].map(([status, count]) => `${count} with ${status}`).join(', ') || 'none'}.`,
  figures: lines,
});
