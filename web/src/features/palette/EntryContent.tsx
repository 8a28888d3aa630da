import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { keyNames } from '#web/lib/keyboard/shortcut.ts';
import type { Entry } from './entries.ts';
import styles from './palette.module.css';

/** An entry as shown in its row: a command with its keys, a bug with its number and status. */
export function EntryContent({ entry: { command, bug } }: { entry: Entry }) {
  if (bug)
    return (
      <>
        {bug.number !== undefined && <span className={styles.number}>#{bug.number}</span>}{' '}
        <span className={styles.words}>{bug.title}</span> <StatusChip status={bug.status} />
      </>
    );
  return (
    <>
      <span className={styles.words}>{command.label}</span>
      {command.keys !== undefined && (
        <span className={styles.keys} aria-hidden>
          {keyNames(command.keys).map((key) => (
            <kbd key={key}>{key}</kbd>
          ))}
        </span>
      )}
    </>
  );
}
