import { expect, test } from 'vitest';
import { bugKinds, namesInQueries } from './bug-fields.ts';
import { sharedKinds } from '#contract/index.ts';

test('every kind that fields and counts of bugs refer to is sent live to everyone', () => {
  const named = [...bugKinds, ...namesInQueries];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((kind) => !sharedKinds.has(kind))).toEqual([]);
});
