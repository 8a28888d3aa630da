import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { GroupCommit, enoughLetters } from './group-commit.ts';
import { SqliteFile } from './file.ts';

const folder = await mkdtemp(join(tmpdir(), 'katydid-group-commit-'));
afterAll(() => rm(folder, { recursive: true }));

let made = 0;
let path: string;
let file: SqliteFile;
let groupCommit: GroupCommit;
beforeEach(() => {
  made += 1;
  path = join(folder, `${made}.db`);
  file = new SqliteFile(path, { readOnly: false });
  file.exec('create table t (n integer primary key, of integer references t (n)) strict');
  groupCommit = new GroupCommit(file);
});

/** The rows visible to another connection: the committed ones. */
function stored(): unknown[] {
  const other = new DatabaseSync(path, { readOnly: true });
  const rows = other.prepare('select n from t order by n').all();
  other.close();
  return rows.map(({ n }) => n);
}

async function insert(n: number, of: number | null = null): Promise<number> {
  const unit = await groupCommit.begin();
  try {
    unit.run('insert into t values (?, ?)', [n, of]);
  } catch (error) {
    unit.rollback();
    throw error;
  }
  await unit.commit();
  // Acknowledged, so it must be there from now on.
  expect(stored()).toContain(n);
  return n;
}

const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map(({ status }) => status);

test('units of work that arrive at the same time are stored by one commit', async () => {
  const all = Promise.all(Array.from({ length: 20 }, (_, i) => insert(i)));
  await Promise.resolve();
  expect(stored()).toEqual([]);
  await all;
  expect(stored()).toHaveLength(20);
});

test('a unit of work that fails is rolled back alone', async () => {
  const half = async () => {
    const unit = await groupCommit.begin();
    unit.run('insert into t values (100, null)', []);
    unit.rollback();
  };
  const all = [insert(1), half(), insert(1), insert(2), insert(3, 999), insert(4)];
  expect(await outcomes(all)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'rejected',
    'fulfilled',
  ]);
  expect(stored()).toEqual([1, 2, 4]);
});

test('a commit that fails rejects all its units of work, and the next commit succeeds', async () => {
  const broken = async () => {
    const unit = await groupCommit.begin();
    // Not checked until the commit.
    unit.run('pragma defer_foreign_keys = 1', []);
    unit.run('insert into t values (5, 999)', []);
    await unit.commit();
  };
  expect(await outcomes([insert(1), broken(), insert(2)])).toEqual(['rejected', 'rejected', 'rejected']);
  expect(stored()).toEqual([]);
  expect(await outcomes([insert(3), insert(4)])).toEqual(['fulfilled', 'fulfilled']);
  expect(stored()).toEqual([3, 4]);
});

test('an automatic rollback by SQLite rejects every unit of work in the batch', async () => {
  file.exec(
    `create trigger t_all before insert on t when new.n = 13 begin select raise(rollback, 'gone'); end`,
  );
  const stubborn = async () => {
    const unit = await groupCommit.begin();
    expect(() => unit.run('insert into t values (13, null)', [])).toThrow('gone');
    expect(() => unit.run('insert into t values (14, null)', [])).toThrow('gone');
    await unit.commit();
  };
  expect(await outcomes([insert(1), stubborn()])).toEqual(['rejected', 'rejected']);
  expect(stored()).toEqual([]);
  await insert(2);
  expect(stored()).toEqual([2]);
});

test('closing waits for pending commits', async () => {
  const all = [insert(1), insert(2)];
  await Promise.resolve();
  await groupCommit.close();
  expect(stored()).toEqual([1, 2]);
  await Promise.all(all);
});

test('between commits of long texts, the event loop runs, and their order is preserved', async () => {
  let iterations = 0;
  let isOver = false;
  const count = () => {
    iterations += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  file.exec('create table texts (n integer, text text) strict');
  const write = async (n: number, letters: number) => {
    const unit = await groupCommit.begin();
    unit.run('insert into texts values (?, ?)', [n, 'x'.repeat(letters)]);
    await unit.commit();
    return [n, iterations] as const;
  };
  const letters = [1, enoughLetters, enoughLetters, 1, 1, enoughLetters / 2, enoughLetters / 2, 1];
  const written = await Promise.all(letters.map((each, n) => write(n, each)));
  isOver = true;
  const at = written.map(([, iteration]) => iteration);
  const shared = Map.groupBy(written, ([, iteration]) => iteration);
  expect([...shared.values()].map((units) => units.map(([n]) => n))).toEqual([
    [0, 1],
    [2],
    [3, 4, 5, 6],
    [7],
  ]);
  expect(at).toEqual(at.toSorted((a, b) => a - b));
  expect(file.run('select n from texts order by rowid', []).rows.map(({ n }) => n)).toEqual(
    letters.map((_, n) => n),
  );
});
