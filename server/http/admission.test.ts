import { setTimeout as delay } from 'node:timers/promises';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type Admission, admitInTurn } from './admission.ts';
import { sendError, toAppError } from './errors.ts';

/** How long a request keeps the server busy, in milliseconds. */
const work = 5;

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

test('whoever comes while others have waited too long is refused at once, and served when they are done', async () => {
  const crowd = Promise.all(Array.from({ length: 500 }, (_, n) => send(n)));
  await delay(400);
  const late = send(500);
  const others = Promise.all(['/healthz', '/asset.js'].map((url) => app.inject(url)));
  const { statusCode, headers } = await late;
  expect([statusCode, headers['retry-after']]).toEqual([503, '2']);
  expect((await others).map((answer) => answer.statusCode)).toEqual([200, 200]);
  // Neither has waited for the crowd.
  expect(started.length).toBeLessThan(500);
  expect((await crowd).every((answer) => answer.statusCode === 200)).toBe(true);
  expect((await send(501)).statusCode).toBe(200);
  expect(admission.refused).toBe(1);
});
