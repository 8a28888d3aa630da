import { mkdtemp, readdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { getBackups } from '#contract/admin/admin.ts';
import { BackupFile } from '#server/engine/backup/read.ts';
import { noteFailure, noteProven, readBackups } from '#server/engine/backup/records.ts';
import { openDatabase } from '#server/engine/open.ts';
import type { Store } from '#server/engine/store.ts';
import { FileStore } from '#server/files/file-store.ts';
import { createLogger } from '#server/log.ts';
import { claimJob, enqueueRecurring } from '#server/jobs/queue.ts';
import { JobWorker } from '#server/jobs/worker.ts';
import { defaultSettings } from '#server/settings.ts';
import { seed } from '#server/seed/seed.ts';
import { testDatabase } from '#server/test/database.ts';
import { withStore } from '#server/test/filled-database.ts';
import { testApp } from '#server/test/harness.ts';
import { startServer } from '#server/test/server-process.ts';
import { uploaded } from '#server/test/uploads.ts';
import { scheduledBackup } from './feature.ts';

// Processes of lower priority take their time on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const metricsToken = 'read-me-0123456789abcdef';
const engines = ['sqlite', 'postgres'] as const;
const hour = 3_600_000;
const root = await mkdtemp(join(tmpdir(), 'katydid-scheduled-'));
afterAll(() => rm(root, { recursive: true }));

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(root, 'backups-'));
});
afterEach(() => {
  vi.unstubAllEnvs();
});

/** An application on the database, and a worker that makes its backups when they are due, as a server has. */
async function backingUp(databaseUrl: string, keep = 14) {
  const backups = { every: hour, keep, folder };
  const app = await testApp({ databaseUrl, settings: { backups, metricsToken } });
  // The process that makes a backup has the server's environment.
  vi.stubEnv('DATABASE_URL', databaseUrl);
  vi.stubEnv('FILES_FOLDER', app.settings.files.folder);
  const worker = new JobWorker({ ...app.jobContext(), store: app.store, jobs: [scheduledBackup] });
  onTestFinished(() => worker.stop());
  const headers = { authorization: `Bearer ${metricsToken}` };
  return {
    ...app,
    worker,
    said: async (text: string) => {
      await expect.poll(() => app.lines.join(''), { timeout: 60_000 }).toContain(text);
    },
    readyz: async () => {
      const { body } = await app.anonymous.send('GET', '/readyz', { headers });
      return body as { status: string; lastBackup: string | null };
    },
  };
}

/** The files of the folder, without the lists of contents. */
async function backupsIn(): Promise<string[]> {
  const names = await readdir(folder);
  return names.filter((name) => !name.endsWith('.contents')).toSorted();
}

/** Files that earlier backups may have left. */
async function plant(...names: string[]): Promise<void> {
  for (const name of names) await writeFile(join(folder, name), name);
}

const earlier = ['1', '2', '3'].map((day) => `katydid-2026010${day}T000000Z.katydid.gz`);

test('a backup that is due at the start is proven before the oldest ones are removed', async () => {
  const url = await testDatabase('sqlite');
  const { worker, said, readyz, settings, user, bug } = await backingUp(url, 2);
  const ann = await user();
  await bug(ann, { files: [(await uploaded(ann))._id] });
  const lost = new FileStore(settings.files.folder);
  for await (const { sha256 } of lost.list()) await lost.remove(sha256, Infinity);
  await plant(...earlier, 'katydid.katydid.gz', 'katydid-20260101.katydid.gz.77.partial', 'mine.partial');
  await utimes(join(folder, 'katydid-20260101.katydid.gz.77.partial'), 0, 0);
  // Listed, but gone when it is examined, like a backup that was just completed.
  const gone = 'katydid-9.katydid.gz.78.partial';
  await symlink('nowhere', join(folder, gone));
  const began = new Date().toISOString();
  expect(await readyz()).toEqual({ status: 'ready', lastBackup: null });
  worker.start();
  await said('and verified it');

  const [first, second, ...others] = await backupsIn();
  expect([first, ...others]).toEqual([earlier[2], gone, 'katydid.katydid.gz', 'mine.partial']);
  const { header } = await BackupFile.open(join(folder, second ?? ''));
  const { lastBackup } = await readyz();
  expect(lastBackup).not.toBeNull();
  for (const [one, other] of [
    [began, lastBackup ?? ''],
    [lastBackup ?? '', header.at],
  ] as const)
    expect(Date.parse(one)).toBeLessThanOrEqual(Date.parse(other));
  // What it could not save is shown as a failure.
  await expect
    .poll(async () => (await known(url)).failure?.reason)
    .toMatch(/^1 of its files are missing or damaged/);
});

