import { styled } from '@mui/material/styles';
import TableBody from '@mui/material/TableBody';
import useMediaQuery from '@mui/material/useMediaQuery';
import type { ListColumn } from '#web/features/bugs/columns/columns.tsx';
import { BugTableRoot, CardsRoot } from './table.styles.tsx';

export const GroupedTable = styled(BugTableRoot)({});

export const GroupedCards = styled(CardsRoot)({});

/** The number of columns shown at this window width: the table's styles hide some of the default ones. */
export function useShownColumns(
  columns: readonly ListColumn[],
  { areUsual, isPeeking }: { areUsual: boolean; isPeeking: boolean },
): number {
  const isNarrow = useMediaQuery((theme) => theme.breakpoints.down('lg'), { noSsr: true });
  const isNarrower = useMediaQuery((theme) => theme.breakpoints.down('md'), { noSsr: true });
  const hidden = new Set([
    ...(isNarrow ? ['creator'] : isPeeking ? ['creator', 'created'] : []),
    ...(isNarrower ? ['assignee', 'created'] : []),
  ]);
  return columns.filter(({ className }) => !areUsual || !hidden.has(className)).length;
}

export const GroupBody = styled(TableBody)(({ theme }) => ({
  '&[aria-busy="true"]': { opacity: 0.5, transition: 'opacity 120ms ease-out 150ms' },
  '& tr[data-heading]': { backgroundColor: theme.vars.palette.action.hover },
})) as typeof TableBody;

/** Some browsers drop the semantics of a table that CSS shows as cards; the role restores them. */
export const GroupLine = styled('tr')({});

export const GroupCell = styled('td')(({ theme }) => ({
  ...theme.typography.body2,
  padding: theme.spacing(1, 3),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
  // Precedes the styles of cards, whose cells have no padding.
  'table[role="table"] &': { padding: theme.spacing(1, 3) },
  '& h2': { margin: 0, font: 'inherit' },
}));

export const GroupButton = styled('button')(({ theme }) => ({
  ...theme.typography.subtitle2,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  maxWidth: '100%',
  minHeight: theme.spacing(8),
  margin: theme.spacing(0, -1),
  padding: theme.spacing(0, 1),
  border: 0,
  borderRadius: 6,
  background: 'none',
  color: theme.vars.palette.text.primary,
  textAlign: 'start',
  cursor: 'pointer',
  // Below the bar and the headings.
  scrollMarginBlock: theme.spacing(24, 20),
  '@media (pointer: coarse)': { minHeight: theme.spacing(11) },
  '& svg': { flexShrink: 0, fontSize: 20 },
  '&[aria-expanded="false"] svg': { transform: 'rotate(-90deg)' },
  '& .label': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& .count': {
    color: theme.vars.palette.text.secondary,
    fontWeight: 400,
    fontVariantNumeric: 'tabular-nums',
  },
}));

export const Note = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  color: theme.vars.palette.text.secondary,
}));
