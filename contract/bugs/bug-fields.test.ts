import { expect, test } from 'vitest';
import { bugKinds, namesInQueries } from './bug-fields.ts';
import { sharedKinds } from '#contract/index.ts';

test('the kinds that fields and counts of bugs name are those of a manifest', () => {
  const named = [...bugKinds, ...namesInQueries];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((kind) => !sharedKinds.has(kind))).toEqual([]);
});
