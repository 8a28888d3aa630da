import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { fold } from '#contract/bugs/search.ts';
import { seed } from '#server/seed/seed.ts';
import { migrate } from '#server/engine/migrate.ts';
import { openDatabase } from '#server/engine/open.ts';
import { sqliteSearch } from './search.ts';

const folder = await mkdtemp(join(tmpdir(), 'katydid-search-'));
const store = await openDatabase(`file:${join(folder, 'k.db')}`, { exclusive: true });
afterAll(async () => {
  await store.close();
  await rm(folder, { recursive: true });
});
await migrate(store);
await seed(store, { bugs: 3_000, users: 3 }, new Date());

/** Texts that are very short, unusual, or close to the marker at the end of index entries. */
const odd = [
  'a',
  'zq',
  'ab"c',
  '日本',
  '🦗',
  'x\u{10FFFD}',
  '\u{10FFFD}\u{10FFFD}',
  '\u{10FFFF}\u{10FFFF}',
  'q\u0001',
  '%_',
];
await store.write(async (tx) => {
  const numbers = Array.from(odd, (_, i) => i + 1);
  for (const number of numbers) {
    const text = odd[number - 1] ?? '';
    await sql`update bugs set title_fold = ${fold(text)}, description_fold = ${fold(`${text} ${text}`)} where number = ${number}`.execute(
      tx,
    );
  }
});

const numbered = async (query: ReturnType<typeof sql<{ number: number }>>) =>
  (await query.execute(store.db)).rows.map(({ number }) => number);

async function found(needle: string, wanted = { byNumber: true, isSelective: false }) {
  const plan = await sqliteSearch.plan(store.db, [needle], wanted);
  const { way, match } = plan;
  const numbers = await numbered(
    sql`select number from ${sqliteSearch.source(way, match).as('bugs')} where ${sqliteSearch.contains(needle)} order by number desc`,
  );
  return { way, numbers };
}

const plainly = (needle: string) =>
  numbered(
    sql`select number from bugs where instr(title_fold, ${needle}) > 0 or instr(description_fold, ${needle}) > 0 order by number desc`,
  );

test('each search strategy finds exactly the bugs that contain the text', async () => {
  const texts = await store.db.selectFrom('bugs').select(['title_fold', 'description_fold']).execute();
  const part = fc
    .tuple(
      fc.constantFrom(...texts.flatMap((row) => [row.title_fold, row.description_fold])),
      fc.nat(),
      fc.integer({ min: 1, max: 8 }),
    )
    .map(([text, at, length]) => {
      const points = [...text];
      return points.slice(at % points.length, (at % points.length) + length).join('');
    });
  const needle = fc
    .oneof(
      part,
      fc.constantFrom(...odd.map(fold)),
      fc.string({ minLength: 1, maxLength: 4, unit: 'grapheme' }).map(fold),
    )
    .filter((text) => text !== '');
  await fc.assert(
    fc.asyncProperty(needle, fc.boolean(), fc.boolean(), async (text, byNumber, isSelective) => {
      expect((await found(text, { byNumber, isSelective })).numbers).toEqual(await plainly(text));
    }),
    { numRuns: 300, seed: 20_261_121 },
  );
});

test.each([
  ['a rare text of one character', '日', 'index'],
  ['a rare text of two characters', 'zq', 'index'],
  ['a text of two characters that nothing contains', 'ξξ', 'index'],
  ['a common text of two characters', 'th', 'scan'],
  ['a common text of three and more', 'the', 'index'],
])('%s (%s) is looked for by %s', async (_, needle, way) => {
  expect((await found(needle)).way).toBe(way);
});

test.each([
  ['a'.repeat(499) + 'b', 2],
  ['b' + 'a'.repeat(499), 2],
  ['🦗'.repeat(1_000), 1],
  ['"'.repeat(1_000), 1],
  [Array.from({ length: 1_000 }, (_, i) => String.fromCodePoint(0x4e00 + i)).join(''), 4],
  ['the list is empty', 4],
])('the index is asked for few trigrams of a text, however long it is', async (needle, count) => {
  const { way, match } = await sqliteSearch.plan(store.db, [fold(needle)], {
    byNumber: true,
    isSelective: false,
  });
  const terms = match.split(' AND ').map((term) => term.slice(1, -1).replaceAll('""', '"'));
  expect([way, terms.length]).toEqual(['index', count]);
  for (const term of terms) {
    expect([...term]).toHaveLength(3);
    expect(needle).toContain(term);
  }
});

