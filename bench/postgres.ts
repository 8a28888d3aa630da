// The same calls on PostgreSQL, as a share of what a bare `pg` client reaches that runs the same statements, and two instances
// as a multiple of one. `node bench/postgres.ts` brings its own PostgreSQL.
import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { pino } from 'pino';
import { buildApp } from '#server/app.ts';
import { migrate } from '#server/db/migrate.ts';
import { openDatabase } from '#server/db/open.ts';
import { startPostgres } from '#server/test/postgres-server.ts';
import { bytes, load, median } from './load.ts';
import { report, row, today } from './report.ts';
import { person, startServer } from './server.ts';

const bugs = 1_000;
const rounds = 5;
const seconds = 1;
const connections = 16;
/** As many as the server has. */
const poolSize = 10;
const bug = {
  title: 'The list stays empty after the filter is cleared',
  description: 'Nothing is shown until the page is loaded again. '.repeat(8),
  status: 'open',
  priority: 'low',
};

interface Statement {
  text: string;
  values: unknown[];
  /** The next value of a counter, where it gave one. */
  counted?: unknown;
}

/** Notes what is sent to PostgreSQL from here on, in this process. */
function noteStatements(): Statement[] {
  const noted: Statement[] = [];
  const query = pg.Client.prototype.query as (this: pg.Client, ...given: unknown[]) => unknown;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [text, values] = given;
    if (typeof text !== 'string') return query.apply(this, given);
    const statement: Statement = { text, values: (values as unknown[] | undefined) ?? [] };
    noted.push(statement);
    const answer = query.apply(this, given);
    if (!(answer instanceof Promise)) return answer;
    return answer.then((result: pg.QueryResult<Record<string, unknown>>) => {
      if (/^update "?counters/i.test(text)) [statement.counted] = Object.values(result.rows[0] ?? {});
      return result;
    });
  } as typeof pg.Client.prototype.query;
  return noted;
}

const postgres = await startPostgres({ durable: true });
const databaseUrl = postgres.url('postgres');
const noted = noteStatements();
const store = await openDatabase(databaseUrl, { exclusive: true });
await migrate(store);
const app = await buildApp({ store, logger: pino({ level: 'silent' }) });

async function ask<T>(method: 'GET' | 'POST', url: string, token?: string, payload?: object): Promise<T> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return (await app.inject({ method, url, headers, ...(payload && { payload }) })).json<T>();
}

const { token } = await ask<{ token: string }>('POST', '/api/users/register', undefined, person);
const ids: string[] = [];
for (let i = 0; i < bugs; i += 1) ids.push((await ask<{ _id: string }>('POST', '/api/bugs', token, bug))._id);

/** What filing a bug sends, and the bug's id in it. */
async function statementsOfPost(): Promise<{ list: Statement[]; id: string }> {
  noted.length = 0;
  const { _id: id } = await ask<{ _id: string }>('POST', '/api/bugs', token, bug);
  return { list: [...noted], id };
}

/** What one call of the path sends. */
async function statementsOf(path: string): Promise<Statement[]> {
  await ask('GET', path, token);
  noted.length = 0;
  await ask('GET', path, token);
  return [...noted];
}

const reads = [
  { name: 'GET a bug', path: `/api/bugs/${ids[7]}` },
  { name: 'GET a page of 50, newest first', path: '/api/bugs?limit=50' },
  { name: 'GET a page of 50 with status and priority', path: '/api/bugs?limit=50&status=open&priority=low' },
  { name: 'GET stats', path: '/api/bugs/stats' },
];
const statements = new Map<string, Statement[]>();
for (const { path } of reads) statements.set(path, await statementsOf(path));
const filing = await statementsOfPost();
await app.close();
await store.close();

const pool = new pg.Pool({ connectionString: databaseUrl, max: poolSize });

/** Runs the statements one after another; those that file a bug with an id and with numbers of its own. */
async function run(
  client: pg.PoolClient,
  { list, id }: { list: readonly Statement[]; id?: string },
): Promise<void> {
  const fresh = new Map<unknown, unknown>(id === undefined ? [] : [[id, randomUUID()]]);
  for (const { text, values, counted } of list) {
    const given = values.map((value) => (fresh.has(value) ? fresh.get(value) : value));
    const { rows } = await client.query<Record<string, unknown>>(text, given);
    if (counted !== undefined) fresh.set(counted, Object.values(rows[0] ?? {})[0]);
  }
}

/** How often in a second the statements are run by as many at once as there are connections to the server. */
async function bare(call: { list: readonly Statement[]; id?: string }): Promise<number> {
  const begun = performance.now();
  let done = 0;
  const one = async () => {
    while (performance.now() - begun < seconds * 1_000) {
      const client = await pool.connect();
      await run(client, call);
      client.release();
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, one));
  return done / ((performance.now() - begun) / 1_000);
}

const servers = [await startServer({ databaseUrl }), await startServer({ databaseUrl })];
const ports = servers.map(({ url }) => Number(new URL(url).port));
const [first = 0] = ports;

async function rate(to: number[], call: Buffer): Promise<number> {
  const each = connections / to.length;
  const measured = await Promise.all(
    to.map((port) => load(port, { connections: each, seconds, next: () => call })),
  );
  if (measured.some(({ failed }) => failed > 0)) throw new Error('Calls failed');
  return measured.reduce((sum, { perSecond }) => sum + perSecond, 0);
}

async function compare(ours: () => Promise<number>, theirs: () => Promise<number>): Promise<number> {
  const [mine, other]: [number[], number[]] = [[], []];
  await ours();
  await theirs();
  for (let i = 0; i < rounds; i += 1) {
    other.push(await theirs());
    mine.push(await ours());
  }
  return median(mine) / median(other);
}

const lines: string[] = [];
for (const { name, path } of reads) {
  const request = bytes('GET', path, { token });
  const share = await compare(
    () => rate([first], request),
    () => bare({ list: statements.get(path) ?? [] }),
  );
  const two = await compare(
    () => rate(ports, request),
    () => rate([first], request),
  );
  lines.push(row(name, share.toFixed(2), '0.5', two.toFixed(2), '1.6'));
}
const post = bytes('POST', '/api/bugs', { token, body: bug });
const share = await compare(
  () => rate([first], post),
  () => bare(filing),
);
const two = await compare(
  () => rate(ports, post),
  () => rate([first], post),
);
lines.push(row('POST a bug', share.toFixed(2), '0.5', two.toFixed(2), '1.6'));

await pool.end();
for (const server of servers) await server.stop();
await postgres.stop();
await report(
  'Calls on PostgreSQL (`node bench/postgres.ts`)',
  `PostgreSQL, Katydid, the client that measures and the bare one share the machine's cores, so that two instances cannot
have more than one has. ${bugs} bugs, ${connections} connections; medians of ${rounds} rounds of ${seconds} s; ${today}.

${row('what', 'share of bare `pg`', 'goal', 'two instances, times one', 'goal')}
| --- | --- | --- | --- | --- |
${lines.join('\n')}`,
);
