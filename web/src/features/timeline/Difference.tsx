import { useMemo, useState } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { differenceOf, type Piece, type Row } from './difference.ts';
import { texts } from './texts.ts';
import styles from './Difference.module.css';

interface Props {
  /** The name of the text. */
  label: string;
  from: string;
  to: string;
}

/** The number of lines shown at first. */
const short = 60;

/** The differences between two versions of a text. */
export function Difference({ label, from, to }: Props) {
  const rows = useMemo(() => differenceOf(from, to), [from, to]);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, short);
  return (
    <div className={styles.frame} role="group" aria-label={texts.whatChanged(label)}>
      {shown.map((row, index) => (
        // Lines are identified by position only, and the texts do not change.
        // oxlint-disable-next-line react/no-array-index-key
        <DifferenceRow key={index} row={row} />
      ))}
      {rows.length === 0 && <div className={styles.rest}>{texts.onlyEnds}</div>}
      {shown.length < rows.length && (
        <div className={styles.rest}>
          <Button variant="outlined" size="small" onClick={() => setWhole(true)}>
            {texts.showAll(formatNumber(rows.length))}
          </Button>
        </div>
      )}
    </div>
  );
}

/** A line of a difference: removed and added lines have a sign, and words for screen readers. */
function DifferenceRow({ row }: { row: Row }) {
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
