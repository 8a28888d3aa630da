import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type Bug, listBugs } from '#contract/bugs/bugs.ts';
import { createLabel } from '#contract/classification/labels.ts';
import { fold, foldCase, matchesSearch, nameKey } from '#contract/bugs/search.ts';
import { createComment, deleteComment, updateComment } from '#contract/conversation/comments.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { newId } from '#server/engine/id.ts';
import { refold } from '#server/engine/refold.ts';
import { insertBugs } from '#server/seed/bulk-bugs.ts';
import { testApp } from '#server/test/harness.ts';
import { dumpSchema } from '#server/test/schema-dump.ts';

/* Marks, case, width and the like make no difference to searches on either engine; in quotes, marks do. */

const app = await testApp();
const ann = await app.user({ name: 'Ann' });

const titles = [
  'Démo de l’écran',
  'Demo',
  'İstanbul haritası açılmıyor',
  'ΛΑΘΟΣ ΣΤΗΝ ΟΘΟΝΗ',
  'Groß und STRASSE',
  'ＡＰＩ エラー ５００',
  'ログインできない',
  'مُحَمَّد لا يستطيع',
  'Ошибка: ещё раз, мой файл',
  'Przycisk „Zażółć” nie działa',
  'שָׁלוֹם עולם',
  'De\u0301mo 2',
  'co\u00adöperate',
];
for (const title of titles) await app.bug(ann, { title, description: 'Nothing more.' });

const found = async (q: string) =>
  (await ann.call(listBugs, { query: { q, sort: 'createdAt' } })).body.map(({ title }) => title);

test.each([
  ['Démo', [0, 1, 11]],
  ['demo', [0, 1, 11]],
  ["l'écran", [0]],
  ['ecran', [0]],
  ['"l\'écran"', [0]],
  ['"ecran"', []],
  ['"Démo"', [0, 11]],
  ['"DE\u0301MO"', [0, 11]],
  ['"demo"', [1]],
  ['"demo" ecran', []],
  ['istanbul', [2]],
  ['ISTANBUL', [2]],
  ['HARİTASI', [2]],
  ['acilmiyor', [2]],
  ['λάθος', [3]],
  ['στην', [3]],
  ['straße', [4]],
  ['GROSS', [4]],
  ['API', [5]],
  ['500', [5]],
  ['ﾛｸﾞｲﾝ', [6]],
  ['ロク', []],
  ['محمد', [7]],
  ['еще', [8]],
  ['мои', []],
  ['zazolc dziala', [9]],
  ['שלום', [10]],
  ['cooperate', [12]],
])('%j finds its bugs', async (q, expected) => {
  const wanted = expected.map((at) => titles[at]);
  expect(await found(q)).toEqual(wanted);
  expect(titles.filter((title) => matchesSearch({ title, description: '' }, q))).toEqual(wanted);
});

const words = titles
  .flatMap((title) => title.split(' '))
  .concat('e', 'é', 'ß', 'ss', 'ı', 'í', "l'", 'ｅ', 'ς', 'и', 'グ', 'ク', 'مُ', '\u0301', '(é)', 'x');
const term = fc
  .constantFrom(...words)
  .chain((word) =>
    fc.constantFrom(
      word,
      `"${word}"`,
      `"${word}`,
      word.normalize('NFD'),
      word.toUpperCase(),
      `"${word.toUpperCase()}"`,
      fold(word),
      `"${fold(word)}"`,
    ),
  );

test('any search means the same on the server as in the browser', async () => {
  const everything: Bug[] = (await ann.call(listBugs, { query: {} })).body;
  await fc.assert(
    fc.asyncProperty(fc.array(term, { minLength: 1, maxLength: 3 }), async (terms) => {
      const q = terms.join(' ');
      const expected = everything.filter((bug) => matchesSearch(bug, q)).map(({ number }) => number);
      const bugs = (await ann.call(listBugs, { query: { q } })).body;
      expect([q, bugs.map(({ number }) => number)]).toEqual([q, expected]);
    }),
    { numRuns: 150 },
  );
});

test('comments are found in the same way', async () => {
  const bug = await app.bug(ann, { title: 'With a comment' });
  const { _id: id } = (await ann.call(createComment, { params: { id: bug._id }, body: { body: 'Größe' } }))
    .body;
  const all = async (...searches: string[]) =>
    Promise.all(searches.map(async (q) => (await found(`${q} in:comments`)).length));
  expect(await all('grosse', 'GRÖSSE', '"größe"', '"grosse"')).toEqual([1, 1, 1, 0]);
  await ann.call(updateComment, { params: { id }, body: { body: 'Grosse' } });
  expect(await all('größe', '"größe"', '"grosse"')).toEqual([1, 0, 1]);
  await ann.call(deleteComment, { params: { id } });
  expect(await all('größe', '"grosse"')).toEqual([0, 0]);
});

