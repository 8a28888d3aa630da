// How long a page of 50 bugs takes by a query, against the first page of all. `node bench/queries.ts [--bugs N] [--database file:…]`.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { seedPassword } from '#server/seed/seed.ts';
import { median } from './parts/load.ts';
import { seedFile, startServer } from './parts/server.ts';

const { values } = parseArgs({
  options: { bugs: { type: 'string', default: '100000' }, database: { type: 'string' } },
});
const rounds = 9;

const queries = [
  'status:open -priority:low',
  '-assignee:@me',
  'assignee:@me OR reporter:@me',
  'created:<2020-01-01',
  'updated:<2020-01-01',
  'updated:>-7d',
  'updated:>-7d priority:high sort:-updated',
  'comments:>5000',
  'comments:>3',
  'has:files',
  'has:labels',
  'resolution:none status:resolved',
  'component:none',
  'found:none',
  'fixed:none -status:open',
  'crash OR menu',
  '-crash',
];

const folder = await mkdtemp(join(tmpdir(), 'katydid-queries-'));
const server = await startServer({ databaseUrl: values.database ?? seedFile(folder, Number(values.bugs)) });
const { token } = await server.send<{ token: string }>('POST', '/api/users/login', {
  body: { email: 'ada.okafor@example.com', password: seedPassword },
});

/** The median and the longest of several, in milliseconds. */
async function timed(query: string): Promise<[number, number]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    // Another address each time: equal ones are answered from a cache.
    const search = new URLSearchParams({ limit: String(50 + round), ...(query !== '' && { query }) });
    const begun = performance.now();
    await server.send('GET', `/api/bugs?${search.toString()}`, { token });
    times.push(performance.now() - begun);
  }
  return [median(times), Math.max(...times)];
}

await timed('');
const [plain] = await timed('');
console.log(`all bugs: ${plain.toFixed(1)} ms`);
for (const query of queries) {
  const [middle, longest] = await timed(query);
  console.log(
    `${query}: ${middle.toFixed(1)} ms, ${(middle / plain).toFixed(1)} times; longest ${longest.toFixed(0)} ms`,
  );
}
await server.stop();
await rm(folder, { recursive: true });