test('the index is asked for the rarest trigrams of a text', async () => {
  const { match } = await sqliteSearch.plan(store.db, ['the list zqx'], {
    byNumber: true,
    isSelective: false,
  });
  expect(match.split(' AND ').slice(0, 3)).toEqual(expect.arrayContaining(['"zqx"', '" zq"', '"t z"']));
});

test('the index is asked for the rarest trigrams among several texts', async () => {
  const terms = ['list', 'zqxy', 'a'];
  const { way, match } = await sqliteSearch.plan(store.db, terms, { byNumber: true, isSelective: false });
  expect([way, match.split(' AND ').slice(0, 2).toSorted()]).toEqual(['index', ['"qxy"', '"zqx"']]);
});

test('the longer a text, the fewer bugs a statement compares with it', () => {
  const compared = (needle: string) => sqliteSearch.maxCompared?.([needle]) ?? Infinity;
  expect([compared('the'), compared('a'.repeat(500)), compared('🦗'.repeat(1_000))]).toEqual([500, 200, 25]);
});

test('the more texts, however short, the fewer bugs a statement compares with them', () => {
  const compared = (count: number) =>
    sqliteSearch.maxCompared?.(Array.from({ length: count }, (_, i) => String(i))) ?? Infinity;
  expect([compared(1), compared(2), compared(100)]).toEqual([500, 250, 16]);
});

test('the more tests a query has, the fewer bugs a statement compares with them', () => {
  const compared = (tests: number) => sqliteSearch.maxCompared?.([], { tests }) ?? Infinity;
  expect([compared(0), compared(1), compared(100), compared(1_000)]).toEqual([4_000, 4_000, 40, 16]);
  expect(sqliteSearch.maxCompared?.(['the'], { tests: 100 })).toBe(40);
});

test('a page of matches by number is read in index order without a sort', async () => {
  const { match } = await sqliteSearch.plan(store.db, ['the'], { byNumber: true, isSelective: false });
  const { rows } = await sql<{ detail: string }>`
    explain query plan select number from ${sqliteSearch.source('index', match).as('bugs')}
    where ${sqliteSearch.contains('the')} and number < 900 order by number desc limit 50`.execute(store.db);
  expect(rows.map(({ detail }) => detail).join('\n')).not.toMatch(/temp b-tree/i);
});

test('searches match the stored texts after changes in one commit and a rollback', async () => {
  const text = (n: number) => `qwertz ${n}`;
  const edit = (number: number, to: string) =>
    store.write((tx) =>
      tx.updateTable('bugs').set({ title_fold: to }).where('number', '=', number).executeTakeFirst(),
    );
  const remove = (number: number) =>
    store.write(async (tx) => {
      for (const other of ['history', 'resolutions'])
        await sql`delete from ${sql.table(other)} where bug_id in (select id from bugs where number = ${number})`.execute(
          tx,
        );
      await tx.deleteFrom('bugs').where('number', '=', number).executeTakeFirst();
    });
  const takenBack = store.write(async (tx) => {
    await tx
      .updateTable('bugs')
      .set({ title_fold: text(0) })
      .execute();
    throw new Error('taken back');
  });
  const many = Array.from({ length: 40 }, (_, i) => 100 + i);
  const [first] = await Promise.allSettled([takenBack, ...many.map((number) => edit(number, text(number)))]);
  expect(first.status).toBe('rejected');
  // Edited and deleted in one commit, and edited twice.
  await Promise.all(
    many.flatMap((n) => (n % 2 ? [edit(n, text(0)), remove(n)] : [edit(n, ''), edit(n, text(1))])),
  );
  for (const needle of ['qwertz', text(1), text(0), text(104), 'the'])
    expect({ needle, numbers: (await found(needle)).numbers }).toEqual({
      needle,
      numbers: await plainly(needle),
    });
  expect((await found('qwertz')).numbers).toHaveLength(20);
  const indexed = await numbered(sql`select rowid as number from bug_search order by rowid`);
  expect(indexed).toEqual(await numbered(sql`select number from bugs order by number`));
});

test('if all trigrams are common, the index is asked for the rarest', async () => {
  await store.write(async (tx) => {
    await sql`update bugs set title_fold = 'vwx' where number % 2 = 1 and number > 100`.execute(tx);
    // The highest number is no multiple of the size of the sample.
    await sql`delete from bugs where number = (select max(number) from bugs)`.execute(tx);
  });
  const { match } = await sqliteSearch.plan(store.db, ['customer', 'vwx'], {
    byNumber: true,
    isSelective: false,
  });
  expect(match.split(' AND ')).toContain('"vwx"');
});
