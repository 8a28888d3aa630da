import { expect, test } from 'vitest';
import { Program } from '#server/test/server-process.ts';

test('every planted fault applies to the product as it is', async () => {
  const { code, out } = await new Program(['lab/faults/run.ts', '--check'], {}).closed();
  expect([code, out]).toEqual([0, expect.stringMatching(/^(\d+) of \1 apply$/m)]);
});
