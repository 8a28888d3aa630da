import { expect, test } from 'vitest';
import { benchHttp } from './http.ts';

test('the benchmark compares each call with a bare server or table', { tags: ['slow'] }, async () => {
  const { ratios, figures } = await benchHttp({ rounds: 1, seconds: 0.05, bugs: 200 });
  expect(Object.keys(ratios)).toHaveLength(9);
  for (const ratio of Object.values(ratios)) expect(ratio).toBeGreaterThan(0);
  expect(figures.map(([what]) => what)).toEqual(Object.keys(ratios));
});
