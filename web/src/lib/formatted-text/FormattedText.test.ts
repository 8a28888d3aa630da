import { QueryClient } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { maxNumber } from '#contract/bugs/bugs.ts';
import { call } from '#web/lib/api/call.ts';
import { referenceQuery } from './FormattedText.tsx';

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
