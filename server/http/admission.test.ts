import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Admission, admitInTurn } from './admission.ts';
import { sendError, toAppError } from './errors.ts';

/** How long a request keeps the server busy, in milliseconds. */
const work = 2;

let app: FastifyInstance;
let started: string[];
let admission: Admission;
beforeEach(() => {
  app = fastify();
  started = [];
  admission = admitInTurn(app);
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
  app.get('/api/work', async ({ query }) => {
    started.push((query as { n: string }).n);
    const begun = performance.now();
    while (performance.now() - begun < work);
    return 'done';
  });
});
afterEach(() => app.close());

const send = (n: number) => app.inject(`/api/work?n=${n}`);

test('requests are started in the order in which they came, and none is forgotten', async () => {
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => send(n)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(30).fill(200));
  expect(started).toEqual(Array.from({ length: 30 }, (_, n) => String(n)));
});

test('whoever comes while a thousand wait and would wait long is refused at once; the others are served', async () => {
  const crowd = Promise.all(Array.from({ length: 1_000 }, (_, n) => send(n)));
  // By then it is known how long each of them takes.
  await expect.poll(() => started.length, { interval: 1, timeout: 10_000 }).toBeGreaterThan(50);
  const more = Promise.all(Array.from({ length: 1_000 }, (_, n) => send(1_000 + n)));
  const last = send(2_000);
  const others = Promise.all(['/healthz', '/asset.js'].map((url) => app.inject(url)));
  const { statusCode, headers } = await last;
  expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
  expect((await others).map((answer) => answer.statusCode)).toEqual([200, 200]);
  // Neither has waited for the crowd.
  expect(started.length).toBeLessThan(1_000);
  expect((await crowd).filter((answer) => answer.statusCode !== 200)).toEqual([]);
  const refused = (await more).filter((answer) => answer.statusCode === 503);
  expect(admission.refused).toBe(refused.length + 1);
  expect((await send(2_001)).statusCode).toBe(200);
});
