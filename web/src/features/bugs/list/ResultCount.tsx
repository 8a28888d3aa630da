import { counted, formatNumber } from '#web/language/language.ts';
import { shortcutList } from '#web/lib/keyboard/keyboard-state.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import { ListTools } from './ListTools.tsx';
import { NumberedBug } from './NumberedBug.tsx';
import { SeveralValues } from './SeveralValues.tsx';
import { listTexts } from './texts.ts';
import styles from './ResultCount.module.css';
import { Button } from '#web/ui/Button.tsx';

interface Props {
  /** How many match, in the server's form; undefined while that is loading. */
  total: string | undefined;
  narrowed: boolean;
  /** The search text. */
  text: string;
  filter: BugFilter;
  onFilter: (change: Partial<BugFilter>) => void;
  onClear: () => void;
}

/**
 * The number of bugs, announced when it changes, and the button that clears the filters. Keeps its line while the number
 * is unknown.
 */
export function ResultCount({ total, narrowed, text, filter, onFilter, onClear }: Props) {
  return (
    <div className={styles.line}>
      <p className={styles.count} role="status" aria-live="polite">
        {total === undefined ? '\u00a0' : describe(total, narrowed)}
      </p>
      <NumberedBug text={text} />
      <SeveralValues filter={filter} onChange={onFilter} />
      {/* An empty list has its own button. */}
      {narrowed && total !== '0' && (
        <Button size="small" onClick={onClear}>
          {listTexts.clearFilters}
        </Button>
      )}
      <span className={styles.tools}>
        <ListTools />
      </span>
      <Button className={styles.keysButton} size="small" onClick={() => shortcutList.show(true)}>
        {listTexts.shortcuts}
      </Button>
    </div>
  );
}

function describe(total: string, narrowed: boolean): string {
  const count = Number.parseInt(total, 10);
  const bugs = total.endsWith('+') ? listTexts.atLeast(formatNumber(count)) : counted(count, listTexts.bug);
  return narrowed ? listTexts.found(bugs) : bugs;
}
