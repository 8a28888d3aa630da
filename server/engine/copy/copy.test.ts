import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type RawBuilder, sql } from 'kysely';
import { afterEach, describe, expect, test } from 'vitest';
import { listManagedUsers } from '#contract/admin/admin.ts';
import { listAudit } from '#contract/admin/audit.ts';
import { createBug, getBug, listBugs, updateBug } from '#contract/bugs/bugs.ts';
import { getHistory } from '#contract/bugs/history.ts';
import { listSessions } from '#contract/accounts/sessions.ts';
import { getStats } from '#contract/bugs/stats.ts';
import { getProfile, listUsers, login, register } from '#contract/accounts/users.ts';
import { seed } from '#server/seed/seed.ts';
import { StartError } from '#server/start-error.ts';
import { command } from '#server/test/command.ts';
import { type EngineName, bareDatabase, testDatabase } from '#server/test/database.ts';
import {
  type App,
  filled,
  person,
  shown,
  sumsOf,
  texts,
  withApp,
  withStore,
} from '#server/test/filled-database.ts';
import { aBug } from '#server/test/harness.ts';
import { Program } from '#server/test/server-process.ts';
import { changesAfter, lastChange, recordChange } from '#server/engine/changes.ts';
import { copyDatabase } from './copy.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { migrate } from '#server/engine/migrate.ts';
import type { Store } from '#server/engine/store.ts';
import { type Progress, TableSum } from './table-sum.ts';
import { type Table, inOrderOfReference, tablesOf } from '#server/engine/tables.ts';

const engines = ['sqlite', 'postgres'] as const;

function move(
  from: string,
  to: string,
  report: (progress: Progress) => void = () => {},
): Promise<TableSum[]> {
  return withStore(from, (source) => withStore(to, (target) => copyDatabase(source, target, report)));
}

async function indicesOf(url: string): Promise<string[]> {
  return withStore(url, async (store) => {
    const { rows } = await engineOf(store.db).indices.execute(store.db);
    return rows.map(({ definition }) => definition).toSorted();
  });
}

/** The response for each session. */
async function answers(app: App, tokens: string[]): Promise<unknown[]> {
  const found: unknown[] = [];
  for (const caller of tokens.map((token) => app.as(token))) {
    for (const endpoint of [getProfile, listUsers, getStats, listSessions, listManagedUsers, listAudit]) {
      const { status, body } = await caller.call(endpoint, {});
      found.push(status === 200 ? body : status);
    }
    for (const sort of ['createdAt', '-updatedAt', 'title', '-title', 'status', '-priority'] as const) {
      found.push((await caller.call(listBugs, { query: { sort } })).body);
    }
    const edited = (await caller.call(listBugs, { query: { q: 'edited' } })).body[0];
    found.push((await caller.call(getHistory, { params: { id: edited?._id ?? '' } })).body);
    for (const text of texts) {
      const q = [...text.trim()].slice(2, 9).join('');
      const { body } = await caller.call(listBugs, { query: { q } });
      expect(body.map(({ description }) => description)).toContain(text);
      found.push(body);
    }
  }
  return found;
}

const source = await filled();
const copies = { postgres: await bareDatabase('postgres'), sqlite: await bareDatabase('sqlite') };
const there = await move(source.url, copies.postgres);
const back = await move(copies.postgres, copies.sqlite);

