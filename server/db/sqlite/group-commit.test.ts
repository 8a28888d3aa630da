import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { SqliteBatches } from './group-commit.ts';
import { SqliteFile } from './file.ts';

const folder = await mkdtemp(join(tmpdir(), 'katydid-batches-'));
afterAll(() => rm(folder, { recursive: true }));

let made = 0;
let path: string;
let file: SqliteFile;
let batches: SqliteBatches;
beforeEach(() => {
  made += 1;
  path = join(folder, `${made}.db`);
  file = new SqliteFile(path, { readOnly: false });
  file.exec('create table t (n integer primary key, of integer references t (n)) strict');
  batches = new SqliteBatches(file);
});

/** What another connection sees, which is what is committed. */
function stored(): unknown[] {
  const other = new DatabaseSync(path, { readOnly: true });
  const rows = other.prepare('select n from t order by n').all();
  other.close();
  return rows.map(({ n }) => n);
}

async function insert(n: number, of: number | null = null): Promise<number> {
  const turn = await batches.begin();
  try {
    turn.run('insert into t values (?, ?)', [n, of]);
  } catch (error) {
    turn.rollback();
    throw error;
  }
  await turn.commit();
  // Acknowledged: from here on it has to be there.
  expect(stored()).toContain(n);
  return n;
}

const outcomes = async (all: Promise<unknown>[]) =>
  (await Promise.allSettled(all)).map(({ status }) => status);

test('what comes at the same time is committed together, and nothing is acknowledged before', async () => {
  const all = Promise.all(Array.from({ length: 20 }, (_, i) => insert(i)));
  await Promise.resolve();
  expect(stored()).toEqual([]);
  await all;
  expect(stored()).toHaveLength(20);
});

test('one that fails takes nothing of the others with it, and leaves nothing of itself', async () => {
  const half = async () => {
    const turn = await batches.begin();
    turn.run('insert into t values (100, null)', []);
    turn.rollback();
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

test('a commit that fails fails everyone it was for, and the next ones succeed', async () => {
  const broken = async () => {
    const turn = await batches.begin();
    // Looked at no sooner than at the commit.
    turn.run('pragma defer_foreign_keys = 1', []);
    turn.run('insert into t values (5, 999)', []);
    await turn.commit();
  };
  expect(await outcomes([insert(1), broken(), insert(2)])).toEqual(['rejected', 'rejected', 'rejected']);
  expect(stored()).toEqual([]);
  expect(await outcomes([insert(3), insert(4)])).toEqual(['fulfilled', 'fulfilled']);
  expect(stored()).toEqual([3, 4]);
});

test('what SQLite takes back by itself is lost for everyone in the batch, and nothing runs outside it', async () => {
  file.exec(
    `create trigger t_all before insert on t when new.n = 13 begin select raise(rollback, 'gone'); end`,
  );
  const stubborn = async () => {
    const turn = await batches.begin();
    expect(() => turn.run('insert into t values (13, null)', [])).toThrow('gone');
    expect(() => turn.run('insert into t values (14, null)', [])).toThrow('The transaction is over');
    await turn.commit();
  };
  expect(await outcomes([insert(1), stubborn()])).toEqual(['rejected', 'rejected']);
  expect(stored()).toEqual([]);
  await insert(2);
  expect(stored()).toEqual([2]);
});

test('closing waits for what is under way', async () => {
  const all = [insert(1), insert(2)];
  await Promise.resolve();
  await batches.close();
  expect(stored()).toEqual([1, 2]);
  await Promise.all(all);
});
