import { styled } from '@mui/material/styles';
import Table from '@mui/material/Table';
import { Surface } from '#web/ui/Surface.tsx';

/** Rows are all of one height, so that a long list can be scrolled without being rendered. */
export const rowHeight = matchMedia('(pointer: coarse)').matches ? 48 : 40;

/** The seven columns, with the width below which one steps aside. */
export const columns = [
  { label: 'Title', className: 'title' },
  { label: 'Status', className: 'status' },
  { label: 'Priority', className: 'priority' },
  { label: 'Assigned To', className: 'assignee' },
  { label: 'Created By', className: 'creator' },
  { label: 'Created At', className: 'created' },
  { label: 'Actions', className: 'actions' },
] as const;

/** What comes and goes above the rows in sight is made up for by `useSteadyRows`, in every browser alike. */
export const TableFrame = styled(Surface)({ padding: 0, overflow: 'clip', overflowAnchor: 'none' });

export const BugTableRoot = styled(Table)(({ theme }) => ({
  tableLayout: 'fixed',
  '& tbody tr:last-of-type td': { borderBottom: 0 },
  '& .status': { width: 116 },
  '& .priority': { width: 96 },
  '& .assignee, & .creator': { width: 148 },
  '& .created': { width: 128 },
  '& .actions': { width: 112, textAlign: 'end' },
  [theme.breakpoints.down('lg')]: { '& .creator': { display: 'none' } },
  [theme.breakpoints.down('md')]: { '& .assignee, & .created': { display: 'none' } },
  [theme.breakpoints.down('sm')]: {
    '& .MuiTableCell-root': { paddingInline: theme.spacing(2) },
    '& .priority': { display: 'none' },
    '& .status': { width: 100 },
    '& .actions': { width: 88 },
    '& .actions button': { marginInlineStart: theme.spacing(1) },
  },
}));
