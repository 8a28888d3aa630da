import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { QueryClient } from '@tanstack/react-query';
import { parseMarkdown } from '#contract/conversation/markdown.ts';
import { call } from '#web/lib/api/call.ts';
import {
  fileQuery,
  formatSize,
  isFresh,
  placeholderFor,
  referenceTo,
  replacement,
  withoutPlaceholders,
  withoutReferences,
} from './file.ts';

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

test('the reference to a file that is no image is a link', () => {
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

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [1_023, '1,023 bytes'],
  [1_024, '1 kB'],
  [12_345, '12.1 kB'],
  [1_023 * 1_024, '1,023 kB'],
  [1_024 ** 2 - 1, '1 MB'],
  [25 * 1_024 ** 2, '25 MB'],
  [31.5 * 1_024 ** 2, '31.5 MB'],
  [5 * 1_024 ** 3, '5 GB'],
  [5_000 * 1_024 ** 3, '5,000 GB'],
])('%d bytes are %s', (bytes, text) => {
  expect(formatSize(bytes)).toBe(text);
});

vi.mock(import('#web/lib/api/call.ts'), () => ({ call: vi.fn<() => never>() as never }));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test.each([
  ['is right', '2026-01-01T00:00:00Z'],
  ['is an hour slow', '2025-12-31T23:00:00Z'],
  ['is an hour fast', '2026-01-01T01:00:00Z'],
])('an address is used for four minutes from its answer, where the clock %s', async (_, now) => {
  vi.setSystemTime(now);
  const expires = Date.parse('2026-01-01T00:10:00Z');
  vi.mocked(call)
    .mockReset()
    .mockResolvedValue([{ _id: 'a', url: `/api/files/a/content?expires=${expires}` }]);
  const client = new QueryClient();
  const asked = client.query(fileQuery('a'));
  await vi.advanceTimersByTimeAsync(10);
  await asked;
  await vi.advanceTimersByTimeAsync(239_000);
  expect(isFresh(client, 'a')).toBe(true);
  await client.query(fileQuery('a'));
  expect(call).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(isFresh(client, 'a')).toBe(false);
  expect(isFresh(client, 'unknown')).toBe(false);
  client.query(fileQuery('a')).catch(() => undefined);
  await vi.advanceTimersByTimeAsync(10);
  expect(call).toHaveBeenCalledTimes(2);
});
