// What the slowest texts cost, as a multiple of an ordinary one of the same size in bytes: `node lab/bench/worst-texts.ts`.
// Goal: at most 5. The cost is the processor time of the serving process, which is this one.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { median, table } from '#lab/figures.ts';
import { filedBug, person } from '#lab/server.ts';
import { plainText, worstTexts } from '#server/test/worst-texts.ts';
import { buildApp } from '#server/app.ts';
import { migrate } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';
import { report } from './parts/report.ts';

const rounds = 15;
const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
const store = await openDatabase(`file:${join(folder, 'katydid.db')}`, { exclusive: true });
await migrate(store);
const app = await buildApp({ store, logger: pino({ level: 'silent' }) });

const post = (url: string, payload: object, token = '') =>
  app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } });
const { token } = (await post('/api/users/register', person)).json<{ token: string }>();

/** Milliseconds of the processor, the median of all rounds. */
async function costOf(work: () => Promise<unknown>): Promise<number> {
  const costs: number[] = [];
  for (let i = 0; i < rounds; i += 1) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1000);
  }
  return median(costs);
}

/** Each text at the largest size that its place accepts, and one beyond every limit. */
const places: [name: string, octets: number, send: (text: string) => Promise<unknown>][] = [
  ['password at login', 63_000, (password) => post('/api/users/login', { email: person.email, password })],
  ['e-mail at login', 63_000, (email) => post('/api/users/login', { ...person, email })],
  ['name', 63_000, (name) => post('/api/users/register', { ...person, name })],
  ['title', 255_000, (title) => post('/api/bugs', { ...filedBug, title }, token)],
  ['description, refused', 620_000, (description) => post('/api/bugs', { ...filedBug, description }, token)],
  [
    'description, refused',
    1_250_000,
    (description) => post('/api/bugs', { ...filedBug, description }, token),
  ],
  [
    'a description that is stored',
    95_000,
    (description) => post('/api/bugs', { ...filedBug, description }, token),
  ],
];
const lines: string[][] = [];
for (const [name, octets, send] of places) {
  const ordinary = plainText(octets);
  await costOf(() => send(ordinary));
  const plain = await costOf(() => send(ordinary));
  let [most, worst] = [0, ''];
  for (const [kind, text] of Object.entries(worstTexts(octets))) {
    const ratio = (await costOf(() => send(text))) / plain;
    if (ratio > most) [most, worst] = [ratio, kind];
  }
  lines.push([name, `${octets}`, most.toFixed(1), worst]);
}
await app.close();
await store.close();
await rm(folder, { recursive: true });
await report(
  'The worst texts (`node lab/bench/worst-texts.ts`)',
  `Processor time of a request with the text that takes longest, times that of an ordinary one of as many bytes; SQLite,
the median of ${rounds} each.

${table(['text', 'bytes', 'worst, times plain', 'which'], lines)}`,
);
