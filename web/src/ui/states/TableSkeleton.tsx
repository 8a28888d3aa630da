import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TableFrame } from '#web/ui/StackingTable.tsx';
import { texts } from '#web/ui/texts.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import styles from './TableSkeleton.module.css';

const lines = Array.from({ length: 8 }, (_, index) => index);

/** The placeholder of a loading table, with rows of the same height. */
export function TableSkeleton({ rowHeight = 40 }: { rowHeight?: number }): React.JSX.Element {
  return (
    <TableFrame>
      <VisuallyHidden>{texts.loading}</VisuallyHidden>
      {lines.map((line) => (
        <div key={line} className={styles.line} style={{ height: rowHeight }}>
          <Skeleton width="40%" />
          <Skeleton width="20%" />
          <Skeleton width="12%" />
        </div>
      ))}
    </TableFrame>
  );
}