describe('a copy', () => {
  test('has everything, to PostgreSQL and back to SQLite', async () => {
    expect(shown(back)).toEqual(shown(there));
    for (const url of Object.values(copies))
      expect(await withStore(url, ({ db }) => db.selectFrom('job_holds').selectAll().execute())).not.toEqual(
        [],
      );
    expect(shown(await withStore(source.url, sumsOf))).toEqual(shown(there));
    for (const engine of engines)
      expect(await indicesOf(copies[engine])).toEqual(await indicesOf(await testDatabase(engine)));
    // This test would not notice if an empty table were not copied: have `filled` put a row in it.
    expect(there.filter(({ rows }) => rows === 0).map(({ table }) => table.name)).toEqual(['outbox']);

    const before = await withApp(source.url, (app) => answers(app, source.tokens));
    for (const url of Object.values(copies))
      expect(await withApp(url, (app) => answers(app, source.tokens))).toEqual(before);
  });

  test.each(engines)('to %s numbers the changes that had no number yet', async (engine) => {
    const [from, to] = [await testDatabase('sqlite'), await testDatabase(engine)];
    const [user, bug] = [randomUUID(), randomUUID()];
    await withStore(from, async (store) => {
      await store.write(async (tx) => {
        recordChange(tx, { kind: 'user', id: user, version: null });
        await tx
          .insertInto('outbox')
          .values([1, 2].map((version) => ({ kind: 'bug', id: bug, version })))
          .execute();
      });
    });
    await move(from, to);
    await withStore(to, async ({ db }) => {
      expect(await changesAfter(db, 0, 10)).toEqual([
        { seq: 1, kind: 'user', id: user, version: null },
        { seq: 2, kind: 'bug', id: bug, version: 1 },
        { seq: 3, kind: 'bug', id: bug, version: 2 },
      ]);
      expect(await lastChange(db)).toBe(3);
      expect(await db.selectFrom('outbox').select('position').execute()).toEqual([]);
    });
  });

  test.each(engines)('to %s can be used like the original', async (engine) => {
    await withApp(copies[engine], async (app) => {
      const { status, body: ann } = await app.anonymous.call(login, {
        body: { email: person.email.toUpperCase(), password: person.password },
      });
      expect(status).toBe(200);
      expect((await app.anonymous.call(register, { body: person })).error.code).toBe('email_taken');
      const caller = app.as(ann.token);
      const [newest] = (await caller.call(listBugs, {})).body;
      const made = (await caller.call(createBug, { body: { ...aBug, title: 'Ünder the stair' } })).body;
      // The deleted bug's number is not reused.
      expect(made.number).toBe((newest?.number ?? 0) + 2);
      const found = async (q: string) => (await caller.call(listBugs, { query: { q } })).body.length;
      expect(await found('ÜNDER THE')).toBe(1);
      await caller.call(updateBug, { params: { id: made._id }, body: { title: 'Över it' } });
      expect([await found('ünder the'), await found('över')]).toEqual([0, 1]);
      const edited = (await caller.call(listBugs, { query: { q: 'edited' } })).body[0];
      const stale = await caller.call(
        updateBug,
        { params: { id: edited?._id ?? '' }, body: { title: 'Stale' } },
        { 'if-match': '"1"' },
      );
      expect(stale.status).toBe(412);
      expect((await caller.call(getBug, { params: { id: edited?._id ?? '' } })).headers.get('etag')).toBe(
        '"3"',
      );
    });
  });

  test.each(engines)('to %s is allowed if Katydid was started there but has no data yet', async (engine) => {
    const url = await testDatabase(engine);
    expect(shown(await move(source.url, url))).toEqual(shown(await withStore(source.url, sumsOf)));
  });

  test('reports its progress up to the last row, both while copying and while checking', async () => {
    const said: Progress[] = [];
    const sums = await move(source.url, await bareDatabase('sqlite'), (progress) => said.push(progress));
    const total = sums.reduce((rows, sum) => rows + sum.rows, 0);
    for (const doing of ['Copying', 'Checking'] as const) {
      const steps = said.filter((progress) => progress.doing === doing);
      expect(steps.map(({ done }) => done)).toEqual(steps.map(({ done }) => done).toSorted((a, b) => a - b));
      expect(steps.at(-1)).toMatchObject({ done: total, total });
    }
  });
});

