import { expect, test } from 'vitest';
import { listBugs } from '#contract/bugs/bugs.ts';
import { testApp } from '#server/test/harness.ts';

/** What may stand beside two characters: letters, signs and other characters, or nothing. */
const beside = ['', 'a', '9', ' ', '.', '_', '%', '\\', '–', '€', 'ä', 'ÿ', 'ж', '字', '🦗'];
const pairs = ['zq', '7.', 'ß?', '%v', 'w_', '字k', 'жю', '\\j', '…x', '🦗y'];

const app = await testApp();
const ada = await app.user();
// So few bugs have each pair that an index is used.
for (const [i, pair] of pairs.entries()) {
  const [one, two, three, four, five, six] = [0, 1, 2, 3, 4, 5].map(
    (place) => beside[(5 * i + 3 * place) % beside.length],
  );
  const description = 'Plain';
  await app.bug(ada, { title: `${pair}${one}at the beginning`, description });
  await app.bug(ada, { title: `At the end${two}${pair}`, description });
  await app.bug(ada, { title: 'Between', description: `Between\n${three}${pair}${four}\nothers` });
  await app.bug(ada, { title: 'Behind', description: `Behind${five}${pair}\n${pair}${six}` });
}

test.each(pairs)('%s is found beside any other characters', async (pair) => {
  const { body } = await ada.call(listBugs, { query: { q: pair } });
  const all = (await ada.call(listBugs, { query: {} })).body;
  const expected = all.filter(({ title, description }) => `${title}\n${description}`.includes(pair));
  expect(body.map(({ number }) => number)).toEqual(expected.map(({ number }) => number));
  expect(expected.length).toBeGreaterThan(2);
});
