import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, readFile, readdir, stat } from 'node:fs/promises';
import { hash } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { listBugs } from '#contract/bugs/bugs.ts';
import { getHistory } from '#contract/bugs/history.ts';
import { login } from '#contract/accounts/users.ts';
import { command } from '#server/test/command.ts';
import { type EngineName, bareDatabase, testDatabase } from '#server/test/database.ts';
import { person, shown, sumsOf, texts, withApp, withStore } from '#server/test/filled-database.ts';
import { Program } from '#server/test/server-process.ts';
import { loadBackup, restoreBackup } from './backup/restore.ts';
import { BackupFile } from './backup/read.ts';
import { engineOf } from './dialect.ts';
import { newId } from './id.ts';
import { fill } from '#server/engine/copy/fill.ts';
import { migrate, migrateWithin, migrations } from './migrate.ts';
import { appliedMigrations, tablesOf } from './tables.ts';
import type { Store } from './store.ts';

const engines = ['sqlite', 'postgres'] as const;
const folder = join(import.meta.dirname, 'released');
/** A backup of each released schema, with rows in every table. */
const released = await readdir(folder);
/** History was not recorded before. */
const keepsHistory = (name: string) => name >= '0009';
const first = await BackupFile.open(join(folder, '0004.katydid.gz'));
const all = Object.keys(migrations);

/** A database as left by the version that made the backup. */
async function atRelease(engine: EngineName, backup: BackupFile): Promise<string> {
  const url = await bareDatabase(engine);
  const { tables, header } = backup;
  await withStore(url, (store) =>
    store.bulkWrite(async (tx) => {
      await migrateWithin(tx, url, { to: header.migrations.at(-1) });
      await backup.summed((batches) =>
        fill(tx, { tables, batches, total: header.rows, doing: 'Restoring' }, () => {}),
      );
    }),
  );
  return url;
}

async function schemaOf({ db }: Store) {
  const { rows } = await engineOf(db).indices.execute(db);
  const tables = await tablesOf(db);
  return {
    tables: tables.toSorted((a, b) => (a.name < b.name ? -1 : 1)),
    indices: rows.map(({ definition }) => definition).toSorted(),
  };
}

async function freshSchema(engine: EngineName) {
  return withStore(await testDatabase(engine), schemaOf);
}

/** Expects the data that every released backup has, and changes some of it. */
async function expectContent(url: string, { hasHistory }: { hasHistory: boolean }): Promise<void> {
  await withApp(url, async (app) => {
    const { status, body } = await app.anonymous.call(login, {
      body: { email: person.email, password: person.password },
    });
    expect(status).toBe(200);
    const ann = app.as(body.token);
    const bugs = (await ann.call(listBugs, { query: { sort: 'createdAt' } })).body;
    expect(bugs.map(({ description }) => description).slice(0, texts.length)).toEqual(texts);
    expect(bugs.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [text, number] of [
      ['ΟΔΟΣ', 2],
      ['ÉCLAIR', 3],
      ['🦗👩', 4],
      ['100%_sure\\', 1],
    ] as const) {
      const found = (await ann.call(listBugs, { query: { q: text } })).body;
      expect(found.map((bug) => bug.number)).toEqual([number]);
    }
    // There was no history before 0.1.0: each bug begins, and only edits that were recorded are in it.
    const edits: string[][] = [];
    for (const { _id: id, createdAt: at, createdBy: by } of bugs) {
      const [begun, ...later] = (await ann.call(getHistory, { params: { id } })).body;
      expect(begun).toEqual({ _id: id, at, by, version: 1, changes: [] });
      edits.push(...later.map(({ changes }) => changes.map(({ field }) => field)));
    }
    expect(edits).toEqual(hasHistory ? [['status', 'title']] : []);
    // The deleted bug's number is not reused.
    expect((await app.bug(ann)).number).toBe(11);
  });
}

