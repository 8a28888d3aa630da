import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  type Admission,
  type AdmissionLimits,
  admitRequests,
  maxConcurrentOfUser as atOnce,
} from './admission.ts';
import { sendError } from '#server/http/errors.ts';

/** How long a request keeps the server busy, in milliseconds. */
const work = 1;
const [ada, ben] = ['a'.repeat(43), 'b'.repeat(43)];

let app: FastifyInstance;
let started: string[];
let gate: PromiseWithResolvers<void>;
let admission: Admission;
let sockets: Socket[];
interface Line {
  level: number;
  msg: string;
  err?: unknown;
}
let lines: Line[];
beforeEach(() => serve());
afterEach(close);

async function serve(limits?: AdmissionLimits): Promise<void> {
  lines = [];
  const stream = { write: (line: string) => lines.push(JSON.parse(line) as Line) };
  app = fastify({ exposeHeadRoutes: false, logger: { level: 'warn', stream } });
  started = [];
  sockets = [];
  gate = Promise.withResolvers<void>();
  admission = admitRequests(app, limits);
  admission.identify(ada, 'ada');
  admission.identify(ben, 'ben');
  app.setErrorHandler((error, request, reply) => sendError(request, reply, error));
  app.get('/healthz', async () => 'ok');
  app.get('/asset.js', async () => '');
  const config = { queued: true };
  app.get('/api/work', { config }, async ({ query }) => {
    started.push((query as { n: string }).n);
    const begun = performance.now();
    while (performance.now() - begun < work);
    return 'done';
  });
  // Runs until the gate is opened, as with a slow database.
  app.get('/api/wait', { config }, async ({ query }) => {
    started.push((query as { n: string }).n);
    await gate.promise;
    return 'done';
  });
  await app.listen();
}

async function close(): Promise<void> {
  gate.resolve();
  for (const socket of sockets) socket.destroy();
  await app.close();
}

/** Starts the server again, with other limits. */
async function limit(limits: AdmissionLimits): Promise<void> {
  await close();
  await serve(limits);
}

const inject = (n: number) => app.inject(`/api/work?n=${n}`);

/** Sends a request over its own socket; resolves with the response. */
function send(target: string, token: string): { socket: Socket; status: Promise<number> } {
  const socket = connect((app.server.address() as AddressInfo).port, 'localhost');
  sockets.push(socket);
  socket.on('error', () => {});
  socket.write(`GET ${target} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${token}\r\n\r\n`);
  const status = once(socket, 'data').then(([head]) => Number(String(head).slice(9, 12)));
  return { socket, status };
}

const sendMany = (count: number, name: string, token: string) =>
  Array.from({ length: count }, (_, n) => send(`/api/wait?n=${name}${n}`, token));
async function waiting(count: number): Promise<void> {
  await expect.poll(() => admission.waiting, { timeout: 30_000 }).toBe(count);
}
async function underWay(count: number): Promise<void> {
  await expect.poll(() => started.length, { timeout: 30_000 }).toBe(count);
}

test('requests of one client start in the order in which they came', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => inject(n)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200));
  expect(started).toEqual(Array.from({ length: 30 }, (_, n) => String(n)));
});

test('when too many wait, requests are refused and other paths are not delayed', async () => {
  const crowd = Promise.all(Array.from({ length: 2_000 }, (_, n) => inject(n)));
  const others = await Promise.all(['/healthz', '/asset.js'].map((url) => app.inject(url)));
  expect(others.map((answer) => answer.statusCode)).toEqual([200, 200]);
  expect(started.length).toBeLessThan(1_000);
  const answers = await crowd;
  const refused = answers.filter((answer) => answer.statusCode === 503);
  expect(refused.length).toBeGreaterThan(900);
  expect(new Set(refused.map(({ headers }) => headers['retry-after']))).toEqual(new Set(['2']));
  expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(2_000 - refused.length);
  expect(admission.refused).toBe(refused.length);
  // Refused as expected: one line in the log, without a stack.
  expect(lines.filter(({ msg }) => msg === 'request refused')).toHaveLength(refused.length);
  expect(lines.filter(({ level, err }) => level >= 50 || err !== undefined)).toEqual([]);
  expect((await inject(2_001)).statusCode).toBe(200);
});

