import { execFile } from 'node:child_process';
import { chmod, mkdtemp, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { sql } from 'kysely';
import { afterAll, describe, expect, test, vi } from 'vitest';
import { listBugs } from '#contract/bugs/bugs.ts';
import { login, register } from '#contract/accounts/users.ts';
import { countOf, groups } from '#server/engine/bugs/bug-counts.ts';
import { seed } from '#server/seed/seed.ts';
import { StartError } from '#server/start-error.ts';
import { command } from '#server/test/command.ts';
import { bareDatabase, testDatabase } from '#server/test/database.ts';
import { filled, person, shown, sumsOf, texts, withApp, withStore } from '#server/test/filled-database.ts';
import { Program } from '#server/test/server-process.ts';
import { filesOfCommands } from '#server/test/uploads.ts';
import { proveBackup } from './restore.ts';
import { BackupFile } from './read.ts';

// Each test runs several programs, which are slow on a busy machine.
vi.setConfig({ testTimeout: 120_000 });
const run = promisify(execFile);
const engines = ['sqlite', 'postgres'] as const;
const folder = await mkdtemp(join(tmpdir(), 'katydid-backups-'));
afterAll(() => rm(folder, { recursive: true }));

/** Runs a command that succeeds, and returns its output. */
async function done(url: string, ...args: string[]): Promise<string> {
  const { code, out, err } = await command(url, args);
  if (code !== 0) throw new Error(`${args.join(' ')}: ${err}`);
  return out;
}

/** Runs a command that must fail with a single line, and returns that line. */
async function refused(url: string, args: string[], variables?: Record<string, string>): Promise<string> {
  const { code, err } = await command(url, args, variables);
  const lines = err
    .split('\n')
    .filter((line) => !/^(Saving|Reading|Restoring|Checking|Indexing) /.test(line));
  expect([code, lines]).toEqual([1, [expect.stringMatching(/^katydid: /), '']]);
  return lines[0] ?? '';
}

let paths = 0;
const newPath = (end = '.katydid.gz') => join(folder, `${(paths += 1)}${end}`);

const source = await filled();
const before = shown(await withStore(source.url, sumsOf));
const whole = newPath();
/** A backup of the same content from each engine, with the command's output. */
const made = {
  sqlite: { path: whole, out: await done(source.url, 'backup', whole) },
  postgres: await fromPostgres(),
};

/** The backup of a database that also has another program's table. */
async function fromPostgres(): Promise<{ path: string; out: string }> {
  const [url, path] = [await bareDatabase('postgres'), newPath()];
  await done(url, 'restore', whole);
  await withStore(url, (store) => store.write((tx) => sql`create table notes (id int)`.execute(tx)));
  return { path, out: await done(url, 'backup', path) };
}

describe('a backup', () => {
  test.each(engines.flatMap((from) => engines.map((to) => [from, to] as const)))(
    'from %s is restored on %s, with everything',
    { tags: ['slow'] },
    async (from, to) => {
      const { path, out } = made[from];
      expect(out).toMatch(/^bugs +[1-9]\d* rows {2}[0-9a-f]{16}$/m);
      expect((await stat(path)).mode & 0o777).toBe(0o600);
      const url = await bareDatabase(to);
      // The proof is recorded after the backup is made, so the backup does not contain it.
      expect(await done(url, 'restore', path)).toContain(`Restored ${path} to `);
      expect(shown(await withStore(url, sumsOf))).toEqual(before);
      expect(await done(url, 'jobs', 'release')).toContain('are released');
      expect(await done(url, 'jobs', 'release')).toContain('were not held');
      await withApp(url, async (app) => {
        const { email, password } = person;
        const ann = app.as((await app.anonymous.call(login, { body: { email, password } })).body.token);
        const found = (await ann.call(listBugs, { query: { sort: 'createdAt' } })).body;
        expect(found.map(({ description }) => description)).toEqual(expect.arrayContaining(texts));
        expect((await app.bug(ann)).number).toBeGreaterThan(Math.max(...found.map(({ number }) => number)));
        expect((await app.anonymous.call(register, { body: person })).status).toBe(400);
      });
    },
  );

  test('contains only Katydid’s tables', () => {
    expect(made.postgres.out).not.toContain('notes');
  });

  test('can be a SQLite file, which either engine restores', { tags: ['slow'] }, async () => {
    const path = newPath('.db');
    const now = shown(await withStore(source.url, sumsOf));
    await done(source.url, 'backup', path);
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(await done(source.url, 'backup', 'verify', path)).toContain(`${path} is complete and undamaged`);
    for (const engine of engines) {
      const url = await bareDatabase(engine);
      await done(url, 'restore', path);
      expect(shown(await withStore(url, sumsOf))).toEqual(now);
    }
  });

  test('is checked again by verify, which shows its contents', async () => {
    const out = await done(await bareDatabase('sqlite'), 'backup', 'verify', whole);
    expect(out).toMatch(/^users +2 rows {2}[0-9a-f]{16}$/m);
    expect(out).toContain('is complete and undamaged');
  });

  test('is written to BACKUP_FOLDER if no file is named, and leaves nothing else there', async () => {
    const own = join(folder, 'own/backups');
    const { code, out } = await command(source.url, ['backup'], { BACKUP_FOLDER: own });
    expect(code).toBe(0);
    const names = (await readdir(own)).toSorted();
    expect(names).toEqual([
      expect.stringMatching(/^katydid-\d{8}T\d{6}Z\.katydid\.gz$/),
      `${names[0]}.contents`,
      'katydid-files',
    ]);
    expect(out).toContain(`to ${join(own, names[0] ?? '')}, and verified it`);
  });

  test('replaces a file only with --force', async () => {
    const path = newPath();
    await writeFile(path, 'kept');
    expect(await refused(source.url, ['backup', path])).toContain('exists already');
    expect(await readFile(path, 'utf8')).toBe('kept');
    await done(source.url, 'backup', path, '--force');
    await (await BackupFile.open(path)).check(() => {});
  });

  test('leaves nothing behind if there is no room for it', async () => {
    const own = await mkdtemp(join(folder, 'full-'));
    const path = join(own, 'x.katydid.gz');
    // The file size limit is 300 KB, less than an empty database needs.
    const limited = [
      '-c',
      'ulimit -f 600; exec "$0" "$@"',
      process.execPath,
      'server/cli.ts',
      'backup',
      path,
    ];
    const { code, stderr } = await run('sh', limited, { env: { DATABASE_URL: source.url } }).then(
      () => ({ code: 0, stderr: '' }),
      (error: unknown) => error as { code: number; stderr: string },
    );
    expect([code, stderr]).toEqual([1, expect.stringContaining('katydid: The backup broke off: disk I/O')]);
    expect(await readdir(own)).toEqual([]);
  });

  test.each([
    [['backup', 'katydid.zip'], 'The name says what is made'],
    [['backup', newPath('.dump')], 'is made from PostgreSQL alone'],
    [['backup', 'verify'], 'Say which'],
    [['backup', 'verify', join(folder, 'missing')], 'Cannot read'],
    [['restore'], 'Say which'],
    [['restore', whole, '--to', 'mysql://x'], '--to must be file:'],
  ])('%j fails with one line', async (args, line) => {
    expect(await refused(source.url, args)).toContain(line);
  });
});

/** A backup of these lines, with a valid footer. */
function sealed(lines: string[]): Buffer {
  const body = lines.slice(0, -1).map((line) => `${line}\n`);
  const sha256 = createHash('sha256').update(body.join('')).digest('hex');
  const footer = { ...(JSON.parse(lines.at(-1) ?? '') as object), sha256 };
  return gzipSync(`${body.join('')}${JSON.stringify(footer)}\n`);
}

describe('a damaged or foreign backup is refused before anything is touched:', async () => {
  const bytes = await readFile(whole);
  const lines = gunzipSync(bytes).toString().trimEnd().split('\n');
  const changed = (from: string | RegExp, to: string) => lines.map((line) => line.replace(from, to));
  const isUser = (line: string) => line.includes('Ann@Example.com');
  const foreign = newPath('.db');
  const file = new DatabaseSync(foreign);
  file.exec('create table notes (text text)');
  file.close();
  const native = newPath('.db');
  await done(source.url, 'backup', native);
  const page = await readFile(native);

  test.each<[string, Buffer | string, RegExp]>([
    ['nothing', '', /is no backup of Katydid/],
    ['a text', 'Dear diary', /is no backup of Katydid/],
    ['JSON', lines.join('\n'), /is no backup of Katydid/],
    ['another gzip', gzipSync('Dear diary\n'), /is no backup of Katydid/],
    ['gzipped lines of JSON', gzipSync('{"a":1}\n[1]\n'), /is no backup of Katydid/],
    ['a line without an end', gzipSync('x'.repeat(40_000_000)), /is no backup of Katydid/],
    ['a SQLite file of another program', await readFile(foreign), /another program/],
    ['half a SQLite file', page.subarray(0, page.length / 2), /damaged/],
    ['a SQLite file with a page of noise', Buffer.from(page).fill(0x5a, 8192, 12_288), /damaged/],
    ['more behind its end', Buffer.concat([bytes, Buffer.from('more')]), /damaged/],
    ['itself twice', Buffer.concat([bytes, bytes]), /damaged/],
    ['a changed row', gzipSync(`${changed('Ann@', 'Bob@').join('\n')}\n`), /damaged: its hash is another/],
    ['a changed row and hash', sealed(changed('Ann@', 'Bob@')), /damaged: its rows are not/],
    ['a row less', sealed(lines.filter((line) => !isUser(line))), /damaged: its rows are not/],
    [
      'a row twice',
      sealed(lines.flatMap((line) => (isUser(line) ? [line, line] : line))),
      /its rows are not/,
    ],
    ['a footer with other counts', sealed(changed(/"rows":9,/, '"rows":8,')), /its rows are not/],
    ['a footer without tables', sealed([...lines.slice(0, -1), '{"tables":[],"sha256":""}']), /its rows/],
    ['no footer', gzipSync(`${lines.slice(0, -1).join('\n')}\n`), /its end is missing/],
    ['no last table', sealed([...lines.slice(0, 4), lines.at(-1) ?? '']), /its end is missing/],
    ['another table', sealed(changed('"table":"users"', '"table":"losers"')), /its table losers is not/],
    ['a value that no column has', sealed(changed('"Ann@Example.com"', '[true]')), /cannot be understood/],
    ['a number that no column has', sealed(changed('"Ann@Example.com"', '1e999')), /cannot be understood/],
    ['a later format', sealed(changed('"format":1', '"format":2')), /later version of Katydid/],
    ['a later schema', sealed(changed('"0001-users"', '"0001-users","9999-x"')), /later version/],
    [
      'a schema of no release',
      sealed(changed('"0048-settled-email-changes",', '')),
      /is of no release: it has no 0048/,
    ],
    [
      'a schema between 0.1 and 0.2.0',
      sealed(changed('"0012-release-0.2"', '"0012-refuse-replacing-audit"')),
      /Use Katydid 0.2.0 for it first/,
    ],
  ])('%s', async (_, content, line) => {
    const path = newPath();
    await writeFile(path, content);
    const missing = (await bareDatabase('sqlite')).replace('katydid.db', 'missing.db');
    expect(await refused(missing, ['restore', path])).toMatch(line);
    expect(await readdir(join(missing.slice('file:'.length), '..'))).toEqual([]);
  });

  test('verify fails with the same line as restore', async () => {
    const path = newPath();
    await writeFile(path, sealed(changed('Ann@', 'Bob@')));
    const line = 'is damaged: its rows are not those that it states.';
    expect(await refused(source.url, ['backup', 'verify', path])).toBe(`katydid: The backup ${path} ${line}`);
  });

  async function isRefused(content: Buffer): Promise<boolean> {
    const path = newPath();
    await writeFile(path, content);
    const faults = [
      BackupFile.open(path).then((backup) => backup.check(() => {})),
      BackupFile.open(path).then((backup) => proveBackup(backup, () => {})),
    ];
    const results = await Promise.allSettled(faults);
    return results.every((result) => result.status === 'rejected' && result.reason instanceof StartError);
  }

  test('a backup that is cut off anywhere', async () => {
    for (const length of [1, 9, 10, 11, 60, 500, bytes.length >> 1, bytes.length - 9, bytes.length - 1]) {
      expect([length, await isRefused(bytes.subarray(0, length))]).toEqual([length, true]);
    }
  });

  /** Some bits of the last byte before the checksum may be unused, depending on the compressed data. */
  function isSame(content: Buffer): boolean {
    try {
      return gunzipSync(content).equals(gunzipSync(bytes));
    } catch {
      return false;
    }
  }

  test('a backup with any one bit flipped', async () => {
    // Bytes 4 to 9 are gzip's time and system, which no reader uses.
    const places = Array.from({ length: 40 }, (_, i) => 10 + ((i * 7919) % (bytes.length - 10)));
    for (const place of [0, 1, 2, 3, ...places]) {
      const flipped = Buffer.from(bytes);
      flipped[place] = (flipped[place] ?? 0) ^ (1 << (place % 8));
      expect([place, await isRefused(flipped)]).toEqual([place, !isSame(flipped)]);
    }
  });
});

describe('a restore is refused if', () => {
  test.each(engines)('%s has data, which is left as it was', async (engine) => {
    const url = await testDatabase(engine);
    await withApp(url, (app) => app.user());
    const found = shown(await withStore(url, sumsOf));
    expect(await refused(url, ['restore', whole])).toContain('is not empty');
    expect(shown(await withStore(url, sumsOf))).toEqual(found);
  });

  test('the SQLite file is being served', async () => {
    const url = await bareDatabase('sqlite');
    await withApp(url, async () => {
      expect(await refused(url, ['restore', whole])).toContain('Another Katydid is already serving');
    });
  });
});

/** Enough bugs that reading them takes longer than a write. */
const seeded = 300;

test.each(engines)('a backup of %s under load is a consistent state', { tags: ['slow'] }, async (engine) => {
  const url = await testDatabase(engine);
  await withStore(url, (store) => seed(store, { bugs: seeded, users: 3 }, new Date()));
  const acknowledged: number[] = [];
  const path = newPath();
  const atStart = await withApp(url, async (app) => {
    const ann = await app.user();
    const end = new AbortController();
    async function file(): Promise<void> {
      while (!end.signal.aborted) acknowledged.push((await app.bug(ann)).number);
    }
    const filing = [file(), file(), file()];
    await expect.poll(() => acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(20);
    const soFar = [...acknowledged];
    // In a separate process, as beside a server.
    const backup = new Program(['server/cli.ts', 'backup', path], {
      DATABASE_URL: url,
      FILES_FOLDER: filesOfCommands(),
    });
    expect(await backup.closed()).toMatchObject({ code: 0 });
    expect(acknowledged.length).toBeGreaterThan(soFar.length);
    end.abort();
    await Promise.all(filing);
    return soFar;
  });

  const restored = await bareDatabase('sqlite');
  await done(restored, 'restore', path);
  const [numbers, counted, last] = await withStore(restored, async ({ db }) => [
    (await db.selectFrom('bugs').select('number').orderBy('number').execute()).map(({ number }) => number),
    await countOf(db, groups.all, { status: 0, priority: 0 }, { status: false, priority: false }),
    await db.selectFrom('counters').select('value').where('name', '=', 'bugs').executeTakeFirst(),
  ]);
  expect(numbers).toHaveLength(counted);
  expect(last?.value).toBeGreaterThanOrEqual(numbers.at(-1) ?? 0);
  expect(numbers).toEqual(expect.arrayContaining(atStart));
  expect(numbers.length).toBeLessThan(seeded + acknowledged.length);
});

describe('a backup by pg_dump', () => {
  /** A folder with a program of this name that runs the given script. */
  async function programs(script: string): Promise<string> {
    const path = join(await mkdtemp(join(folder, 'bin-')), 'pg_dump');
    await writeFile(path, `#!/bin/sh\n${script}\n`);
    await chmod(path, 0o755);
    return join(path, '..');
  }

  test('is made without the password in any argument', { tags: ['slow'] }, async () => {
    const url = await bareDatabase('postgres');
    const path = newPath('.dump');
    const script = `for last; do case $last in --file=*) file=\${last#--file=};; esac; done
      echo "PGDMP $PGPASSWORD $*" > "$file"`;
    const { code, out } = await command(url, ['backup', path], { PATH: await programs(script) });
    expect([code, out]).toEqual([0, expect.stringContaining('Verify it with pg_restore')]);
    const { password, username } = new URL(url);
    const [, given, ...args] = (await readFile(path, 'utf8')).trim().split(' ');
    expect(given).toBe(password);
    expect(args.join(' ')).toMatch(new RegExp(`^--format=custom .*--dbname=postgres://${username}@127`));
    for (const again of [
      ['backup', 'verify', path],
      ['restore', path],
    ])
      expect(await refused(url, again)).toContain('written by pg_dump');
  });

  test('leaves nothing behind if pg_dump fails or is not installed', async () => {
    const url = await bareDatabase('postgres');
    const path = newPath('.dump');
    const failing = await programs('echo "pg_dump: error: server version mismatch" >&2; exit 1');
    expect(await refused(url, ['backup', path], { PATH: failing })).toContain('version mismatch');
    const none = await mkdtemp(join(folder, 'bin-'));
    expect(await refused(url, ['backup', path], { PATH: none })).toContain(
      'Install the client of PostgreSQL',
    );
    expect((await readdir(folder)).filter((name) => name.startsWith(basename(path)))).toEqual([]);
  });
});
