import { expect, test } from 'vitest';
import { benchHttp } from './http.ts';

test('measures each call beside the bare server or table', { tags: ['slow'] }, async () => {
  const { ratios, section } = await benchHttp({ rounds: 1, seconds: 0.05, bugs: 200 });
  expect(Object.keys(ratios)).toHaveLength(9);
  for (const [name, ratio] of Object.entries(ratios)) {
    expect(ratio).toBeGreaterThan(0);
    expect(section).toContain(`| ${name} |`);
  }
});
