import { expect, test } from 'vitest';
import { parseMarkdown } from '#web/ui/markdown/parse.ts';
import {
  placeholderFor,
  referenceTo,
  replacement,
  withoutPlaceholders,
  withoutReferences,
} from './references.ts';

const id = '01980000-0000-7000-8000-00000000000a';
const target = `/api/files/${id}/content`;
const png = (name: string) => ({ _id: id, name, type: 'image/png' });
const words = (name: string) => `Uploading ${name}`;

test.each([
  'a.png',
  'a [b].png',
  'a](https://x.example).png',
  '\\',
  '`a',
  '<https://x.example/]',
  'a\\]',
  '![x]()',
  '*a*_b_',
])('the reference to %j shows that file, with its name as the description', (name) => {
  const [paragraph] = parseMarkdown(referenceTo(png(name))).nodes;
  expect(paragraph).toMatchObject({ children: [{ name: 'image', value: target }] });
  expect(withoutReferences(`a ${referenceTo(png(name))}\nb`, id)).toBe('a b');
});

test('what is no image is a link', () => {
  expect(referenceTo({ _id: id, name: 'a.svg', type: 'application/octet-stream' })).toBe(
    `[a.svg](${target})`,
  );
});

test('placeholders are distinguished, and removed where no upload is left', () => {
  const first = placeholderFor('image.png', words, []);
  const second = placeholderFor('image.png', words, [first]);
  expect([first, second]).toEqual(['![Uploading image.png…]()', '![Uploading image.png (2)…]()']);
  expect(withoutPlaceholders(`a ${first} b ${second}![c…](x)`, [second])).toBe(`a  b ${second}![c…](x)`);
  expect(withoutPlaceholders(placeholderFor('a]b[\\', words, []), [])).toBe('');
});

test.each([
  ['before it', [1, 2], [1, 2]],
  ['behind it', [8, 9], [10, 11]],
  ['within it', [4, 4], [8, 8]],
  ['around it', [1, 9], [1, 11]],
])('what is selected %s stays selected', (_, [selectionStart, selectionEnd], [selectFrom, selectTo]) => {
  const field = { value: 'one two three', selectionStart: selectionStart!, selectionEnd: selectionEnd! };
  const edit = replacement(field, 'e tw', 'e 2 tw');
  expect(edit).toEqual({ from: 2, to: 6, insert: 'e 2 tw', selectFrom, selectTo });
  expect(replacement(field, 'four', 'x')).toBeUndefined();
});
