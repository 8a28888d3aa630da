// Sends three times the load that the server can serve, for a while, and measures its answers, the wait of accepted
// requests, its memory, and the time until it has recovered. `node lab/bench/overload.ts` prints a table.
import { setTimeout as delay } from 'node:timers/promises';
import { percentile } from '#lab/figures.ts';
import { startServer } from '#lab/server.ts';
import { Connection, bytes, load } from './parts/load.ts';
import { report } from './parts/report.ts';

const seconds = 10;
const times = 3;
const mostConnections = 1_000;

const server = await startServer();
const { port } = server;
const token = await server.register();
const bug = {
  title: 'A bug',
  description: 'Of ordinary length. '.repeat(15),
  status: 'open',
  priority: 'low',
};
const ids: string[] = [];
for (let i = 0; i < 300; i += 1) ids.push(await server.file(token, bug));

/** Mostly reads, as people do. Nothing is added, so that calls take as long afterwards as before. */
const reads = [
  ...Array.from({ length: 4 }, () => bytes('GET', '/api/bugs?limit=50', { token })),
  bytes('GET', '/api/bugs?limit=50&q=ordinary', { token }),
  bytes('GET', '/api/bugs/stats', { token }),
];
let turn = 0;
function next(): Buffer {
  turn += 1;
  const read = reads[turn % (reads.length + 1)];
  if (read) return read;
  // Makes a real change, after which no answer comes from the cache.
  const body = { ...bug, title: `A bug, changed for the ${turn}th time` };
  return bytes('PUT', `/api/bugs/${ids[turn % ids.length]}`, { token, body });
}

const ordinary = () => load(port, { connections: 2, seconds: 1, next });
await load(port, { connections: 32, seconds: 2, next });
const capacity = await load(port, { connections: 32, seconds: 4, next });
const before = { p95: percentile((await ordinary()).times, 0.95), memory: await server.memory() };

const statuses = new Map<string, number>();
const admitted: number[] = [];
const idle: Connection[] = [];
let open = 0;

const retryOf = ({ text }: Connection) => (/\r\nretry-after: \d/i.test(text) ? ' with Retry-After' : '');

/** Sends each call at its time, regardless of earlier ones. */
async function send(due: number): Promise<void> {
  try {
    const connection = idle.pop() ?? (await Connection.open(port));
    const status = await connection.exchange(next());
    const answer = status < 300 ? '2xx' : `${status}${retryOf(connection)}`;
    statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
    if (status < 300) admitted.push(performance.now() - due);
    idle.push(connection);
  } catch (error) {
    const answer = (error as Error).message;
    statuses.set(answer, (statuses.get(answer) ?? 0) + 1);
  } finally {
    open -= 1;
  }
}

const rate = capacity.perSecond * times;
const begun = performance.now();
let sent = 0;
let notSent = 0;
let memory = before.memory;
while (performance.now() - begun < seconds * 1_000) {
  const due = ((performance.now() - begun) / 1_000) * rate;
  for (; sent < due; sent += 1) {
    if (open >= mostConnections) notSent += 1;
    else {
      open += 1;
      void send(performance.now());
    }
  }
  if (sent % 50 === 0) memory = Math.max(memory, await server.memory());
  await delay(1);
}
const ended = performance.now();
let back = 0;
for (;;) {
  const { times: after } = await ordinary();
  if (open === 0 && percentile(after, 0.95) < before.p95 * 2) break;
  back = (performance.now() - ended) / 1_000;
  if (back > 30) break;
}
for (const connection of idle) connection.close();
const after = await server.memory();
await server.stop();

const answers = [...statuses].map(([answer, count]) => `${answer}: ${count}`);
const overload = `${times} times the load that the server reached`;
await report({
  program: 'overload.ts',
  about: `Calls at ${times} times the rate that the server reached with 32 connections, regardless of earlier ones; ${seconds} seconds.
Sent: ${(((sent - notSent) / sent) * 100).toFixed(0)} % of what was due.`,
  figures: [
    [`${overload}: answers`, answers.join(', '), 'only 2xx, 429 and 503 with Retry-After'],
    [`${overload}: p99 of what was admitted`, `${percentile(admitted, 0.99).toFixed(0)} ms`, '1,000 ms'],
    [
      `${overload}: memory before, at most, after`,
      `${[before.memory, memory, after].map((size) => size.toFixed(0)).join(', ')} MB`,
      'bounded',
    ],
    [`${overload}: p95 within twice that before`, `${back.toFixed(1)} s after the end`, '5 s'],
  ],
});