test('requests whose clients have gone are dropped from the queue, and never started', async () => {
  const first = sendMany(atOnce, 'first', ada);
  await underWay(atOnce);
  const gone = sendMany(20, 'gone', ada);
  await waiting(20);
  const remaining = send('/api/wait?n=remaining', ada);
  await waiting(21);
  for (const { socket } of gone) socket.destroy();
  await waiting(1);
  gate.resolve();
  expect(await remaining.status).toBe(200);
  expect(new Set(await Promise.all(first.map(({ status }) => status)))).toEqual(new Set([200]));
  expect([started.length, admission.refused]).toEqual([atOnce + 1, 0]);
});

test('pipelined requests of a client are dropped with its connection', async () => {
  const first = sendMany(atOnce, 'first', ada);
  await underWay(atOnce);
  const { socket } = send('/api/wait?n=first', ada);
  const again = `GET /api/wait?n=more HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${ada}\r\n\r\n`;
  for (let i = 0; i < 20; i += 1) socket.write(again);
  await waiting(21);
  socket.destroy();
  await waiting(0);
  gate.resolve();
  await Promise.all(first.map(({ status }) => status));
  // Dropped rather than refused after the longest wait.
  expect([started.length, admission.refused]).toEqual([atOnce, 0]);
});

test('requests of one user do not delay those of another', async () => {
  const crowd = sendMany(atOnce + 20, 'ada', ada);
  await underWay(atOnce);
  await waiting(20);
  expect(await send('/api/work?n=ben', ben).status).toBe(200);
  expect(admission.waiting).toBe(20);
  gate.resolve();
  expect(new Set(await Promise.all(crowd.map(({ status }) => status)))).toEqual(new Set([200]));
});

test('the newest request of the busiest user is refused, not that of a newcomer', async () => {
  await limit({ maxWaiting: 20, longest: 60_000, burst: { requests: 0, longest: 60_000 } });
  const crowd = sendMany(atOnce + 19, 'ada', ada);
  await underWay(atOnce);
  await waiting(19);
  const newest = send('/api/wait?n=newest', ada);
  await waiting(20);
  expect(await send('/api/work?n=ben', ben).status).toBe(200);
  expect(await newest.status).toBe(503);
  expect([admission.waiting, admission.refused]).toEqual([19, 1]);
  gate.resolve();
  expect(new Set(await Promise.all(crowd.map(({ status }) => status)))).toEqual(new Set([200]));
});

test('two hundred requests that one user sends at once are all served, even slow ones', async () => {
  const all = sendMany(200, 'ada', ada);
  await waiting(200 - atOnce);
  // Longer than requests wait under sustained load.
  await delay(1_000);
  gate.resolve();
  expect(new Set(await Promise.all(all.map(({ status }) => status)))).toEqual(new Set([200]));
  expect(admission.refused).toBe(0);
});

test('under sustained load, a request that has waited for too long is refused', async () => {
  await limit({ maxWaiting: 100, longest: 500, burst: { requests: 1, longest: 60_000 } });
  for (const round of [1, 2]) {
    gate = Promise.withResolvers();
    const first = sendMany(atOnce, `round${round}`, ada);
    await underWay(round * (atOnce + 1) - 1);
    // The first request since the queue was empty counts as a burst.
    const burst = send('/api/wait?n=burst', ada);
    await waiting(1);
    expect(await send('/api/wait?n=late', ada).status).toBe(503);
    expect([admission.waiting, admission.refused]).toEqual([1, round]);
    gate.resolve();
    expect(await burst.status).toBe(200);
    await Promise.all(first.map(({ status }) => status));
  }
});

test('admission depends on the route, however the target is written', async () => {
  const first = sendMany(atOnce, 'first', ada);
  await underWay(atOnce);
  const targets = ['/api/work?n=1', '/%61pi/w%6frk?n=2', 'http://localhost/api/work?n=3'];
  const all = targets.map((target) => send(target, ada));
  // A request for an API address that does not exist waits as well; one for a page or a file does not.
  const others = ['//api/work', '/api/nothing'].map((target) => send(target, ada));
  await waiting(targets.length + others.length);
  expect(await send('/asset.js', ada).status).toBe(200);
  expect(await send('/login', ada).status).toBe(404);
  gate.resolve();
  expect(await Promise.all(all.map(({ status }) => status))).toEqual([200, 200, 200]);
  expect(await Promise.all(others.map(({ status }) => status))).toEqual([404, 404]);
  await Promise.all(first.map(({ status }) => status));
});
