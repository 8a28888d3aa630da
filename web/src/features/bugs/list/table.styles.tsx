import useMediaQuery from '@mui/material/useMediaQuery';
import { styled } from '@mui/material/styles';
import Table from '@mui/material/Table';
import { barHeight } from '#web/ui/bar-height.ts';
import { Surface } from '#web/ui/Surface.tsx';

export interface Layout {
  /** Without room for columns, each bug is a card. */
  readonly asCards: boolean;
  /** All rows have the same height, so that a long list can be scrolled without rendering it all. */
  readonly rowHeight: number;
}

const table: Layout = { asCards: false, rowHeight: matchMedia('(pointer: coarse)').matches ? 48 : 40 };
const cards: Layout = { asCards: true, rowHeight: 176 };

/** The layout of the list by the width of the window. */
export function useLayout(): Layout {
  return useMediaQuery((theme) => theme.breakpoints.down('sm'), { noSsr: true }) ? cards : table;
}

/** The list, and the peeked bug beside it, if there is room. */
export const Beside = styled('div')(({ theme }) => ({
  [theme.breakpoints.up('lg')]: {
    '&[data-peek="true"]': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) 400px',
      gap: theme.spacing(4),
      alignItems: 'start',
      // The panel shows them.
      '& [data-usual="true"] :is(.creator, .created)': { display: 'none' },
    },
  },
  [theme.breakpoints.down('lg')]: {
    // Lets the last rows scroll above the sheet.
    '&[data-peek="true"]': { paddingBlockEnd: '55vh', '& .title a': { scrollMarginBlockEnd: '60vh' } },
  },
}));

/** `useSteadyRows` compensates for rows added or removed above the visible ones, in all browsers. */
export const TableFrame = styled(Surface)(({ theme }) => ({
  padding: 0,
  overflow: 'clip',
  overflowAnchor: 'none',
  // Delayed, so that it does not appear for a fast response.
  '& [aria-busy="true"] tbody': { opacity: 0.5, transition: 'opacity 120ms ease-out 150ms' },
  // Headings without rows use the frame's line; without visible headings, there is no frame.
  '&:has(tbody:empty) th': { borderBottom: 0 },
  [theme.breakpoints.down('sm')]: { '&:has(tbody:empty)': { border: 0 } },
}));

export const BugTableRoot = styled(Table)(({ theme }) => ({
  tableLayout: 'fixed',
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& .actions': { width: 116, textAlign: 'end' },
  // Sticks below the bar while the rows scroll.
  '& thead th': { position: 'sticky', insetBlockStart: barHeight, zIndex: 2 },
  '& thead .title': { paddingInlineStart: theme.spacing(10) },
  // Chosen columns are omitted if they do not fit.
  '&[data-usual="true"]': {
    [theme.breakpoints.down('lg')]: { '& .creator': { display: 'none' } },
    [theme.breakpoints.down('md')]: { '& .assignee, & .created': { display: 'none' } },
  },
}));

/** Over the first cell of the heading, which reserves space for it. */
export const InCorner = styled('div')(({ theme }) => ({
  position: 'sticky',
  insetBlockStart: barHeight,
  zIndex: 3,
  height: 0,
  '& label': { marginBlockStart: theme.spacing(0.5), marginInlineStart: theme.spacing(1) },
}));

/** For layouts without a visible heading to hold the controls for all rows. */
export const AboveCards = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  paddingInline: theme.spacing(3),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
  // The minimum height for touch.
  '& label': { minHeight: theme.spacing(11) },
}));

/** The same table without room for columns: each row is a card, and the heading is for screen readers only. */
export const CardsRoot = styled(Table)(({ theme }) => ({
  '&, & tbody, & tr, & td': { display: 'block' },
  '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
  '& tbody tr': { borderBottom: `1px solid ${theme.vars.palette.divider}` },
  '& tbody tr:last-of-type': { borderBottom: 0 },
  '& tbody td': { padding: 0, border: 0 },
}));
