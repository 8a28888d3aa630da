// Measures how often the earlier report of a bug is among those shown while a user types, and how long the search
// takes. `node lab/bench/duplicates.ts`. `--only tuning` leaves out the pairs that were not used for tuning;
// `--engine postgres` brings its own PostgreSQL.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { listBugs } from '#contract/bugs/bugs.ts';
import { type LikelyDuplicate, listLikelyDuplicates, maxLikely } from '#contract/bugs/likely-duplicates.ts';
import { ratioAt, table } from '#lab/figures.ts';
import { filedBug, seedDatabase, startServer } from '#lab/server.ts';
import { startBenchPostgres } from './parts/postgres-servers.ts';
import { report } from './parts/report.ts';

interface Report {
  number: number;
  title: string;
  description: string;
}

/** A bug and others that were closed as its duplicates. See data/README.md. */
interface Group {
  repository: string;
  original: Report;
  duplicates: Report[];
}

const { values } = parseArgs({
  options: {
    bugs: { type: 'string', default: '10000' },
    only: { type: 'string' },
    engine: { type: 'string', default: 'sqlite' },
  },
});
const goals = { recall: 0.8, ratio: 3 };

function data<T>(name: string): T[] {
  return JSON.parse(readFileSync(join(import.meta.dirname, `data/duplicates-${name}.json`), 'utf8')) as T[];
}

const sets = { tuning: data<Group>('tuning'), held: data<Group>('held') };
const asked = Object.keys(sets).filter(
  (name) => values.only === undefined || values.only === name,
) as (keyof typeof sets)[];

const bugs = Number(values.bugs);
const postgres = values.engine === 'postgres' ? await startBenchPostgres() : undefined;
const server = await startServer({
  databaseUrl: await postgres?.create(),
  fill: (url) => seedDatabase(url, bugs),
});
await postgres?.vacuum(server.databaseUrl);
const token = await server.register();
/** The ids of the originals. */
const ids = new Map<Report, string>();
const groups = Object.values(sets).flat();
for (const one of data<Report>('others')) await file(one);
for (const { original } of groups) ids.set(original, await file(original));

async function file({ title, description }: Report): Promise<string> {
  return server.file(token, { ...filedBug, title, description });
}

const times = { likely: [] as number[], search: [] as number[] };

async function timed<T>(into: number[], path: string, query: Record<string, string>): Promise<T> {
  const begun = performance.now();
  const answer = await server.send<T>('GET', `${path}?${new URLSearchParams(query).toString()}`, { token });
  into.push(performance.now() - begun);
  return answer;
}

/** The rank of the original, from 1; undefined if it is not among the bugs shown. */
async function placeOf(original: Report, query: { title: string; description?: string }) {
  const found = await timed<LikelyDuplicate[]>(times.likely, listLikelyDuplicates.path, query);
  const at = found.findIndex(({ _id }) => _id === ids.get(original));
  // A one-word search in the same run, for a comparison of the times.
  const [word = ''] = query.title.split(/\s+/).toSorted((a, b) => b.length - a.length);
  await timed(times.search, listBugs.path, { q: word, limit: '50' });
  return at === -1 ? undefined : at + 1;
}

const pairsOf = (all: readonly Group[]) =>
  all.flatMap(({ original, duplicates }) => duplicates.map((duplicate) => [original, duplicate] as const));

const lines: string[][] = [];
const recalls: string[][] = [];
for (const set of asked) {
  for (const typed of ['title and description', 'title alone']) {
    const places: (number | undefined)[] = [];
    for (const [original, { title, description }] of pairsOf(sets[set]))
      places.push(await placeOf(original, typed === 'title alone' ? { title } : { title, description }));
    const among = (most: number) =>
      (places.filter((place) => (place ?? Infinity) <= most).length / places.length).toFixed(2);
    const found = places.filter((place) => place !== undefined);
    const mean = found.reduce((sum, place) => sum + place, 0) / found.length;
    lines.push([set, `${places.length}`, typed, among(1), among(3), among(maxLikely), mean.toFixed(2)]);
    if (set === 'held')
      recalls.push([
        `the original is among ${maxLikely} likely duplicates; ${places.length} pairs not used for tuning, ${typed} typed`,
        among(maxLikely),
        typed === 'title alone' ? '' : `at least ${goals.recall}`,
      ]);
  }
}
await server.stop();
await postgres?.stop();

const ratio = (share: number) => ratioAt(share, times.likely, times.search);
await report({
  program: 'duplicates.ts',
  about: `Likely duplicates, ${bugs.toLocaleString('en')} bugs on ${postgres ? 'PostgreSQL' : 'SQLite'}. How often the original is among the bugs that are shown for a duplicate of it, over HTTP, among so many seeded bugs and the
originals and others of \`lab/bench/data\`; of the tuning pairs, and of held ones in other projects that nothing was tuned by. The mean place
is of those that were found.

${table(['pairs', 'number', 'typed', 'first', 'among 3', 'among 5', 'mean place'], lines)}`,
  figures: [
    ...recalls,
    [
      `likely duplicates among ${bugs.toLocaleString('en')} bugs, times a search for one word: median, p95`,
      `${ratio(0.5)}, ${ratio(0.95)}`,
      `p95 ${goals.ratio}`,
    ],
  ],
});
