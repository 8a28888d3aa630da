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
import { dumpSchema } from '#server/test/schema-dump.ts';
import { person, shown, sumsOf, texts, withApp, withStore } from '#server/test/filled-database.ts';
import { Program } from '#server/test/server-process.ts';
import { loadBackup, restoreBackup } from './backup/restore.ts';
import { BackupFile } from './backup/read.ts';
import { newId } from './id.ts';
import { fill, settle } from '#server/engine/copy/fill.ts';
import { migrate, migrateWithin, migrations } from './migrate.ts';
import { release, releasedAs } from '#server/engine/migrations/0.2/release.ts';
import { appliedMigrations } from './tables.ts';
import type { Tx } from './schema.ts';
import type { Store } from './store.ts';

const engines = ['sqlite', 'postgres'] as const;
const folder = join(import.meta.dirname, 'released');
/** A backup of each released schema, and of 0.3 before its release, with rows in every table. */
const released = await readdir(folder);
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
      // 0.1 had no state outside the tables.
      if (header.migrations.includes(release)) await settle(tx);
    }),
  );
  return url;
}

const schemaOf = ({ db }: Store) => dumpSchema(db);

async function freshSchema(engine: EngineName) {
  return withStore(await testDatabase(engine), schemaOf);
}

const editsOf02 = [['status', 'resolution', 'title'], ['question'], ['status', 'resolution']];
/**
 * The differences between the backups: how many bugs there are, the next bug's number, and which edits are recorded.
 */
const contents: Record<string, { bugs: number; next: number; edits: string[][] }> = {
  '0004': { bugs: 9, next: 11, edits: [] },
  '0011': { bugs: 9, next: 11, edits: [['status', 'title']] },
  '0045': { bugs: 10, next: 12, edits: editsOf02 },
  '0052': { bugs: 10, next: 12, edits: editsOf02 },
};

/** Expects the data that the backup of that name has, and changes some of it. */
async function expectContent(url: string, name: string): Promise<void> {
  const content = contents[name.slice(0, 4)];
  await withApp(url, async (app) => {
    const { status, body } = await app.anonymous.call(login, {
      body: { email: person.email, password: person.password },
    });
    expect(status).toBe(200);
    const ann = app.as(body.token);
    const bugs = (await ann.call(listBugs, { query: { sort: 'createdAt' } })).body;
    expect(bugs.map(({ description }) => description).slice(0, texts.length)).toEqual(texts);
    expect(bugs.map(({ number }) => number)).toEqual(
      Array.from({ length: content?.bugs ?? 0 }, (_, i) => i + 1),
    );
    for (const [text, number] of [
      ['ΟΔΟΣ', 2],
      ['ÉCLAIR', 3],
      ['🦗👩', 4],
      ['100%_sure\\', 1],
    ] as const) {
      const found = (await ann.call(listBugs, { query: { q: text } })).body;
      expect(found.map((bug) => bug.number)).toEqual([number]);
    }
    // There was no history before 0.1.0: each bug's history has its creation, and only the edits that were recorded.
    const edits: string[][] = [];
    for (const { _id: id, createdAt: at, createdBy: by } of bugs) {
      const [begun, ...later] = (await ann.call(getHistory, { params: { id } })).body;
      expect(begun).toEqual({ _id: id, at, by, version: 1, changes: [] });
      edits.push(...later.map(({ changes }) => changes.map(({ field }) => field)));
    }
    expect(edits).toEqual(content?.edits);
    // The deleted bug's number is not reused.
    expect((await app.bug(ann)).number).toBe(content?.next);
  });
}

test('released migrations have not changed', async () => {
  const names = all.slice(0, 11).map((name) => join(import.meta.dirname, 'migrations/0.1', `${name}.ts`));
  const files = await Promise.all(names.map((name) => readFile(name, 'utf8')));
  // The files have moved, and what they import has changed.
  const without = files.map((text) => text.replaceAll(/^import .*\n/gm, ''));
  expect(without.map((text) => hash('sha256', text).slice(0, 16))).toEqual([
    '4d393222cbc7f4c3',
    '6f6ef9db94a7e922',
    'a52ec3aa7b6bf868',
    '1ad38a7a50328bed',
    'a5b3a5b99cc3c1da',
    '4d29997a343d2ba0',
    'f9fc80c6c4933f3c',
    '2eb6cedde15fc814',
    'f0a915fa89c96a9b',
    '2341ab77a48de96e',
    'd0126f4f23e1b9fc',
  ]);
});

