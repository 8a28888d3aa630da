import Skeleton from '@mui/material/Skeleton';
import { styled } from '@mui/material/styles';
import { TableFrame } from '#web/ui/StackingTable.tsx';
import { texts } from '#web/ui/texts.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';

const lines = Array.from({ length: 8 }, (_, index) => index);

/** The placeholder of a loading table, with rows of the same height. */
export function TableSkeleton({ rowHeight = 40 }: { rowHeight?: number }): React.JSX.Element {
  return (
    <TableFrame>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      {lines.map((line) => (
        <Line key={line} rowHeight={rowHeight}>
          <Skeleton width="40%" />
          <Skeleton width="20%" />
          <Skeleton width="12%" />
        </Line>
      ))}
    </TableFrame>
  );
}

const Line = styled('div', { shouldForwardProp: (name) => name !== 'rowHeight' })<{
  rowHeight: number;
}>(({ theme, rowHeight }) => ({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  height: rowHeight,
  paddingInline: theme.spacing(3),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
}));
