import { counted, formatNumber } from '#web/language/language.ts';
import { Button } from '#web/ui/Button.tsx';
import { listTexts } from './texts.ts';
import styles from './ResultCount.module.css';

interface Props {
  /** How many match, in the server's form; undefined while that is loading. */
  total: string | undefined;
  narrowed: boolean;
  onClear: () => void;
}

/** Beside the heading: the number of bugs, announced when it changes, and the button that clears the filters. */
export function ResultCount({ total, narrowed, onClear }: Props) {
  return (
    <div className={styles.line}>
      <p className={styles.count} role="status" aria-live="polite">
        {total === undefined ? '\u00a0' : describe(total, narrowed)}
      </p>
      {/* An empty list has its own button. */}
      {narrowed && total !== '0' && (
        <Button size="small" onClick={onClear}>
          {listTexts.clearFilters}
        </Button>
      )}
    </div>
  );
}

function describe(total: string, narrowed: boolean): string {
  const count = Number.parseInt(total, 10);
  const bugs = total.endsWith('+') ? listTexts.atLeast(formatNumber(count)) : counted(count, listTexts.bug);
  return narrowed ? listTexts.found(bugs) : bugs;
}
