import { expect, test } from 'vitest';
import { Program } from '#server/test/server-process.ts';

test('a server under load is measured in four quarters', { tags: ['slow'] }, async () => {
  const { out, err } = await new Program(['lab/soak/run.ts', '--minutes', '0.05'], {}).closed();
  const calls = [...out.matchAll(/^\| [1-4] \| (\d+) \|/gm)].map(([, count]) => Number(count));
  expect({ err, quarters: calls.length }).toEqual({ err: '', quarters: 4 });
  expect(calls.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
});
