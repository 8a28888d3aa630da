import { type Socket, connect } from 'node:net';
import { expect, test } from 'vitest';
import { insertBug, nextNumber } from './features/bugs/queries.ts';
import { aBug, testApp } from './test/harness.ts';

const app = await testApp();
const user = await app.user();
const { hostname, port } = new URL(app.url);

/** Opens a connection that sends the bytes and then a byte now and again; resolves with what it was told when it is cut. */
function crawl(bytes: string): { socket: Socket; cut: Promise<string> } {
  const socket = connect(Number(port), hostname);
  let told = '';
  socket.on('data', (data) => (told += String(data)));
  socket.write(bytes);
  const dripping = setInterval(() => socket.write('a'), 1_000);
  const { promise: cut, resolve } = Promise.withResolvers<string>();
  // A reset is a cut as well.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(dripping);
    resolve(told);
  });
  return { socket, cut };
}

const patience = { timeout: 120_000, interval: 500 };
const head = `POST /api/users/login HTTP/1.1\r\nHost: ${hostname}\r\n`;

test('clients that send headers or a body without end are cut, and keep nobody from being served', async () => {
  const headers = Array.from({ length: 200 }, () => crawl(`${head}X-Slow: `));
  const bodies = Array.from({ length: 200 }, () =>
    crawl(`${head}Content-Type: application/json\r\nContent-Length: 50000\r\n\r\n{"email":"`),
  );
  const served = await Promise.all(Array.from({ length: 50 }, () => user.send('GET', '/api/users/profile')));
  expect(served.every(({ status }) => status === 200)).toBe(true);
  const told = await Promise.all([...headers, ...bodies].map(({ cut }) => cut));
  expect(told).toHaveLength(400);
  expect(told.every((text) => text === '' || /^HTTP\/1\.1 4(00|08) /.test(text))).toBe(true);
}, 120_000);

test('a reader that takes nothing is cut', async () => {
  const description = 'x'.repeat(20_000);
  await app.store.write(async (tx) => {
    for (let i = 0; i < 400; i += 1) {
      const origin = { number: await nextNumber(tx), creatorId: user._id, at: new Date().toISOString() };
      await insertBug(tx, origin, { ...aBug, description });
    }
  });
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.write(`GET /api/bugs HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${user.token}\r\n\r\n`);
  // Only the server's side tells: what is not read here hides the end.
  await expect.poll(() => app.connections(), patience).toBe(1);
  await expect.poll(() => app.connections(), patience).toBe(0);
  socket.destroy();
}, 300_000);
