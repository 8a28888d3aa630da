import { styled } from '@mui/material/styles';
import TableCell from '@mui/material/TableCell';
import type { ReactNode } from 'react';
import type { Sort } from '#contract/bugs/bugs.ts';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { directionOf, nextSort, usualSort } from '#web/features/bugs/data/sorting.ts';
import { columnId, type ListColumn } from './columns.tsx';

/** The description of a column in its heading. */
type Headed = Pick<ListColumn, 'label' | 'className' | 'sorts'> & Partial<Pick<ListColumn, 'name' | 'width'>>;

interface Props {
  /** Resizes the column. */
  edge?: ReactNode;
  column: Headed;
  sort: Sort | undefined;
  /** Omitted if the headings are not visible, and so cannot be pressed. */
  onSort: ((sort: Sort | undefined) => void) | undefined;
}

/** A column heading. Pressing it sorts by the column if the server can, pressing it again reverses the order. */
export function ColumnHeading({
  edge,
  column: { name, label, className, sorts, width },
  sort,
  onSort,
}: Props) {
  const cell = {
    role: 'columnheader',
    className,
    ...(width !== undefined && { style: { width } }),
  } as const;
  const words = name === undefined ? label : <span id={columnId(name)}>{label}</span>;
  if (!sorts || !onSort)
    return (
      <TableCell {...cell}>
        {edge}
        {words}
      </TableCell>
    );
  const { field, first } = sorts;
  const direction = directionOf(sort, field);
  const next = nextSort(sort, field, first);
  return (
    <TableCell {...cell} aria-sort={direction ?? 'none'}>
      {edge}
      <SortButton type="button" onClick={() => onSort(next === usualSort() ? undefined : next)}>
        {words}
        <ChevronIcon data-direction={direction ?? 'none'} />
      </SortButton>
    </TableCell>
  );
}

const SortButton = styled('button')(({ theme }) => ({
  display: 'inline-flex',
  verticalAlign: 'middle',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  maxWidth: '100%',
  minHeight: theme.spacing(7),
  margin: theme.spacing(0, -1),
  padding: theme.spacing(0, 1),
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: 'inherit',
  font: 'inherit',
  textAlign: 'start',
  whiteSpace: 'normal',
  cursor: 'pointer',
  '&:hover': { color: theme.vars.palette.text.primary },
  '&:focus-visible': { outlineOffset: -2 },
  '[aria-sort="ascending"] > &, [aria-sort="descending"] > &': { color: theme.vars.palette.text.primary },
  '& svg': { fontSize: 16 },
  '& [data-direction="ascending"]': { transform: 'rotate(180deg)' },
  '& [data-direction="none"]': { visibility: 'hidden' },
  '&:hover [data-direction="none"], &:focus-visible [data-direction="none"]': {
    visibility: 'visible',
    opacity: 0.5,
  },
}));
