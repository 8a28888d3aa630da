// How long one request of a signed-in user keeps everyone else waiting: the longest delay of /healthz while the worst
// queries of each route run, compared with that during a plain one. `node lab/bench/worst-queries.ts`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { nextBug } from '#server/db/bugs/bug-numbers.ts';
import { insertBug } from '#server/features/bugs/queries.ts';
import { insertEntry } from '#server/features/history/queries.ts';
import { setRole } from '#server/features/users/queries.ts';
import { Connection, bytes, median } from './parts/load.ts';
import { report, row } from './parts/report.ts';
import { seedFile, startServer } from './parts/server.ts';

const { values } = parseArgs({
  options: { long: { type: 'string', default: '900' }, small: { type: 'string', default: '100000' } },
});
const goal = 100;
const rounds = 3;
const longBugs = Number(values.long);
const edits = 100;
const smallBugs = Number(values.small);
const maxText = 20_000;

if (isMainThread) await main();
else await watch();

/** Polls /healthz, on its own thread so that answers of many megabytes do not delay it. */
async function watch(): Promise<void> {
  const { port } = workerData as { port: number };
  let connection = await Connection.open(port);
  const call = bytes('GET', '/healthz');
  let longest = 0;
  parentPort?.on('message', () => {
    parentPort?.postMessage(longest, []);
    longest = 0;
  });
  parentPort?.postMessage(0, []);
  for (;;) {
    const asked = performance.now();
    // A server that was busy beyond the idle timeout has closed the connection.
    const isOpen = await connection.exchange(call).then(
      () => true,
      () => false,
    );
    if (!isOpen) connection = await Connection.open(port);
    longest = Math.max(longest, performance.now() - asked);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** Texts that are expensive to search: of one letter, of two in turn, of emoji, and of code points that differ. */
function longText(i: number): string {
  if (i % 3 === 0) return `aab ${'a'.repeat(maxText - 4)}`;
  if (i % 3 === 1) return '🦗'.repeat(maxText);
  return Array.from({ length: maxText }, (_, at) =>
    String.fromCodePoint(0x4e00 + ((at * (i + 7)) % 9_000)),
  ).join('');
}

/** Makes the user an admin who has filed this many long bugs; returns the id of the last, which has a long history. */
async function fill(databaseUrl: string, email: string, bugs: number): Promise<string> {
  const store = await openDatabase(databaseUrl, { exclusive: false });
  await migrate(store);
  const user = await store.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  await store.write((tx) => setRole(tx, user.id, 'admin'));
  let bugId = '';
  for (let begin = 0; begin < bugs; begin += 20) {
    await store.write(async (tx) => {
      for (let i = begin; i < begin + 20; i += 1) {
        const origin = { ...(await nextBug(tx, new Date())), creatorId: user.id };
        bugId = insertBug(tx, origin, {
          title: `${'a'.repeat(190)} ${i}`,
          description: longText(i),
          status: (['open', 'in-progress', 'resolved'] as const)[i % 3] ?? 'open',
          priority: 'low',
          assignedTo: i % 2 ? user.id : null,
        });
      }
    });
  }
  if (bugId === '') return store.close().then(() => '');
  await store.write(async (tx) => {
    for (let version = 2; version < 2 + edits; version += 1) {
      const bug = { _id: bugId, version, updatedAt: new Date().toISOString() };
      const [from, to] = [longText(1), longText(2)];
      await insertEntry(tx, bug as Parameters<typeof insertEntry>[1], {
        userId: user.id,
        changes: [{ field: 'description', from, to }],
      });
    }
  });
  await store.close();
  return bugId;
}

function queries(bugId: string): Record<string, string[]> {
  const a = 'a'.repeat(499);
  const needles = {
    'one letter': 'a',
    'two letters': 'aa',
    'rare letter': 'ξ',
    '500 letters that nearly match': `${a}b`,
    'the same, turned round': `b${a}`,
    '1,000 letters': 'a'.repeat(1_000),
    '1,000 emoji that nearly match': `${'🦗'.repeat(999)}!`,
    '1,000 different characters': longText(2).slice(5_000, 6_000),
    quotes: '"'.repeat(1_000),
    'words that are common': 'the menu is the list the steps',
  };
  const lists = Object.entries(needles).map(([name, needle]) => [
    `list, q of ${name}`,
    [
      'sort=title',
      'sort=-updatedAt',
      'sort=createdAt&status=open',
      'sort=-priority&assignedTo=me&createdBy=me',
    ].map((rest) => `/api/bugs?limit=50&${rest}&q=${encodeURIComponent(needle)}`),
  ]);
  return {
    ...(Object.fromEntries(lists) as Record<string, string[]>),
    'list, page of 500': ['title', '-status', 'priority', '-updatedAt', 'createdAt'].map(
      (sort) => `/api/bugs?limit=500&sort=${sort}`,
    ),
    'list, filters that no index has': [
      '/api/bugs?limit=500&assignedTo=me&createdBy=me&sort=title',
      '/api/bugs?limit=500&status=resolved&assignedTo=none&sort=-updatedAt',
      '/api/bugs?number=1&q=a&limit=1',
    ],
    'the whole list': ['/api/bugs', '/api/bugs?sort=title&q=a'],
    'counts and weeks': ['/api/bugs/stats', '/api/stats/weekly'],
    ...(bugId !== '' && { history: [`/api/bugs/${bugId}/history`] }),
    'users, sessions': ['/api/users', '/api/users/sessions'],
    'admin lists': ['/api/admin/audit?action=signed%20in', '/api/admin/users?q=a'],
  };
}

async function main(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
  const lines: string[] = [];
  const kinds = [
    { name: `${longBugs} of ${maxText} characters`, url: `file:${join(folder, 'long.db')}`, bugs: longBugs },
    { name: `${smallBugs} small ones`, url: seedFile(folder, smallBugs), bugs: 0 },
  ];
  for (const { name, url: databaseUrl, bugs } of kinds) {
    const server = await startServer({ databaseUrl });
    const email = `bench${Date.now()}@example.com`;
    const token = await server.register(email);
    const bugId = await fill(databaseUrl, email, bugs);
    const port = Number(new URL(server.url).port);
    let renamed = 0;
    const pinger = new Worker(new URL(import.meta.url), { workerData: { port } });
    const longest = () =>
      new Promise<number>((resolve) => {
        pinger.once('message', resolve);
        pinger.postMessage('longest', []);
      });
    await new Promise((resolve) => pinger.once('message', resolve));

    /** The longest delay while the paths are asked for, one after another. */
    async function delay(paths: string[]): Promise<number> {
      await longest();
      for (const path of paths) {
        // A commit, so that no answer comes from the cache.
        await server.send('PUT', '/api/users/profile', { token, body: { name: `Bench ${(renamed += 1)}` } });
        await fetchAll(server.url + path, token);
      }
      return longest();
    }
    const plain: number[] = [];
    for (let i = 0; i < rounds; i += 1)
      plain.push(await delay(Array(10).fill('/api/users/profile') as string[]));
    for (const [what, paths] of Object.entries(queries(bugId))) {
      const times: number[] = [];
      for (let i = 0; i < rounds; i += 1) times.push(await delay(paths));
      const [worst, usual] = [median(times), median(plain)];
      process.stderr.write(`${name}: ${what} ${worst.toFixed(0)} ms\n`);
      lines.push(
        row(
          what,
          name,
          `${(worst / usual).toFixed(1)} (${worst.toFixed(0)} and ${usual.toFixed(0)} ms)`,
          `${goal} ms`,
        ),
      );
    }
    await pinger.terminate();
    await server.stop();
  }
  await rm(folder, { recursive: true });
  await report(
    'Worst queries (`node lab/bench/worst-queries.ts`)',
    `SQLite, over HTTP. The longest delay of \`/healthz\` while one user sends the worst queries of a route one after another, against its
longest delay while profiles are read; medians of ${rounds} rounds.

${row('what', 'bugs', 'times the plain delay', 'goal: at most')}
| --- | --- | --- | --- |
${lines.join('\n')}`,
  );
}

async function fetchAll(url: string, token: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) process.stderr.write(`${answer.status} ${url.slice(0, 100)}\n`);
  for await (const _ of answer.body ?? []);
}
