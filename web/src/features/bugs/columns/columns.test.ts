import { expect, test } from 'vitest';
import { chosenColumns, columnStyles, type ListColumn } from './columns.tsx';

const column = (name: string, width = 100): ListColumn => ({
  name,
  label: name,
  className: 'other',
  width,
  Cell: () => null,
});
const offered = ['a', 'b', 'c'].map((name) => column(name));

test('chosen columns have their order and width, without columns that no longer exist', () => {
  const chosen = chosenColumns(offered, [{ name: 'c', width: 70 }, { name: 'gone' }, { name: 'a' }]);
  expect(chosen.map(({ name, width }) => [name, width])).toEqual([
    ['c', 70],
    ['a', 100],
  ]);
});

test('rows have the widths of their columns', () => {
  expect(columnStyles(offered)).toEqual({ '--columns': '100px 100px 100px', '--columns-width': '300px' });
});
