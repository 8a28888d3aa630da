import { once } from 'node:events';
import { type AddressInfo, type Socket, connect } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Admission, admitRequests } from './admission.ts';
import { sendError, toAppError } from './errors.ts';

/** How long a request keeps the server busy, in milliseconds. */
const work = 1;
/** As many of a user's requests are worked on at once. */
const atOnce = 32;
const [ada, ben] = ['a'.repeat(43), 'b'.repeat(43)];

let app: FastifyInstance;
let started: string[];
let gate: PromiseWithResolvers<void>;
let admission: Admission;
let sockets: Socket[];
beforeEach(async () => {
  app = fastify({ exposeHeadRoutes: false });
  started = [];
  sockets = [];
  gate = Promise.withResolvers<void>();
  admission = admitRequests(app);
  admission.identify(ada, 'ada');
  admission.identify(ben, 'ben');
  app.setErrorHandler((error, request, reply) =>
    sendError(
      request,
      reply,
      error,
      toAppError(error, () => undefined),
    ),
  );
  app.get('/healthz', async () => 'ok');
  app.get('/asset.js', async () => '');
  const config = { queued: true };
  app.get('/api/work', { config }, async ({ query }) => {
    started.push((query as { n: string }).n);
    const begun = performance.now();
    while (performance.now() - begun < work);
    return 'done';
  });
  // Takes until the gate is opened, as where the database is slow.
  app.get('/api/wait', { config }, async ({ query }) => {
    started.push((query as { n: string }).n);
    await gate.promise;
    return 'done';
  });
  await app.listen();
});
afterEach(async () => {
  gate.resolve();
  for (const socket of sockets) socket.destroy();
  await app.close();
});

const inject = (n: number) => app.inject(`/api/work?n=${n}`);

/** Sends a request over a socket of its own; its answer is the promise. */
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

test('requests of one client are started in the order in which they came, and none is lost', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => inject(n)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200));
  expect(started).toEqual(Array.from({ length: 30 }, (_, n) => String(n)));
});

test('where a thousand wait and the wait would be long, a newcomer is refused at once', async () => {
  const crowd = Promise.all(Array.from({ length: 1_000 }, (_, n) => inject(n)));
  // By then it is known how long each of them takes.
  await expect.poll(() => started.length, { interval: 1, timeout: 10_000 }).toBeGreaterThan(50);
  const more = Promise.all(Array.from({ length: 1_000 }, (_, n) => inject(1_000 + n)));
  const last = inject(2_000);
  const others = Promise.all(['/healthz', '/asset.js'].map((url) => app.inject(url)));
  const { statusCode, headers } = await last;
  expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
  expect((await others).map((answer) => answer.statusCode)).toEqual([200, 200]);
  // Neither has waited for the crowd.
  expect(started.length).toBeLessThan(1_000);
  expect((await crowd).filter((answer) => answer.statusCode !== 200)).toEqual([]);
  const refused = (await more).filter((answer) => answer.statusCode === 503);
  expect(admission.refused).toBe(refused.length + 1);
  expect((await inject(2_001)).statusCode).toBe(200);
});

test('requests whose clients have gone are dropped from the queue, and never started', async () => {
  const first = sendMany(atOnce, 'first', ada);
  await underWay(atOnce);
  const gone = sendMany(20, 'gone', ada);
  await waiting(20);
  const patient = send('/api/wait?n=patient', ada);
  await waiting(21);
  for (const { socket } of gone) socket.destroy();
  await waiting(1);
  gate.resolve();
  expect(await patient.status).toBe(200);
  expect(new Set(await Promise.all(first.map(({ status }) => status)))).toEqual(new Set([200]));
  expect([started.length, admission.refused]).toEqual([atOnce + 1, 0]);
});

test('requests that one client sends without waiting for answers are dropped with its connection', async () => {
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
  // Dropped, and not refused after the longest wait.
  expect([started.length, admission.refused]).toEqual([atOnce, 0]);
});

test('one user’s requests do not keep another’s from being served', async () => {
  const crowd = sendMany(atOnce + 20, 'ada', ada);
  await underWay(atOnce);
  await waiting(20);
  expect(await send('/api/work?n=ben', ben).status).toBe(200);
  expect(admission.waiting).toBe(20);
  gate.resolve();
  expect(new Set(await Promise.all(crowd.map(({ status }) => status)))).toEqual(new Set([200]));
});

test('admission goes by the route, however the target is written', async () => {
  const first = sendMany(atOnce, 'first', ada);
  await underWay(atOnce);
  const targets = ['/api/work?n=1', '/%61pi/w%6frk?n=2', 'http://localhost/api/work?n=3'];
  const all = targets.map((target) => send(target, ada));
  await waiting(targets.length);
  // What only looks like one is no route, and not worth waiting for.
  expect(await Promise.all(['//api/work', '/api/nothing'].map((target) => send(target, ada).status))).toEqual(
    [404, 404],
  );
  gate.resolve();
  expect(await Promise.all(all.map(({ status }) => status))).toEqual([200, 200, 200]);
  await Promise.all(first.map(({ status }) => status));
});
