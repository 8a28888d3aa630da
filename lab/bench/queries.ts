// Measures how long a page of about 50 bugs takes with a query, compared with the first page of all bugs.
// `node lab/bench/queries.ts` uses a million on SQLite; `--engine postgres` brings its own PostgreSQL; `--bugs N` sets
// another number; `--database URL` names an existing database, which has labels and fields with `--sorted`.
import { parseArgs } from 'node:util';
import { median, table } from '#lab/figures.ts';
import { seedDatabase, startServer } from '#lab/server.ts';
import { seedPassword } from '#server/seed/seed.ts';
import { startBenchPostgres } from './parts/postgres-servers.ts';
import { report } from './parts/report.ts';
import { sortBugs, sortedQueries } from './parts/sort-bugs.ts';

const { values } = parseArgs({
  options: {
    bugs: { type: 'string', default: '1000000' },
    engine: { type: 'string', default: 'sqlite' },
    database: { type: 'string' },
    sorted: { type: 'boolean', default: false },
  },
});
/** The lengths of the pages, which all differ, because an equal page would come from a cache. */
const warmUp = { shortest: 80, rounds: 5 };
const measured = { shortest: 26, rounds: 50 };
const bugs = Number(values.bugs);
const isPostgres = values.engine === 'postgres';

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
  ...(values.database === undefined || values.sorted ? sortedQueries : []),
];

const postgres = isPostgres ? await startBenchPostgres() : undefined;

async function fill(url: string): Promise<void> {
  seedDatabase(url, bugs);
  await sortBugs(url);
}

const server = await startServer(
  values.database === undefined
    ? { databaseUrl: await postgres?.create(), fill }
    : { databaseUrl: values.database },
);
const { token } = await server.send<{ token: string }>('POST', '/api/users/login', {
  body: { email: 'ada.okafor@example.com', password: seedPassword },
});

/** The median and the longest of several pages, in milliseconds, and how many were refused. */
async function timed(query: string, { shortest, rounds } = measured): Promise<[number, number, number]> {
  const times: number[] = [];
  let refused = 0;
  for (let round = 0; round < rounds; round += 1) {
    const search = new URLSearchParams({ limit: String(shortest + round), ...(query !== '' && { query }) });
    const begun = performance.now();
    const page = await server.send<unknown>('GET', `/api/bugs?${search.toString()}`, { token });
    if (!Array.isArray(page)) refused += 1;
    times.push(performance.now() - begun);
  }
  return [median(times), Math.max(...times), refused];
}

await timed('', warmUp);
const [plain] = await timed('');
/** How many of the slowest queries are reported. */
const shown = 3;
const lines: string[][] = [];
const measurements: { query: string; middle: number; longest: number }[] = [];
for (const query of queries) {
  await timed(query, warmUp);
  const [middle, longest, refused] = await timed(query);
  lines.push([
    `\`${query}\``,
    `${middle.toFixed(1)} ms, ${(middle / plain).toFixed(1)} times`,
    `${longest.toFixed(0)} ms${refused === 0 ? '' : `, ${refused} refused`}`,
  ]);
  measurements.push({ query, middle, longest });
}
await server.stop();
await postgres?.stop();
const slowest = measurements.toSorted((one, other) => other.longest - one.longest);
await report({
  program: `queries.ts${isPostgres ? ' --engine postgres' : ''}`,
  about: `A page of 26 to 75 of ${bugs.toLocaleString('en')} bugs by a query, ${measured.rounds} times each; the ratio is to the first page of all bugs, ${plain.toFixed(1)} ms.

${table(['query', 'median', 'longest'], lines)}`,
  figures: slowest
    .slice(0, shown)
    .map(({ query, middle, longest }, i) => [
      `the ${['slowest', 'second', 'third'][i] ?? ''} of ${queries.length} queries in ${bugs.toLocaleString('en')} bugs, \`${query}\`: longest, median`,
      `${longest.toFixed(0)} ms, ${middle.toFixed(1)} ms`,
      '50 ms',
    ]),
});
