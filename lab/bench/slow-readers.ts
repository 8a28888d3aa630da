// What clients that do not read the largest answers cost in memory: the megabytes by which the process grows while 60
// of them wait on each. `node lab/bench/slow-readers.ts`.
import { mkdtemp, rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as passed } from 'node:timers/promises';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { nextBug } from '#server/db/bugs/bug-numbers.ts';
import { insertBug } from '#server/features/bugs/queries.ts';
import { insertEntry } from '#server/features/history/queries.ts';
import { bytes } from './parts/load.ts';
import { report, row } from './parts/report.ts';
import { person, startServer } from './parts/server.ts';

const goal = 64;
const readers = 60;
const seconds = 8;
const bugs = 300;
const edits = 100;
const emoji = '🦗'.repeat(20_000);

const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
const databaseUrl = `file:${join(folder, 'k.db')}`;
const server = await startServer({ databaseUrl });
const token = await server.register();
const bugId = await fill();
const port = Number(new URL(server.url).port);

/** Files bugs with long descriptions, the last with a long history; returns its id. */
async function fill(): Promise<string> {
  const store = await openDatabase(databaseUrl, { exclusive: false });
  await migrate(store);
  const users = store.db.selectFrom('users').select('id').where('email', '=', person.email);
  const { id: userId } = await users.executeTakeFirstOrThrow();
  const id = await store.write(async (tx) => {
    let last = '';
    for (let i = 0; i < bugs; i += 1) {
      const origin = { ...(await nextBug(tx, new Date())), creatorId: userId };
      const texts = { title: `Long ${i}`, description: emoji };
      last = insertBug(tx, origin, { ...texts, status: 'open', priority: 'low', assignedTo: null });
    }
    for (let version = 2; version < 2 + edits; version += 1) {
      const bug = { _id: last, version, updatedAt: new Date().toISOString() };
      await insertEntry(tx, bug as Parameters<typeof insertEntry>[1], {
        userId,
        changes: [{ field: 'description', from: emoji, to: `${emoji.slice(2)}!` }],
      });
    }
    return last;
  });
  await store.close();
  return id;
}

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

const lines: string[] = [];
const kinds = {
  'a page of history': `/api/bugs/${bugId}/history`,
  'a page of 500': '/api/bugs?limit=500&sort=title',
  'the whole list': '/api/bugs',
};
for (const [what, path] of Object.entries(kinds)) {
  const { before, most } = await measure(path);
  lines.push(
    row(what, `${(most - before).toFixed(0)} MB (${before.toFixed(0)} to ${most.toFixed(0)})`, `${goal} MB`),
  );
}
await server.stop();
await rm(folder, { recursive: true });
await report(
  'Slow readers (`node lab/bench/slow-readers.ts`)',
  `SQLite, ${bugs} bugs with 20,000 emoji, one of them edited ${edits} times. By how much the process grows while ${readers} clients that take
nothing ask for it.

${row('what', 'grew by', 'goal: at most')}
| --- | --- | --- |
${lines.join('\n')}`,
);
