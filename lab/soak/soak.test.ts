import { expect, test } from 'vitest';
import { Program } from '#server/test/server-process.ts';

test('a server under load is measured by quarters', { tags: ['slow'] }, async () => {
  const { out, err } = await new Program(['lab/soak/run.ts', '--minutes', '0.03'], {}).closed();
  const quarters = [...out.matchAll(/^\| ([1-4]) \| (\d+) \|/gm)];
  expect(
    quarters.map(([, quarter]) => quarter),
    err,
  ).toEqual(['1', '2', '3', '4']);
  expect(
    quarters.every(([, , calls]) => Number(calls) > 0),
    out,
  ).toBe(true);
});
