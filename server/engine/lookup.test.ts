import { expect, test } from 'vitest';
import type { Db } from './schema.ts';
import { Lookup } from './lookup.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open.ts';
import { atEnd } from '#server/test/at-end.ts';
import { testDatabase } from '#server/test/database.ts';

const store = await openDatabase(await testDatabase('postgres'), { exclusive: true });
atEnd(() => store.close());
await migrate(store);

test('keys that are looked up at the same time share one statement', async () => {
  const asked: string[][] = [];
  const valueOf = (key: string) => (key === 'none' ? undefined : `value of ${key}`);
  const lookup = new Lookup<string>({
    async one(_db: Db, key) {
      asked.push([key]);
      return valueOf(key);
    },
    async many(_db, keys) {
      asked.push([...keys]);
      return new Map(
        keys.flatMap((key) => [[key, valueOf(key)] as const]).filter(([, value]) => value) as [
          string,
          string,
        ][],
      );
    },
  });
  const values = await Promise.all(['a', 'none', 'b', 'a'].map((key) => lookup.find(store.db, key)));
  expect(values).toEqual(['value of a', undefined, 'value of b', 'value of a']);
  expect(await lookup.find(store.db, 'c')).toBe('value of c');
  expect(asked).toEqual([['a', 'none', 'b'], ['c']]);
});

test('a failed statement affects only the keys that share it', async () => {
  let calls = 0;
  const lookup = new Lookup<string>({
    one: async (_db, key) => key,
    async many() {
      calls += 1;
      throw new Error('away');
    },
  });
  const outcomes = await Promise.allSettled(['a', 'b'].map((key) => lookup.find(store.db, key)));
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect([await lookup.find(store.db, 'c'), calls]).toEqual(['c', 1]);
});
