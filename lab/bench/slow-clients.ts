// Measures what a thousand clients that send or read too slowly cost other clients: the 95th percentile of ordinary
// calls beside them, in milliseconds and as a ratio to the same calls without them. `node lab/bench/slow-clients.ts`
// prints a line.
import { type Socket, connect } from 'node:net';
import { percentile, timeOf } from '#lab/figures.ts';
import { filedBug, startServer } from '#lab/server.ts';
import { report } from './parts/report.ts';

const clients = 1_000;
const seconds = 10;
const atOnce = 8;

const server = await startServer();
const token = await server.register();
const bug = { ...filedBug, description: 'Long. '.repeat(3_000) };
for (let i = 0; i < 400; i += 1) await server.file(token, bug);

/** The 95th percentile of the calls made within these seconds, in milliseconds. */
async function measure(): Promise<number> {
  const end = performance.now() + seconds * 1_000;
  const times: number[] = [];
  const caller = async () => {
    while (performance.now() < end)
      times.push(await timeOf(() => server.send('GET', '/api/users/profile', { token })));
  };
  await Promise.all(Array.from({ length: atOnce }, caller));
  return percentile(times, 0.95);
}

const { hostname, port } = new URL(server.url);
const host = `Host: ${hostname}\r\n`;
const kinds = [
  // Headers without end.
  `GET /api/bugs HTTP/1.1\r\n${host}X-Slow: `,
  // A body that trickles in.
  `POST /api/users/login HTTP/1.1\r\n${host}Content-Type: application/json\r\nContent-Length: 50000\r\n\r\n{"email":"`,
  // A response of seven megabytes that the client does not read.
  `GET /api/bugs HTTP/1.1\r\n${host}Authorization: Bearer ${token}\r\n\r\n`,
];

/**
 * Starts a client that sends these bytes, then one byte a second, and reads nothing. It reconnects when it is
 * disconnected.
 */
function crawl(bytes: string): () => void {
  let socket: Socket;
  let over = false;
  function open() {
    socket = connect(Number(port), hostname);
    socket.pause();
    socket.on('error', () => {});
    socket.on('close', () => over || open());
    socket.write(bytes);
  }
  open();
  const dripping = setInterval(() => socket.write('a'), 1_000);
  return () => {
    over = true;
    clearInterval(dripping);
    socket.destroy();
  };
}

await measure();
const without = await measure();
const stops = Array.from({ length: clients }, (_, i) => crawl(kinds[i % kinds.length] ?? ''));
const slow = await measure();
for (const stop of stops) stop();
const memory = await server.memory();
await server.stop();
await report({
  program: 'slow-clients.ts',
  figures: [
    [
      `p95 of ordinary calls beside ${clients.toLocaleString('en')} clients that send or read slowly`,
      `${slow.toFixed(1)} ms (${(slow / without).toFixed(1)} times that without; memory ${memory.toFixed(0)} MB)`,
      '200 ms',
    ],
  ],
});
