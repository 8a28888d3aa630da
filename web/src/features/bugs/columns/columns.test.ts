import { expect, test } from 'vitest';
import { chosenColumns, fittingColumns, type ListColumn } from './columns.tsx';

const column = (name: string, width = 100): ListColumn => ({
  name,
  label: name,
  className: 'other',
  width,
  Cell: () => null,
});
const names = (columns: readonly ListColumn[]) => columns.map(({ name }) => name);
const offered = ['a', 'b', 'c'].map((name) => column(name));

test('chosen columns have their order and width, without columns that no longer exist', () => {
  const chosen = chosenColumns(offered, [{ name: 'c', width: 70 }, { name: 'gone' }, { name: 'a' }]);
  expect(chosen.map(({ name, width }) => [name, width])).toEqual([
    ['c', 70],
    ['a', 100],
  ]);
});

test.each([
  [2_000, ['a', 'b', 'c']],
  [656, ['a', 'b', 'c']],
  [655, ['a', 'b']],
  [300, []],
])('with %i pixels there is room for %j', (room, expected) => {
  expect(names(fittingColumns(offered, room))).toEqual(expected);
});
