import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { maxNumber } from '#contract/bugs/bugs.ts';
import { call } from '#web/lib/api/call.ts';
import type { FileRef } from '#contract/conversation/file-field.ts';
import { referenceQuery, withoutOnlyFiles } from './FormattedText.tsx';

vi.mock(import('#web/lib/api/call.ts'), () => ({ call: vi.fn<() => never>() as never }));

test('a number that no bug can have is left out of the request for the others', async () => {
  const found = { _id: '1', number: 1, title: 'Blue screen', status: 'open' };
  vi.mocked(call).mockResolvedValue([found]);
  const client = new QueryClient();
  const shown = [1, 4_294_967_295, maxNumber + 1, maxNumber].map((number) =>
    client.query(referenceQuery(number)),
  );
  expect(await Promise.all(shown)).toEqual([found, null, null, null]);
  expect(vi.mocked(call).mock.calls.map(([, input]) => input)).toEqual([
    { query: { numbers: `1,${maxNumber}` } },
  ]);
});

test('in a text with nothing but files, only images are shown; the rows below have the others', () => {
  const id = (digit: number) => `0000000${digit}-0000-7000-8000-000000000000`;
  const file = (digit: number, type: string) => ({ _id: id(digit), type }) as FileRef;
  const files = [file(1, 'text/plain'), file(2, 'image/png'), file(3, 'application/zip')];
  const log = `[a \\[1\\].log](/api/files/${id(1)}/content)`;
  const image = `![a.png](/api/files/${id(2)}/content)`;
  expect(withoutOnlyFiles(log, files)).toBe('');
  expect(withoutOnlyFiles(`${log}\n${image}\n`, files)).toBe(image);
  expect(withoutOnlyFiles(image, files)).toBe(image);
  // A reference to a file that the comment does not have would otherwise be lost.
  const other = `[b](/api/files/${id(4)}/content)`;
  for (const text of [`See ${log}`, `${log}\n${other}`, other, '', 'Words'])
    expect(withoutOnlyFiles(text, files)).toBe(text);
});