test('a failed backup is logged and shown, and no other backup is removed', async () => {
  const url = await testDatabase('sqlite');
  await plant(...earlier);
  const { worker, said, lines, readyz } = await backingUp(url, 1);
  vi.stubEnv('TMPDIR', join(folder, 'missing'));
  worker.start();
  await said('The scheduled backup failed: ');
  expect(lines.find((line) => line.includes('failed'))).toContain('"level":50');
  expect((await readdir(folder)).toSorted()).toEqual(earlier);
  expect(await readyz()).toEqual({ status: 'ready', lastBackup: null });
  await expect.poll(async () => (await known(url)).failure?.reason, { timeout: 60_000 }).toMatch(/ENOENT/);
  expect((await known(url)).provenAt).toBeNull();
});

/** The stored records of backups, read beside the server. */
async function known(url: string) {
  const store = await openDatabase(url, { exclusive: false });
  try {
    return await readBackups(store.db);
  } finally {
    await store.close();
  }
}

test('of two servers on one database, only one makes the backup', async () => {
  const url = await testDatabase('postgres');
  const both = [await backingUp(url), await backingUp(url)];
  for (const { worker } of both) worker.start();
  await expect.poll(async () => (await known(url)).provenAt, { timeout: 60_000 }).not.toBeNull();
  for (const { readyz } of both) expect((await readyz()).lastBackup).not.toBeNull();
  await Promise.all(both.map(({ worker }) => worker.stop()));
  expect(await backupsIn()).toHaveLength(1);
});

test(
  'a server that is stopped during a backup leaves no partial file, and the backup is still due',
  { tags: ['slow'] },
  async () => {
    const url = await testDatabase('sqlite');
    await withStore(url, (store) => seed(store, { bugs: 600, users: 3 }, new Date()));
    const environment = { BACKUP_EVERY: '1h', BACKUP_FOLDER: folder };
    const server = await startServer(url, { environment });
    onTestFinished(async () => void (await server.stop()));
    await expect.poll(() => readdir(folder), { timeout: 60_000, interval: 5 }).not.toEqual([]);
    expect(await server.stop()).toBe(0);
    expect(await readdir(folder)).toEqual([]);
    expect(await known(url)).toEqual({ provenAt: null, failure: null });
    await withStore(url, async (store) => expect(await claim(store, new Date())).toBeDefined());
  },
);

/** A worker that makes backups every six hours, into a folder. */
const log = await createLogger('silent');

function workerOn(store: Store, backupFolder: string): JobWorker {
  const backups = { every: 6 * hour, keep: 1, folder: backupFolder };
  return new JobWorker({
    store,
    jobs: [scheduledBackup],
    mail: undefined,
    settings: { ...defaultSettings, backups },
    now: () => new Date(),
    log,
  });
}

const claim = (store: Store, now: Date) =>
  store.write((tx) => claimJob(tx, { kinds: [scheduledBackup.kind], now, leaseTime: hour }));

test('a backup that comes due while the server is stopping is left to the next server', async () => {
  await withStore(await testDatabase('sqlite'), async (store) => {
    await store.write((tx) => enqueueRecurring(tx, scheduledBackup, 6 * hour, new Date()));
    const worker = workerOn(store, join(folder, 'none'));
    worker.start();
    await worker.stop();
    expect(await readdir(folder)).toEqual([]);
    expect(await readBackups(store.db)).toEqual({ provenAt: null, failure: null });
    expect(await claim(store, new Date())).toMatchObject({ attempts: 1 });
  });
});

test.each(engines)('on %s, a failed backup is tried again within the hour', async (engine) => {
  await withStore(await testDatabase(engine), async (store) => {
    await writeFile(join(folder, 'file'), '');
    const worker = workerOn(store, join(folder, 'file', 'in a file'));
    worker.start();
    await expect.poll(async () => (await readBackups(store.db)).failure?.reason).toMatch(/ENOTDIR/);
    await worker.stop();
    const now = Date.now();
    expect(await claim(store, new Date(now + hour))).toMatchObject({ attempts: 2 });
  });
});

test.each(engines)('on %s, admins see the last proven backup, and only a later failure', async (engine) => {
  const app = await testApp({ databaseUrl: await testDatabase(engine) });
  const admin = await app.user({ role: 'admin' });
  const shown = async () => (await admin.call(getBackups, {})).body;
  expect(await shown()).toEqual({ provenAt: null, failure: null });
  const [first, second, third] = ['01', '02', '03'].map((day) => `2026-01-${day}T00:00:00.000Z`) as [
    string,
    string,
    string,
  ];
  await app.store.write((tx) => noteProven(tx, first, 'a'));
  await app.store.write((tx) => noteFailure(tx, second, 'No room'));
  expect(await shown()).toEqual({ provenAt: first, failure: { at: second, reason: 'No room' } });
  await app.store.write((tx) => noteProven(tx, third, 'b'));
  await app.store.write((tx) => noteProven(tx, second, 'an older one, proven later'));
  expect(await shown()).toEqual({ provenAt: third, failure: null });
});
