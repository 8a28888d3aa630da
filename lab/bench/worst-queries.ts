// Measures how long one request of a signed-in user makes everyone else wait: the longest delay of /healthz while the
// worst queries of each route run, compared with that during a plain one. `node lab/bench/worst-queries.ts`.
import { parseArgs } from 'node:util';
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads';
import { median, table } from '#lab/figures.ts';
import { katydid, person, seedDatabase, startServer } from '#lab/server.ts';
import { Connection, bytes } from './parts/load.ts';
import { fileLongBugs } from './parts/long-bugs.ts';
import { report } from './parts/report.ts';

const { values } = parseArgs({
  options: { long: { type: 'string', default: '900' }, small: { type: 'string', default: '100000' } },
});
const goal = 100;
const rounds = 3;
const longBugs = Number(values.long);
const smallBugs = Number(values.small);
const maxText = 20_000;

if (isMainThread) await main();
else await watch();

/** Polls /healthz on a thread of its own, so that answers of many megabytes do not delay it. */
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
    // A server that was busy for longer than the idle timeout has closed the connection.
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
    'counts and weeks': ['/api/bugs/stats', '/api/stats/weekly', '/api/dashboard'],
    ...(bugId !== '' && { history: [`/api/bugs/${bugId}/history`] }),
    'users, sessions': ['/api/users', '/api/users/sessions'],
    'admin lists': ['/api/admin/audit?action=signed%20in', '/api/admin/users?q=a'],
  };
}

async function main(): Promise<void> {
  const [lines, figures]: [string[][], string[][]] = [[], []];
  const kinds = [
    { name: `${longBugs} bugs of ${maxText} characters`, long: longBugs, small: 0 },
    { name: `${smallBugs} small bugs`, long: 0, small: smallBugs },
  ];
  for (const { name, long, small } of kinds) {
    const server = await startServer({ ...(small > 0 && { fill: (url) => seedDatabase(url, small) }) });
    const { port } = server;
    const token = await server.register();
    katydid(server.databaseUrl, 'admin', 'grant', person.email);
    const bugId = long > 0 ? await fileLongBugs(server, token, { bugs: long, textOf: longText }) : '';
    let renamed = 0;
    const pinger = new Worker(new URL(import.meta.url), { workerData: { port } });
    const longest = () =>
      new Promise<number>((resolve) => {
        pinger.once('message', resolve);
        pinger.postMessage('longest', []);
      });
    await new Promise((resolve) => pinger.once('message', resolve));

    /** The longest delay while the paths are requested, one after another. */
    async function delay(paths: string[]): Promise<number> {
      await longest();
      for (const path of paths) {
        // Commits a change, so that no answer comes from the cache.
        await server.send('PUT', '/api/users/profile', { token, body: { name: `Bench ${(renamed += 1)}` } });
        await fetchAll(server.url + path, token);
      }
      return longest();
    }
    const measured: { what: string; worst: number; usual: number }[] = [];
    const plain: number[] = [];
    for (let i = 0; i < rounds; i += 1)
      plain.push(await delay(Array(10).fill('/api/users/profile') as string[]));
    for (const [what, paths] of Object.entries(queries(bugId))) {
      const times: number[] = [];
      for (let i = 0; i < rounds; i += 1) times.push(await delay(paths));
      const [worst, usual] = [median(times), median(plain)];
      process.stderr.write(`${name}: ${what} ${worst.toFixed(0)} ms\n`);
      const shown = `${(worst / usual).toFixed(1)} (${worst.toFixed(0)} and ${usual.toFixed(0)} ms)`;
      lines.push([what, name, shown]);
      measured.push({ what, worst, usual });
    }
    for (const { what, worst, usual } of measured.toSorted((a, b) => b.worst - a.worst).slice(0, 2))
      figures.push([
        `longest delay of others during the worst calls in ${name}: ${what}`,
        `${worst.toFixed(0)} ms (${usual.toFixed(0)} ms without)`,
        `${goal} ms`,
      ]);
    await pinger.terminate();
    await server.stop();
  }
  await report({
    program: 'worst-queries.ts',
    about: `SQLite, over HTTP. The longest delay of \`/healthz\` while one user sends the worst queries of a route one after another, against its
longest delay while profiles are read; medians of ${rounds} rounds.

${table(['what', 'bugs', 'times the plain delay'], lines)}`,
    figures,
  });
}

async function fetchAll(url: string, token: string): Promise<void> {
  const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
  if (!answer.ok) process.stderr.write(`${answer.status} ${url.slice(0, 100)}\n`);
  for await (const _ of answer.body ?? []);
}
