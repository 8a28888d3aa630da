import { formatNumber } from '#web/language/language.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Piece, Row } from './difference.ts';
import { texts } from '#web/features/timeline/texts.ts';
import styles from './DifferenceRow.module.css';

/** A line of a difference: removed and added lines have a sign, and words for screen readers. */
export function DifferenceRow({ row }: { row: Row }) {
  switch (row.kind) {
    case 'unchanged':
      return <div className={styles.left}>{texts.unchanged(formatNumber(row.count))}</div>;
    case 'same':
      return (
        <div className={styles.line}>
          <span />
          <Pieces pieces={row.pieces} />
        </div>
      );
    case 'removed':
      return (
        <del className={styles.line} data-kind="removed">
          <span aria-hidden>−</span>
          <span>
            <VisuallyHidden>{`${texts.removed} `}</VisuallyHidden>
            <Pieces pieces={row.pieces} />
          </span>
        </del>
      );
    default:
      return (
        <ins className={styles.line} data-kind="added">
          <span aria-hidden>+</span>
          <span>
            <VisuallyHidden>{`${texts.added} `}</VisuallyHidden>
            <Pieces pieces={row.pieces} />
          </span>
        </ins>
      );
  }
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <span className={styles.text}>
      {pieces.map(({ text, isMarked }, index) =>
        // Pieces are identified by position only, and the texts do not change.
        // oxlint-disable-next-line react/no-array-index-key
        isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </span>
  );
}