describe('a copy is refused, and changes nothing, if', () => {
  async function refusal(from: string, to: string): Promise<string> {
    return move(from, to).then(
      () => 'none',
      (error: unknown) => (error instanceof StartError ? error.message : String(error)),
    );
  }

  test.each(engines)('%s has data', async (engine) => {
    const url = await testDatabase(engine);
    await withApp(url, (app) => app.user());
    const before = shown(await withStore(url, sumsOf));
    expect(await refusal(source.url, url)).toMatch(/not empty: it has data \(sessions, users\)/);
    expect(shown(await withStore(url, sumsOf))).toEqual(before);
  });

  test.each(engines)('%s has only the records of a failed sign-in', async (engine) => {
    const url = await testDatabase(engine);
    await withApp(url, (app) => app.anonymous.call(login, { body: { email: person.email, password: 'no' } }));
    expect(await refusal(source.url, url)).toMatch(/it has data \(audit, rate_limits, sign_in_tries\)/);
  });

  test('PostgreSQL has tables of another program', async () => {
    const url = await bareDatabase('postgres');
    await withStore(url, (store) => store.write((tx) => sql`create table notes (text text)`.execute(tx)));
    expect(await refusal(source.url, url)).toMatch(/not empty: it has tables of its own \(notes\)/);
    expect((await withStore(url, (store) => tablesOf(store.db))).map(({ name }) => name)).toEqual(['notes']);
  });

  test('the SQLite file belongs to another program', async () => {
    const url = await bareDatabase('sqlite');
    const path = fileURLToPath(url.replace('file:', 'file://'));
    const file = new DatabaseSync(path);
    file.exec('create table notes (text text)');
    file.close();
    const before = await readFile(path);
    expect(await refusal(source.url, url)).toMatch(/database of another program/);
    expect(await readFile(path)).toEqual(before);
  });

  test('another program is using the PostgreSQL database', async () => {
    const url = await testDatabase('postgres');
    await withStore(url, (other) =>
      other.write(async (tx) => {
        await tx.selectFrom('users').select('id').execute();
        expect(await refusal(source.url, url)).toMatch(/is in use. Stop the programs that use it/);
      }),
    );
  });

  test('either SQLite file is being served', async () => {
    const [served, free] = [await testDatabase('sqlite'), await bareDatabase('sqlite')];
    await withApp(served, async () => {
      expect(await refusal(served, free)).toMatch(/already serving/);
      expect(await refusal(source.url, served)).toMatch(/already serving/);
    });
  });

  test.each(engines)('the source on %s has no tables of Katydid', async (engine) => {
    expect(await refusal(await bareDatabase(engine), await bareDatabase('sqlite'))).toMatch(
      /There is nothing of Katydid in/,
    );
  });

  test('the source is not of this version', async () => {
    const older = await testDatabase('sqlite');
    await withStore(older, (store) =>
      store.write((tx) => sql`delete from kysely_migration where name > '0002'`.execute(tx)),
    );
    expect(await refusal(older, await testDatabase('sqlite'))).toMatch(
      /is not of this version of Katydid. Start this version/,
    );
  });
});