test('the migrations that were released are as they were', async () => {
  const names = all.slice(0, 11).map((name) => join(import.meta.dirname, 'migrations/0.1', `${name}.ts`));
  const files = await Promise.all(names.map((name) => readFile(name, 'utf8')));
  expect(files.map((text) => hash('sha256', text).slice(0, 16))).toEqual([
    '2696689e49f36c55',
    '463de30c74d87f34',
    'aad98eeffbe104c5',
    'd18fdf7fdf53b351',
    '8b5e129f400c5a2b',
    'facb7aa679b1a3f7',
    '06d979bd720c5fc2',
    '2f0137d473613fed',
    '491244952af5851e',
    '080d234257869b97',
    'a94e5595e9c28ae7',
  ]);
});

describe.each(released)('the schema of %s', (name) => {
  test.each(engines)('becomes today’s on %s, with all that was in it', async (engine) => {
    const backup = await BackupFile.open(join(folder, name));
    const url = await atRelease(engine, backup);
    const before = await withStore(url, sumsOf);
    expect(before.filter(({ rows }) => rows === 0).map(({ table }) => table.name)).toEqual([]);
    await withStore(url, (store) => migrate(store));
    expect(await withStore(url, schemaOf)).toEqual(await freshSchema(engine));
    await expectContent(url, { hasHistory: keepsHistory(name) });
  });
});

// The migrations' results on both engines are checked above; each way of restoring runs once per engine and backup.
test.each([
  ['0004.katydid.gz', 'postgres'],
  ['0011.katydid.gz', 'sqlite'],
] as const)('%s is restored on %s by today’s version', async (name, engine) => {
  const url = await bareDatabase(engine);
  const backup = await BackupFile.open(join(folder, name));
  await withStore(url, (store) => loadBackup(backup, store, () => {}));
  expect(await withStore(url, schemaOf)).toEqual(await freshSchema(engine));
  await expectContent(url, { hasHistory: keepsHistory(name) });
});

test.each([
  ['0004.katydid.gz', 'sqlite'],
  ['0011.katydid.gz', 'postgres'],
] as const)('%s is restored on %s where today’s version was started', async (name, engine) => {
  const url = await testDatabase(engine);
  const backup = await BackupFile.open(join(folder, name));
  await withStore(url, async (store) => {
    await restoreBackup(backup, store, () => {});
    expect(await appliedMigrations(store.db)).toEqual(all);
  });
  await expectContent(url, { hasHistory: keepsHistory(name) });
});

test.each(engines)(
  'messages that waited for their job wait on, and those of no live job go, on %s',
  async (engine) => {
    const url = await bareDatabase(engine);
    const at = new Date().toISOString();
    const states = ['waiting', 'running', 'dead', 'done', undefined] as const;
    const mails = states.map((state) => ({ id: newId(), jobId: newId(), state }));
    await withStore(url, async (store) => {
      await store.bulkWrite(async (tx) => {
        await migrateWithin(tx, url, { to: '0045-mention-times' });
        for (const { id, jobId, state } of mails) {
          await sql`insert into incoming_mails (id, received_at, raw) values (${id}, ${at}, 'RnJvbQ==')`.execute(
            tx,
          );
          if (state === undefined) continue;
          const isLive = state === 'waiting' || state === 'running';
          await sql`
          insert into jobs (id, kind, target, payload, state, created_at, due_at, attempts, lease, finished_at)
          values (${jobId}, 'incoming mail', 'incoming mail', ${JSON.stringify({ id })}, ${state}, ${at},
            ${isLive ? at : null}, 1, ${state === 'running' ? newId() : null}, ${isLive ? null : at})`.execute(
            tx,
          );
        }
      });
      await migrate(store);
      const columns = ['id', 'job_id', 'raw', 'size', 'sender', 'domain', 'network', 'subject'] as const;
      const left = () => store.db.selectFrom('incoming_mails').select(columns).orderBy('id').execute();
      const live = mails.filter(({ state }) => state === 'waiting' || state === 'running');
      const unknown = { sender: '', domain: '', network: null, subject: '' };
      expect(await left()).toEqual(
        live
          .toSorted((a, b) => (a.id < b.id ? -1 : 1))
          .map(({ id, jobId }) => ({ id, job_id: jobId, raw: 'RnJvbQ==', size: 8, ...unknown })),
      );
      // From now on, a message is deleted with its job.
      await store.write((tx) => tx.deleteFrom('jobs').where('state', '=', 'waiting').execute());
      expect(await left()).toMatchObject([{ id: live[1]?.id }]);
    });
  },
);

