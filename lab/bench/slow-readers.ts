// What clients that do not read the largest answers cost in memory: the megabytes by which the process grows while 60
// of them wait on each. `node lab/bench/slow-readers.ts`.
import { connect } from 'node:net';
import { setTimeout as passed } from 'node:timers/promises';
import { table } from '#lab/figures.ts';
import { startServer } from '#lab/server.ts';
import { bytes } from './parts/load.ts';
import { fileLongBugs } from './parts/long-bugs.ts';
import { report } from './parts/report.ts';

const goal = 64;
const readers = 60;
const seconds = 8;
const bugs = 300;
const emoji = '🦗'.repeat(19_999);

const server = await startServer();
const token = await server.register();
const bugId = await fileLongBugs(server, token, { bugs, textOf: (i) => `${emoji}${i % 2 ? '🦗' : '!'}` });
const { port } = server;

/** The maximum memory of the process while the readers waited, and its memory before, in megabytes. */
async function measure(path: string): Promise<{ before: number; most: number }> {
  // One-time allocations are not due to readers.
  for (let i = 0; i < 5; i += 1) {
    const answer = await fetch(server.url + path, { headers: { authorization: `Bearer ${token}` } });
    for await (const _ of answer.body ?? []);
  }
  const before = await server.memory();
  const sockets = Array.from({ length: readers }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {});
    socket.pause();
    socket.write(bytes('GET', path, { token }));
    return socket;
  });
  let most = 0;
  for (let i = 0; i < seconds * 10; i += 1) {
    most = Math.max(most, await server.memory());
    await passed(100);
  }
  for (const socket of sockets) socket.destroy();
  await passed(1_000);
  return { before, most };
}

const lines: string[][] = [];
const kinds = {
  'a page of history': `/api/bugs/${bugId}/history`,
  'a page of 500': '/api/bugs?limit=500&sort=title',
  'the whole list': '/api/bugs',
};
for (const [what, path] of Object.entries(kinds)) {
  const { before, most } = await measure(path);
  const grown = `${(most - before).toFixed(0)} MB (${before.toFixed(0)} to ${most.toFixed(0)})`;
  lines.push([what, grown, `${goal} MB`]);
}
await server.stop();
await report(
  'Slow readers (`node lab/bench/slow-readers.ts`)',
  `SQLite, ${bugs} bugs with 20,000 emoji, one of them edited 100 times. By how much the process grows while ${readers} clients that take
nothing ask for it.

${table(['what', 'grew by', 'goal: at most'], lines)}`,
);
