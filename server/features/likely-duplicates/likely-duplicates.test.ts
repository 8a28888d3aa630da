import { describe, expect, test } from 'vitest';
import { listLikelyDuplicates } from '#contract/bugs/likely-duplicates.ts';
import { nextBug } from '#server/engine/bugs/bugs.ts';
import { insertBug } from '#server/features/bugs/queries.ts';
import { aBug, testApp } from '#server/test/harness.ts';
import { findLikelyDuplicates } from './likely-duplicates.ts';

const app = await testApp();
const ann = await app.user({ name: 'Ann' });

async function likely(title: string, description?: string) {
  const query = { title, ...(description !== undefined && { description }) };
  const { status, body } = await ann.call(listLikelyDuplicates, { query });
  expect(status).toBe(200);
  return body;
}
const titles = async (title: string, description?: string) =>
  (await likely(title, description)).map((bug) => bug.title);

const deleting = await app.bug(ann, {
  title: 'Deleting a script crashes the editor',
  description: 'It goes down at once.',
});
const tiles = await app.bug(ann, {
  title: 'Tiles flicker while the camera moves',
  description: 'Gaps between the tiles, on some graphics cards.',
  status: 'resolved',
});
const quotes = await app.bug(ann, { title: '<b>Über</b> "100%_sure" quotes', description: 'Ärger\u{1f997}' });
for (let i = 0; i < 7; i += 1)
  await app.bug(ann, { title: `Zebra crossing ${i}`, description: 'Stripes are missing' });

describe('GET /api/bugs/likely-duplicates', () => {
  test('finds bugs with similar texts, with the matched words and the state', async () => {
    expect(await likely('Crash on script deletion')).toEqual([
      {
        _id: deleting._id,
        number: deleting.number,
        title: deleting.title,
        status: 'open',
        words: expect.arrayContaining(['crash', 'script', 'delet']) as string[],
        duplicateOf: null,
      },
    ]);
    const [flicker] = await likely('Flickering', 'The tile map has gaps when the camera is moving');
    expect(flicker).toMatchObject({ number: tiles.number, status: 'resolved' });
  });

  test('returns five at most, the newest of equal ones first', async () => {
    expect(await titles('Crossing zebras')).toEqual([6, 5, 4, 3, 2].map((i) => `Zebra crossing ${i}`));
  });

  test('finds texts with marks, quotes and wildcards literally', async () => {
    expect(await titles('ÜBER quotes')).toEqual([quotes.title]);
    expect(await titles('100%_sure "quotes')).toEqual([quotes.title]);
    expect(await titles("' or 1=1 -- %")).toEqual([]);
  });

  test.each([
    ['nothing', ''],
    ['stop words', 'when the it does not work'],
    ['emoji', '🦗🦗🦗'],
    ['short ones', 'a bc d'],
    ['words that no bug has', 'xylophone quartz'],
  ])('is empty for %s', async (_, title) => {
    expect(await likely(title, title)).toEqual([]);
  });

  test('limits the length of the text', async () => {
    const words = Array.from({ length: 400 }, (_, i) => `w${i}`).join(' ');
    expect(await likely('y'.repeat(200), words.slice(0, 2_000))).toEqual([]);
    for (const [query, field] of [
      [{ title: 'x'.repeat(201) }, 'title'],
      [{ title: 'x', description: 'x'.repeat(2_001) }, 'description'],
      [{ title: 'x\0' }, 'title'],
      [{}, 'title'],
    ] as const) {
      const { status, error } = await ann.call(listLikelyDuplicates, { query: query as { title: string } });
      expect([status, Object.keys(error['fields'] as object)]).toEqual([400, [field]]);
    }
    const long = `/api/bugs/likely-duplicates?title=x&description=${'x'.repeat(100_000)}`;
    expect([400, 414, 431]).toContain((await ann.send('GET', long)).status);
  });

  test('finds the newest bugs with two words that are each too common', async () => {
    await app.store.write(async (tx) => {
      for (let i = 0; i < 604; i += 1) {
        const both = i % 2 ? `Harbour ${i}` : `Lantern in the harbour ${i}`;
        const title = i < 302 ? both : `Lantern ${i}`;
        const taken = await nextBug(tx, new Date());
        insertBug(tx, { ...taken, creatorId: ann._id }, { ...aBug, title, description: 'Fog' });
      }
    });
    expect(await titles('Harbour lantern')).toEqual(
      [300, 298, 296, 294, 292].map((i) => `Lantern in the harbour ${i}`),
    );
  });

  test('leads a duplicate to its original, and shows neither of them twice', async () => {
    const [original, copy] = [
      await app.bug(ann, { title: 'Giraffe neck too long', description: 'Original' }),
      await app.bug(ann, { title: 'Neck of giraffe is long', description: 'A copy', status: 'resolved' }),
    ];
    const { _id, number, title, status } = original;
    const final = { _id, number, title, status };
    const draft = { title: 'Long giraffe neck', description: 'copy' };
    const found = await findLikelyDuplicates(app.store.db, draft, async () => new Map([[copy._id, final]]));
    expect(found.map((bug) => [bug._id, bug.duplicateOf?._id])).toEqual([[copy._id, _id]]);
  });
});
