import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { TableFrame } from './StackingTable.tsx';
import { VisuallyHidden } from './VisuallyHidden.tsx';

const lines = Array.from({ length: 8 }, (_, index) => index);

/** Stands where a table will be. */
export function TableSkeleton() {
  return (
    <TableFrame>
      <VisuallyHidden>Loading...</VisuallyHidden>
      {lines.map((line) => (
        <Line key={line}>
          <Skeleton width="40%" />
          <Skeleton width="20%" />
          <Skeleton width="12%" />
        </Line>
      ))}
    </TableFrame>
  );
}

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  height: theme.spacing(10),
  paddingInline: theme.spacing(3),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));
