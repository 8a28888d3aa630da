import IconButton from '@mui/material/IconButton';
import { styled } from '@mui/material/styles';
import Table from '@mui/material/Table';
import TableCell, { type TableCellProps } from '@mui/material/TableCell';
import { MoreIcon } from './icons.tsx';
import { Surface } from './Surface.tsx';

export const TableFrame = styled(Surface)({ padding: 0, overflow: 'clip' });

/**
 * A table that, if it lacks room, stacks the cells of a row, each with its heading beside it. The classes `name` and
 * `actions` mark the cells of a row's name and of its menu.
 */
export const StackingTable = styled(Table)(({ theme }) => ({
  tableLayout: 'fixed',
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& td': { height: theme.spacing(10) },
  [theme.breakpoints.up('md')]: {
    '& .actions': { width: theme.spacing(20), textAlign: 'end' },
  },
  [theme.breakpoints.down('md')]: {
    '&, & tbody, & tr, & td': { display: 'block' },
    '& thead': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& tbody tr': {
      position: 'relative',
      padding: theme.spacing(2, 0),
      borderBottom: `1px solid ${theme.vars.palette.divider}`,
    },
    '& tbody tr:last-of-type': { borderBottom: 0 },
    '& tbody td': {
      display: 'grid',
      // Wide enough for “Beschreibung”.
      gridTemplateColumns: `${theme.spacing(25)} minmax(0, 1fr)`,
      alignItems: 'center',
      height: 'auto',
      padding: theme.spacing(1, 3),
      borderBottom: 0,
      overflowWrap: 'anywhere',
      whiteSpace: 'normal',
    },
    // High enough for touch.
    '& tbody td a': { paddingBlock: theme.spacing(0.75) },
    '& tbody td[data-empty="true"]': { display: 'none' },
    '& tbody td::before': { content: 'attr(data-label)', color: theme.vars.palette.text.secondary },
    // A row's menu is beside its name.
    '& tbody td.name': { paddingInlineEnd: theme.spacing(14) },
    '& tbody td.actions': {
      position: 'absolute',
      display: 'block',
      insetBlockStart: theme.spacing(1),
      insetInlineEnd: theme.spacing(2),
      padding: 0,
      '&::before': { content: 'none' },
    },
  },
}));

/** A cell with its column's heading, which the stacked layout shows beside it. An empty cell shows a dash. */
export function StackingCell({ label, children, ...cell }: TableCellProps & { label: string }) {
  const isEmpty = children === '' || children === undefined || children === null;
  return (
    <TableCell data-label={label} data-empty={isEmpty} {...cell}>
      {isEmpty ? '–' : children}
    </TableCell>
  );
}

interface MenuCellProps {
  label: string;
  /** The id of the element that names the row. */
  describedBy: string;
  onOpen: (anchor: HTMLElement) => void;
}

/** The cell with a row's menu button. */
export function MenuCell({ label, describedBy, onOpen }: MenuCellProps) {
  return (
    <StackingCell label={label} className="actions">
      <IconButton
        size="small"
        aria-label={label}
        aria-haspopup="menu"
        aria-describedby={describedBy}
        onClick={({ currentTarget }) => onOpen(currentTarget)}
      >
        <MoreIcon />
      </IconButton>
    </StackingCell>
  );
}
