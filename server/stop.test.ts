import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { register } from '#contract/accounts/users.ts';
import { aBug, client, password } from './test/harness.ts';
import { LiveReader } from './test/live-reader.ts';
import { type ServerProcess, type StartOptions, startServer } from './test/server-process.ts';

let folder: string;
let server: ServerProcess;

async function start(options?: StartOptions): Promise<void> {
  server = await startServer(`file:${join(folder, 'katydid.db')}`, options);
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'katydid-stop-'));
});

afterEach(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

/** Starts a server, with a user. */
async function person() {
  await start();
  const body = { name: 'Ann', email: 'ann@example.com', password };
  const answer = await client(server.url, undefined).call(register, { body });
  return answer.body;
}

/** Sends the signal, and waits until it has arrived. */
async function beginToStop(signal: 'SIGTERM' | 'SIGINT'): Promise<void> {
  server.child.kill(signal);
  await expect
    .poll(() => server.log.some(({ msg }) => msg.startsWith('Stopping')), { timeout: 30_000 })
    .toBe(true);
}

test.each([
  ['uncaughtException', `throw new Error('planted')`],
  ['unhandledRejection', `void Promise.reject(new Error('planted'))`],
])('an unhandled fault (%s) is logged, and the server stops in good order', async (event, fault) => {
  await start({ planted: `process.once('SIGUSR2', () => { ${fault} })` });
  server.child.kill('SIGUSR2');
  expect((await server.closed()).code).toBe(1);
  const fatal = server.log.filter(({ level }) => level === 60);
  expect(fatal).toMatchObject([{ msg: event, err: { message: 'planted' } }]);
  expect(server.log.at(-1)?.msg).toBe('Stopped.');
});

test('on SIGINT, the server answers requests under way, and does not wait for idle clients', async () => {
  const { token } = await person();
  const stream = await LiveReader.open(server.url, token);
  const idle = connect(Number(new URL(server.url).port), '127.0.0.1');
  await once(idle, 'connect');
  const body = JSON.stringify(aBug);
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    // Makes the server signal that it has the headers. Until then, it may close the connection as idle.
    expect: '100-continue',
  };
  const sent = request(`${server.url}/api/bugs`, { method: 'POST', headers });
  sent.flushHeaders();
  await once(sent, 'continue');
  sent.write(body.slice(0, 20));
  const began = performance.now();
  await beginToStop('SIGINT');
  sent.end(body.slice(20));
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  expect([answer.statusCode, answer.headers.connection]).toEqual([201, 'close']);
  expect(JSON.parse(await text(answer))).toMatchObject({ title: aBug.title });
  expect(await server.ended()).toBe(0);
  // Well before a forced end, which has another exit code, however busy the machine is.
  expect(performance.now() - began).toBeLessThan(8_000);
  expect(await stream.next()).toBeUndefined();
  idle.destroy();
});

test('on SIGTERM, even twice, `/readyz` fails first, and further requests are answered', async () => {
  const { token } = await person();
  const [anyone, user] = [client(server.url, undefined), client(server.url, token)];
  const ready = () => anyone.send('GET', '/readyz');
  for (let i = 0; i < 3; i += 1) expect((await ready()).status).toBe(200);
  await beginToStop('SIGTERM');
  server.child.kill('SIGTERM');
  const refused = await ready();
  expect([refused.status, refused.error.code, refused.headers.get('retry-after')]).toEqual([
    503,
    'unavailable',
    '2',
  ]);
  const stream = await LiveReader.open(server.url, token);
  const answer = await user.send('GET', '/api/bugs');
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close']);
  expect([(await ready()).status, (await ready()).status]).toEqual([503, 503]);
  expect(await stream.next()).toBeUndefined();
  expect(await server.ended()).toBe(0);
});