test('queries find people by names without marks', async () => {
  const lukasz = await app.user({ name: 'Łukasz Żak' });
  await app.user({ name: 'İbrahim Işık' });
  const bug = await app.bug(lukasz, { title: 'Of Łukasz' });
  const numbers = async (query: string) =>
    (await ann.call(listBugs, { query: { query } })).body.map(({ number }) => number);
  for (const query of ['reporter:lukasz', 'reporter:zak', 'reporter:"łukasz zak"', 'reporter:Łuk "Łukasz"'])
    expect([query, await numbers(query)]).toEqual([query, [bug.number]]);
  expect(await numbers('reporter:lukasz "lukasz"')).toEqual([]);
  expect(await numbers('assignee:ibrahim')).toEqual([]);
});

test('of two labels that differ only in marks, a query finds the one that it names', async () => {
  const admin = await app.user({ role: 'admin' });
  const labels = await Promise.all(
    ['Café', 'Cafe'].map(
      async (name) => (await admin.call(createLabel, { body: { name, color: 'red', description: '' } })).body,
    ),
  );
  const bugs = [];
  for (const { _id } of labels) bugs.push((await app.bug(ann, { title: 'A label', labels: [_id] })).number);
  const [accented, plain] = bugs;
  const numbers = async (query: string) =>
    (await ann.call(listBugs, { query: { query, sort: 'createdAt' } })).body.map(({ number }) => number);
  expect(await numbers('label:café')).toEqual([accented]);
  expect(await numbers('label:CAFE')).toEqual([plain]);
  expect(await numbers('label:câfe')).toEqual([accented, plain]);
});

/** The folds of all bugs and comments, by their texts. */
async function folds() {
  const { rows } = await sql<{ text: string; folded: string; marked: string | null }>`
    select title as text, title_fold as folded, title_marked as marked from bugs
    union select description, description_fold, description_marked from bugs
    union select body, body_fold, body_marked from comments order by 1`.execute(app.store.db);
  return rows;
}

test('stored texts are folded again, and an interrupted renewal continues', async () => {
  const bug = await app.bug(ann, { title: 'Ångström', description: 'Mañana' });
  await ann.call(createComment, { params: { id: bug._id }, body: { body: 'Jalapeño' } });
  const expected = await folds();
  for (const { text, folded, marked } of expected)
    expect([text, folded, marked ?? folded]).toEqual([text, fold(text), foldCase(text)]);
  await app.store.write(async (tx) => {
    for (const { text } of expected) {
      const old = nameKey(text);
      await sql`update bugs set title_fold = ${old}, title_marked = null where title = ${text}`.execute(tx);
      await sql`update bugs set description_fold = ${old}, description_marked = null where description = ${text}`.execute(
        tx,
      );
      await sql`update comments set body_fold = ${old}, body_marked = null where body = ${text}`.execute(tx);
    }
    // As if there were many more bugs.
    await tx.insertInto('counters').values({ name: 'bugs to fold', value: 2_500 }).execute();
  });
  expect(await found('angstrom')).toEqual([]);
  const interrupt = () => {
    throw new Error('interrupted');
  };
  await expect(refold(app.store, interrupt)).rejects.toThrow('interrupted');
  const left = await app.store.db
    .selectFrom('counters')
    .select('value')
    .where('name', '=', 'bugs to fold')
    .execute();
  expect(left).toEqual([{ value: 1_500 }]);
  await Promise.all([refold(app.store, () => {}), refold(app.store, () => {})]);
  expect(await folds()).toEqual(expected);
  expect(await found('angstrom manana')).toEqual(['Ångström']);
  expect(await found('jalapeno in:comments')).toEqual(['Ångström']);
  await refold(app.store, interrupt);
});

test('after many bugs are folded again, the search index is as before', async () => {
  const before = await dumpSchema(app.store.db);
  await app.store.write(async (tx) => {
    const numbers = await engineOf(tx).nextNumbers(tx, 300);
    const at = new Date().toISOString();
    const texts = { title: 'Crème', title_fold: 'crème', description: 'Brûlée', description_fold: 'brûlée' };
    const plain = { ...texts, status: 0, priority: 0, assigned_to: null, created_by: ann._id, version: 1 };
    await insertBugs(
      tx,
      numbers.map((number) => ({ ...plain, id: newId(), number, created_at: at, updated_at: at })),
    );
    await tx
      .insertInto('counters')
      .values({ name: 'bugs to fold', value: Math.max(...numbers) })
      .execute();
  });
  expect(await found('creme brulee')).toEqual([]);
  await refold(app.store, () => {});
  expect(await found('creme brulee')).toHaveLength(300);
  expect(await dumpSchema(app.store.db)).toEqual(before);
});