describe('an interrupted copy', () => {
  const large = testDatabase('sqlite').then(async (url) => {
    await withStore(url, (store) => seed(store, { bugs: 100, users: 3 }, new Date()));
    return url;
  });

  /** `pull` makes each written bug take some 50 ms; `release` undoes that. */
  const brakes: Record<EngineName, Record<'pull' | 'release', RawBuilder<unknown>[]>> = {
    sqlite: {
      pull: [sql`create trigger slow after insert on bugs begin select hex(randomblob(9000000)); end`],
      release: [sql`drop trigger slow`],
    },
    postgres: {
      pull: [
        sql`create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.05); return new; end $$`,
        sql`create trigger slow before insert on bugs for each row execute function slow()`,
      ],
      release: [sql`drop trigger slow on bugs`],
    },
  };
  const executeOn = (url: string, statements: RawBuilder<unknown>[]) =>
    withStore(url, (store) =>
      store.write(async (tx) => {
        for (const statement of statements) await statement.execute(tx);
      }),
    );

  /** The holders of, and waiters for, the lock that migrations and copies take on PostgreSQL. */
  async function lockOn({ db }: Store): Promise<{ granted: boolean }[]> {
    const locks = sql<{ granted: boolean }>`select granted from pg_locks where locktype = 'advisory'
      and database = (select oid from pg_database where datname = current_database())`;
    return (await locks.execute(db)).rows;
  }

  test.each(engines)(
    'leaves %s as it was if it is killed, and locked until then',
    { tags: ['slow'] },
    async (engine) => {
      const url = await testDatabase(engine);
      await executeOn(url, brakes[engine].pull);
      const copying = run(['server/cli.ts', 'copy', '--to', url], await large);
      await until(async () => copying.err.includes('Copying') || !copying.runs);
      // Keeps its locks but yields the processor.
      copying.child.kill('SIGSTOP');
      const opened = withStore(url, (store) => migrate(store)).then(
        () => 'opened',
        (error: unknown) => (error instanceof StartError ? error.message : String(error)),
      );
      if (engine === 'sqlite') await opened;
      else await withStore(url, (store) => until(async () => (await lockOn(store)).length === 2));
      expect([copying.runs, copying.out]).toEqual([true, '']);
      await copying.stop('SIGKILL');
      expect(await opened).toMatch(
        { sqlite: /^Another Katydid is already serving/, postgres: /^opened$/ }[engine],
      );

      const left = await withStore(url, async (store) => {
        // PostgreSQL finishes the current statement before it notices the closed connection.
        if (engine === 'postgres') await until(async () => (await lockOn(store)).length === 0);
        return sumsOf(store);
      });
      expect(left.filter(({ rows }) => rows > 0).map(({ table, rows }) => [table.name, rows])).toEqual([
        ['counters', 3],
      ]);
      await executeOn(url, brakes[engine].release);
      expect(shown(await move(await large, url))).toEqual(shown(await withStore(await large, sumsOf)));
    },
  );

  // 51 has no history and no comments, so no other row refers to it.
  test.each([
    [
      'sqlite',
      'has a changed row',
      [
        sql`create trigger bad after insert on bugs when new.number = 51 begin update bugs set description = 'Other' where number = 51; end`,
      ],
    ],
    [
      'sqlite',
      'lacks a row',
      [
        sql`create trigger bad after insert on bugs when new.number = 51 begin delete from bugs where number = 51; end`,
      ],
    ],
    [
      'postgres',
      'has a changed row',
      [
        sql`create function bad() returns trigger language plpgsql as $$ begin new.description = 'Other'; return new; end $$`,
        sql`create trigger bad before insert on bugs for each row when (new.number = 51) execute function bad()`,
      ],
    ],
    [
      'postgres',
      'lacks a row',
      [
        sql`create function bad() returns trigger language plpgsql as $$ begin return null; end $$`,
        sql`create trigger bad before insert on bugs for each row when (new.number = 51) execute function bad()`,
      ],
    ],
  ] as const)('leaves %s as it was if the check finds that the copy %s', async (engine, _, statements) => {
    const url = await testDatabase(engine);
    await executeOn(url, [...statements]);
    await expect(move(await large, url)).rejects.toThrow(
      /The copy of bugs is not what was read: 100 rows .* Nothing was stored/,
    );
    const left = await withStore(url, sumsOf);
    expect(left.filter(({ rows }) => rows > 0).map(({ table }) => table.name)).toEqual(['counters']);
  });

  test('has the state at its start, despite writes to PostgreSQL while it runs', async () => {
    const [from, to] = [await testDatabase('postgres'), await testDatabase('sqlite')];
    await move(await large, from);
    const before = shown(await withStore(from, sumsOf));
    const writing: Promise<unknown>[] = [];
    await withApp(from, async (app) => {
      const user = await app.user();
      const report = ({ doing, what }: Progress) => {
        if (doing === 'Copying' && what === 'users') writing.push(app.bug(user));
      };
      const during = shown(await withStore(from, sumsOf));
      await withStore(to, (target) => copyDatabase(app.store, target, report));
      await Promise.all(writing);
      expect(writing).toHaveLength(1);
      expect(shown(await withStore(to, sumsOf))).toEqual(during);
      expect(during).not.toEqual(before);
    });
  });
});

