import { expect, test } from 'vitest';
import type { FileRef } from '#contract/conversation/file-field.ts';
import { filesView } from './extensions.tsx';

const file = (name: string) => ({ _id: name, name }) as FileRef;

test.each([
  [[], ['a.png'], 'attached a.png'],
  [['a.png'], ['a.png', 'b', 'c'], 'attached b and c'],
  [['a.png', 'b'], ['b'], 'removed a.png'],
  [['a.png'], ['b'], 'attached b and removed a.png'],
  [['a', 'b'], ['b', 'a'], 'changed the order of the files'],
])('from %j to %j: %s', (from, to, sentence) => {
  expect(filesView.changeText?.(from.map(file), to.map(file))).toBe(sentence);
});
