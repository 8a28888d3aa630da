import { once } from 'node:events';
import { type Socket, connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { type TestContext, describe, expect, test } from 'vitest';
import { nextBug } from '#server/engine/bugs/bugs.ts';
import { insertBug } from './features/bugs/queries.ts';
import { aBug, testApp } from './test/harness.ts';

const app = await testApp();
const user = await app.user();
const { hostname, port } = new URL(app.url);

/**
 * Opens a connection that sends the bytes, then a byte at intervals. Resolves with what it has received once it is
 * closed.
 */
function crawl(bytes: string): { socket: Socket; cut: Promise<string> } {
  const socket = connect(Number(port), hostname);
  let received = '';
  socket.on('data', (data) => (received += String(data)));
  socket.write(bytes);
  const dripping = setInterval(() => socket.write('a'), 1_000);
  const { promise: cut, resolve } = Promise.withResolvers<string>();
  // A reset is a cut as well.
  socket.on('error', () => {});
  socket.on('close', () => {
    clearInterval(dripping);
    resolve(received);
  });
  return { socket, cut };
}

const head = `POST /api/users/login HTTP/1.1\r\nHost: ${hostname}\r\n`;

/** An application with a list of eight megabytes, and a function that asks for it on a connection of its own. */
async function withLongList(stallTime: number, { onTestFinished }: TestContext) {
  const long = await testApp({ stallTime });
  const reader = await long.user();
  await long.store.write(async (tx) => {
    for (let i = 0; i < 400; i += 1) {
      const taken = await nextBug(tx, new Date());
      insertBug(tx, { ...taken, creatorId: reader._id }, { ...aBug, description: 'x'.repeat(20_000) });
    }
  });
  const ask = () => {
    const socket = connect(Number(new URL(long.url).port), hostname);
    socket.on('error', () => {});
    socket.pause();
    socket.write(
      `GET /api/bugs HTTP/1.1\r\nHost: ${hostname}\r\nAuthorization: Bearer ${reader.token}\r\n\r\n`,
    );
    onTestFinished(() => void socket.destroy());
    return socket;
  };
  return { ...long, ask };
}

/** The last chunk of an answer whose length was not known at its beginning. */
const lastChunk = '\r\n0\r\n\r\n';

// Mostly waits for timeouts.
describe.concurrent('slow clients:', () => {
  test(
    'clients that never finish a request are disconnected and delay no one',
    { tags: ['slow'] },
    async () => {
      const headers = Array.from({ length: 200 }, () => crawl(`${head}X-Slow: `));
      const bodies = Array.from({ length: 200 }, () =>
        crawl(`${head}Content-Type: application/json\r\nContent-Length: 50000\r\n\r\n{"email":"`),
      );
      const served = await Promise.all(
        Array.from({ length: 50 }, () => user.send('GET', '/api/users/profile')),
      );
      expect(served.every(({ status }) => status === 200)).toBe(true);
      const answers = await Promise.all([...headers, ...bodies].map(({ cut }) => cut));
      expect(answers).toHaveLength(400);
      expect(answers.every((text) => text === '' || /^HTTP\/1\.1 4(00|08) /.test(text))).toBe(true);
    },
  );

  test('a client that reads nothing is disconnected', { tags: ['slow'] }, async (context) => {
    const { ask, connections } = await withLongList(2_000, context);
    ask();
    // Only visible on the server's side: unread data on this side hides the end.
    let open = 0;
    for (const wanted of [1, 0]) for (; open !== wanted; open = await connections()) await delay(100);
    expect(open).toBe(0);
  });

  test(
    'a client that reads slowly, but now and then, is not disconnected',
    { tags: ['slow'] },
    async (context) => {
      const { ask } = await withLongList(3_000, context);
      const socket = ask();
      const began = performance.now();
      let [text, taken] = ['', 0];
      socket.on('data', (data) => {
        text = (text + String(data)).slice(-lastChunk.length);
        taken += data.length;
        if (text === lastChunk) socket.destroy();
        if (taken < 2_000_000) return;
        taken = 0;
        socket.pause();
        setTimeout(() => socket.resume(), 1_000);
      });
      socket.resume();
      await once(socket, 'close');
      expect(text).toBe(lastChunk);
      expect(performance.now() - began).toBeGreaterThan(3_000);
    },
  );

  test('a list that fails while it is sent ends without its last chunk and locks nothing', async (context) => {
    const { ask, store, lines } = await withLongList(60_000, context);
    const socket = ask();
    await once(socket, 'readable');
    // On PostgreSQL this waits for all readers of the table, and would fail after a second.
    await store.write((tx) => tx.schema.alterTable('bugs').renameTo('lost').execute());
    let text = '';
    socket.on('data', (data) => (text += String(data)));
    socket.resume();
    await once(socket, 'close');
    expect(text).toContain('HTTP/1.1 200 OK');
    expect(text.endsWith(lastChunk)).toBe(false);
    expect(lines.join('')).toContain('answer broken off');
  });
});

test('a client that leaves in the middle of its body is not logged as a failure', async () => {
  const { connections, lines, url } = await testApp();
  const socket = connect(Number(new URL(url).port), hostname);
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 50000\r\n\r\n{`);
  await expect.poll(connections).toBe(1);
  // Its head has been read, because that of a later connection has.
  await fetch(`${url}/healthz`, { headers: { connection: 'close' } });
  socket.destroy();
  await expect.poll(connections).toBe(0);
  expect(lines.join('')).not.toContain('request failed');
});

test('connections can be idle for longer than proxies keep them', async () => {
  const { headers } = await app.anonymous.send('GET', '/healthz');
  expect(headers.get('keep-alive')).toBe('timeout=65');
});