describe('npm run katydid -- copy', () => {
  test('shows the contents of both sides, and no password', async () => {
    const url = await bareDatabase('postgres');
    const { code, out, err } = await command(source.url, ['copy', '--to', url]);
    const output = out + err;
    expect(output).toMatch(/^bugs +[1-9]\d* rows {2}[0-9a-f]{16}$/m);
    expect(output).toContain('The same on both sides');
    expect(output).not.toContain(`:${new URL(url).password}@`);
    expect(code).toBe(0);
  });

  test.each([
    [['copy'], 'Say where to'],
    [['copy', '--to', 'mysql://me:secret@host/x'], '--to must be file:'],
    [['copy', '--to', source.url], 'names the database that DATABASE_URL names already'],
  ])('%j fails with one line', async (args, line) => {
    const { code, out, err } = await command(source.url, args);
    expect([code, out, err]).toEqual([1, '', expect.stringMatching(/^katydid: [^\n]+\n$/)]);
    expect(err).toContain(line);
    expect(err).not.toContain('secret');
  });

  test('a source that does not exist is not created', async () => {
    const missing = (await bareDatabase('sqlite')).replace('katydid.db', 'missing.db');
    const { code, err } = await command(missing, ['copy', '--to', await bareDatabase('sqlite')]);
    expect([code, err]).toEqual([1, expect.stringContaining('There is no database')]);
  });
});

describe('the sum of a table', () => {
  const table: Table = { name: 't', columns: ['a', 'b'], key: ['a'], refersTo: [] };
  const sum = (...rows: Record<string, unknown>[]) => {
    const made = new TableSum(table);
    made.add(rows);
    return [made.rows, made.hash];
  };

  test('is the same for any order of the rows and of their columns', () => {
    expect(sum({ a: 1, b: 'x' }, { a: 2, b: null })).toEqual(sum({ b: null, a: 2 }, { b: 'x', a: 1 }));
  });

  test.each([
    [
      [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
      [
        { a: 1, b: 'y' },
        { a: 2, b: 'x' },
      ],
    ],
    [[{ a: 1, b: '2' }], [{ a: 1, b: 2 }]],
    [[{ a: 1, b: null }], [{ a: 1, b: '' }]],
    [
      [
        { a: 1, b: 1 },
        { a: 1, b: 1 },
      ],
      [],
    ],
  ])('differs between %j and %j', (one, other) => {
    expect(sum(...one)).not.toEqual(sum(...other));
  });

  test('is refused for a value that the engines might return differently', () => {
    expect(() => sum({ a: true, b: 1 })).toThrow('t.a holds a boolean');
  });
});

test('tables are sorted by their references, and a circle of references is refused', () => {
  const table = (name: string, ...refersTo: string[]): Table => ({
    name,
    refersTo,
    columns: ['id'],
    key: ['id'],
  });
  const names = inOrderOfReference([table('a', 'b', 'a'), table('b', 'c'), table('c')]).map(
    ({ name }) => name,
  );
  expect(names).toEqual(['c', 'b', 'a']);
  expect(() => inOrderOfReference([table('a', 'b'), table('b', 'a')])).toThrow('refer to each other: a, b');
});

const started: Program[] = [];
afterEach(async () => {
  await Promise.all(started.splice(0).map((program) => program.stop('SIGKILL')));
});

async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await sleep(20);
}

/** Starts a program of the server on a database. */
function run(args: string[], databaseUrl: string): Program {
  const program = new Program(args, { DATABASE_URL: databaseUrl, PORT: '0' });
  started.push(program);
  return program;
}
