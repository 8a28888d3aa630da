import { expect, test } from 'vitest';
import { type LabelRef, labelsField } from '#contract/classification/label-field.ts';
import { labelsView } from './labels-field.tsx';

const label = (name: string): LabelRef => ({ _id: name, name, color: 'grey' });
const [bug, crash, ui] = [label('bug'), label('crash'), label('ui')];

test.each([
  [[ui], [crash, bug], 'added bug, crash; removed ui'],
  [[], [bug], 'added bug'],
  [[bug, ui], [bug], 'removed ui'],
])('the history names what was added and removed: %#', (from, to, text) => {
  expect(labelsView.changeText?.(from, to)).toBe(text);
});

test('a filter by labels matches the bugs that the server would find', () => {
  const matches = (wanted: string) =>
    [[], [bug], [bug, ui]].map((labels) => labelsField.matches(labels, wanted));
  expect(matches('none')).toEqual([true, false, false]);
  expect(matches('ui,crash')).toEqual([false, false, true]);
});
