import { expect, test } from 'vitest';
import { namesInQueries } from './bugs/bug-fields.ts';
import { sharedKinds } from './index.ts';
import { bugKinds } from './live.ts';

test('the kinds that fields and counts of bugs name are those of a manifest', () => {
  const named = [...bugKinds, ...namesInQueries];
  expect(named.length).toBeGreaterThan(8);
  expect(named.filter((kind) => !sharedKinds.has(kind))).toEqual([]);
});