// The hashes are of what the 32 migrations of 0.2.0 made.
describe.each([
  ['sqlite', '3d61482f53726d1d'],
  ['postgres', 'f3cbad52e70c9390'],
] as const)('the migration of 0.2 on %s', (engine, schema) => {
  test('turns a database of 0.1 into the same as 0.2.0 did', async () => {
    const sums: string[] = [];
    for (const name of ['0004.katydid.gz', '0011.katydid.gz']) {
      const url = await atRelease(engine, await BackupFile.open(join(folder, name)));
      await withStore(url, async (store) => {
        await store.write((tx) => migrateWithin(tx, url, { to: release }));
        expect(hash('sha256', (await schemaOf(store)).join('\n')).slice(0, 16)).toBe(schema);
        sums.push(hash('sha256', JSON.stringify(shown(await sumsOf(store)))).slice(0, 16));
      });
    }
    expect(sums).toEqual(['9e65609a2f4c7a56', '13feb6312cd29745']);
  });

  test.each(['0045.katydid.gz', '0052.katydid.gz'])(
    'is recognised by the names recorded in the database of %s',
    async (name) => {
      const url = await atRelease(engine, await BackupFile.open(join(folder, name)));
      const before = await withStore(url, async (store) => {
        await store.write((tx) => recordAsReleased(tx, releasedAs));
        return shown(await sumsOf(store));
      });
      await withStore(url, async (store) => {
        await store.write(async (tx) => migrateWithin(tx, url, { to: (await appliedMigrations(tx)).at(-1) }));
        expect(await namesIn(store)).toEqual(all.filter((each) => each <= name));
        expect(shown(await sumsOf(store))).toEqual(before);
        await migrate(store);
        expect(await namesIn(store)).toEqual(all);
      });
      expect(await withStore(url, schemaOf)).toEqual(await freshSchema(engine));
    },
  );

  test('is refused if only a part of it was applied', async () => {
    const url = await bareDatabase(engine);
    await withStore(url, async (store) => {
      await store.write(async (tx) => {
        await migrateWithin(tx, url, { to: release });
        await recordAsReleased(tx, releasedAs.slice(0, -1));
      });
      const before = await namesIn(store);
      await expect(migrate(store)).rejects.toThrow('Use Katydid 0.2.0 for it first');
      expect(await namesIn(store)).toEqual(before);
    });
  });
});

/** Replaces the name of 0.2's migration by those that 0.2.0 recorded. */
async function recordAsReleased(tx: Tx, names: readonly string[]): Promise<void> {
  const at = new Date().toISOString();
  await sql`delete from kysely_migration where name = ${release}`.execute(tx);
  for (const name of names)
    await sql`insert into kysely_migration (name, timestamp) values (${name}, ${at})`.execute(tx);
}

/** The names that the database has recorded. */
async function namesIn({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db);
  return rows.map(({ name }) => name).toSorted();
}

describe.each(released)('the schema of %s', (name) => {
  test.each(engines)('is brought up to date on %s, and no data is lost', async (engine) => {
    const backup = await BackupFile.open(join(folder, name));
    const url = await atRelease(engine, backup);
    const before = await withStore(url, sumsOf);
    // Changes get their number at once on SQLite, where the backups were made.
    const empty = before.filter(({ rows, table }) => rows === 0 && table.name !== 'outbox');
    expect(empty.map(({ table }) => table.name)).toEqual([]);
    await withStore(url, (store) => migrate(store));
    expect(await withStore(url, schemaOf)).toEqual(await freshSchema(engine));
    await expectContent(url, name);
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
  await expectContent(url, name);
});

test.each([
  ['0004.katydid.gz', 'sqlite'],
  ['0011.katydid.gz', 'postgres'],
] as const)('%s is restored on %s after today’s version has started there', async (name, engine) => {
  const url = await testDatabase(engine);
  const backup = await BackupFile.open(join(folder, name));
  await withStore(url, async (store) => {
    await restoreBackup(backup, store, () => {});
    expect(await appliedMigrations(store.db)).toEqual(all);
  });
  await expectContent(url, name);
});

test.each(engines)(
  'messages with a live job still wait for it, and others are deleted, on %s',
  async (engine) => {
    const url = await bareDatabase(engine);
    const at = new Date().toISOString();
    const states = ['waiting', 'running', 'dead', 'done', undefined] as const;
    const mails = states.map((state) => ({ id: newId(), jobId: newId(), state }));
    await withStore(url, async (store) => {
      await store.bulkWrite(async (tx) => {
        await migrateWithin(tx, url, { to: release });
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

test.each(engines)('on %s, commands refuse data of an earlier version and leave it as is', async (engine) => {
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

  test('it is copied, and the log says where to', async () => {
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

  test('a failed copy stops the migration, and nothing is changed', async () => {
    const url = await atRelease('sqlite', first);
    await mkdir(copyOf(url));
    await expect(withStore(url, (store) => migrate(store))).rejects.toThrow(
      /^Cannot keep a copy of [^\n]+; nothing was changed\.$/,
    );
    expect(await withStore(url, ({ db }) => appliedMigrations(db))).toEqual(first.header.migrations);
    expect((await readdir(join(copyOf(url), '..'))).filter((name) => name.includes('partial'))).toEqual([]);
  });

  test('it is not copied if it has no data', async () => {
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
  'a migration killed midway on %s changes nothing, and the next start completes it',
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