test.each(engines)('a command leaves data of an earlier version as they are on %s', async (engine) => {
  const url = await atRelease(engine, first);
  const before = await withStore(url, sumsOf);
  for (const args of [['admin', 'list'], ['invite'], ['seed', '--bugs', '1']]) {
    const { code, err } = await command(url, args);
    expect(code).toBe(1);
    expect(err).toContain('is of an earlier version of Katydid. Stop its server and start this version');
  }
  expect(await withStore(url, sumsOf)).toEqual(before);
});

describe('before a SQLite file is migrated', () => {
  const fileOf = (url: string) => url.slice('file:'.length);
  const copyOf = (url: string) => `${fileOf(url)}.before-${all[4]}`;

  test('it is copied, and where the copy is said', async () => {
    const url = await atRelease('sqlite', first);
    const before = shown(await withStore(url, sumsOf));
    const server = new Program(['server/main.ts', '--api-only'], { DATABASE_URL: url, PORT: '0' });
    await expect.poll(() => server.out, { timeout: 60_000 }).toContain('Katydid is ready');
    expect(await server.stop()).toBe(0);
    const line = `Before the database was brought up to date, it was copied to ${copyOf(url)}`;
    expect(server.log.map(({ msg }) => msg)).toContain(line);
    expect((await stat(copyOf(url))).mode & 0o777).toBe(0o600);
    await withStore(`file:${copyOf(url)}`, async (store) => {
      expect(shown(await sumsOf(store))).toEqual(before);
      expect(await appliedMigrations(store.db)).toEqual(first.header.migrations);
    });
    expect(await withStore(url, ({ db }) => appliedMigrations(db))).toEqual(all);
  });

  test('without the copy, nothing is', async () => {
    const url = await atRelease('sqlite', first);
    await mkdir(copyOf(url));
    await expect(withStore(url, (store) => migrate(store))).rejects.toThrow(
      /^Cannot keep a copy of [^\n]+; nothing was changed\.$/,
    );
    expect(await withStore(url, ({ db }) => appliedMigrations(db))).toEqual(first.header.migrations);
    expect((await readdir(join(copyOf(url), '..'))).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('one without data is not', async () => {
    const url = await bareDatabase('sqlite');
    await withStore(url, async (store) => {
      await store.write((tx) => migrateWithin(tx, url, { to: '0004-accounts' }));
      await migrate(store);
    });
    expect(existsSync(copyOf(url))).toBe(false);
  });
});

/** At how many of its hundred steps a migration is killed, evenly spread; MIGRATION_KILLS=20 for the long form. */
const kills = Number(process.env['MIGRATION_KILLS'] ?? 1);

test.each(engines)(
  'a migration killed midway on %s changes nothing, and the next start does it',
  { tags: ['slow'] },
  async (engine) => {
    const url = await atRelease(engine, first);
    const before = shown(await withStore(url, sumsOf));
    const begin = (...stay: string[]) => new Program(['server/test/planted-migration.ts', url, ...stay], {});
    for (let i = 0; i < kills; i += 1) {
      const step = String(1 + Math.round(((i + 0.5) * 99) / kills));
      const migrating = begin(step);
      while (!migrating.out.endsWith(`step ${step}\n`)) {
        expect([migrating.runs, migrating.err]).toEqual([true, '']);
        await delay(2);
      }
      migrating.child.kill('SIGKILL');
      await once(migrating.child, 'close');
      expect(shown(await withStore(url, sumsOf))).toEqual(before);
    }
    const last = begin();
    expect([await last.ended(), last.err]).toEqual([0, '']);
    await withStore(url, async (store) => {
      const counted = sql<{ n: number }>`select min(planted) as n from bugs`;
      expect((await counted.execute(store.db)).rows).toEqual([{ n: 100 }]);
      expect(await appliedMigrations(store.db)).toEqual([...all, '9998-planted']);
    });
    await expect(withStore(url, (store) => migrate(store))).rejects.toThrow(
      /later version of Katydid \(9998-planted\)/,
    );
  },
);
