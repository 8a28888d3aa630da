import { useMemo, useState } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { differenceOf } from './difference.ts';
import { DifferenceRow } from './DifferenceRow.tsx';
import { texts } from '#web/features/timeline/texts.ts';
import styles from './Difference.module.css';
import { Button } from '#web/ui/Button.tsx';

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
