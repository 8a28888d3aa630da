// Measures a start that folds the stored texts of 100,000 bugs again, as after an upgrade from 0.2. Each title and text
// has an accent. `node lab/bench/refold.ts`; `--engine postgres` brings its own PostgreSQL.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { seedDatabase, startServer } from '#lab/server.ts';
import { openDatabase } from '#server/engine/open.ts';
import { startBenchPostgres } from './parts/postgres-servers.ts';
import { report } from './parts/report.ts';

const { values } = parseArgs({ options: { engine: { type: 'string', default: 'sqlite' } } });
const bugs = 100_000;
const isPostgres = values.engine === 'postgres';
const folder = await mkdtemp(join(tmpdir(), 'katydid-bench-'));
const postgres = isPostgres ? await startBenchPostgres() : undefined;
const databaseUrl = (await postgres?.create()) ?? `file:${join(folder, 'katydid.db')}`;
seedDatabase(databaseUrl, bugs);

// Texts as 0.2 stored them: folded with their marks.
const store = await openDatabase(databaseUrl, { exclusive: false });
await store.bulkWrite(async (tx) => {
  await sql`update bugs set title = 'É ' || substr(title, 1, 190), title_fold = 'é ' || substr(title_fold, 1, 190),
    description = 'É ' || description, description_fold = 'é ' || description_fold`.execute(tx);
  await sql`insert into counters (name, value) select 'bugs to fold', max(number) from bugs`.execute(tx);
});
await store.close();

const begun = performance.now();
const server = await startServer({ databaseUrl });
await fetch(`${server.url}/readyz`);
const seconds = (performance.now() - begun) / 1_000;
await server.stop();
await postgres?.stop();
await rm(folder, { recursive: true });
await report({
  program: `refold.ts${isPostgres ? ' --engine postgres' : ''}`,
  figures: [
    [
      `a start that folds the texts of ${bugs.toLocaleString('en')} bugs again, each with an accent${isPostgres ? ', on PostgreSQL' : ''}`,
      `${seconds.toFixed(0)} s`,
      '60 s',
    ],
  ],
});
