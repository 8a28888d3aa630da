import { type AddressInfo, connect, createServer } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { startDelayProxy } from './delay-proxy.ts';

const milliseconds = 40;

/** The port of a proxy before a server that sends back what it gets. */
async function echoThroughProxy(): Promise<number> {
  const echo = createServer({ allowHalfOpen: true }, (socket) => socket.pipe(socket));
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  const proxy = await startDelayProxy((echo.address() as AddressInfo).port, milliseconds);
  onTestFinished(async () => {
    await proxy.stop();
    echo.close();
  });
  return proxy.port;
}

/** Sends the parts, each in a write of its own, and returns the whole answer. */
async function exchange(port: number, parts: readonly string[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true }).setNoDelay(true);
  for (const part of parts) {
    socket.write(part);
    await new Promise((resolve) => setImmediate(resolve));
  }
  socket.end();
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}

test('bytes sent in many parts just before the end arrive in order', async () => {
  const parts = Array.from({ length: 500 }, (_, i) => `${i},`);
  expect(await exchange(await echoThroughProxy(), parts)).toBe(parts.join(''));
});

test('every round trip is delayed, and connections do not wait for each other', async () => {
  const port = await echoThroughProxy();
  const begun = performance.now();
  await Promise.all(Array.from({ length: 30 }, () => exchange(port, ['x'])));
  const took = performance.now() - begun;
  expect(took).toBeGreaterThanOrEqual(milliseconds - 1);
  expect(took).toBeLessThan(30 * milliseconds);
});
