import type { Bug } from '#web/lib/api/specified.ts';
import { Ago } from '#web/lib/time/Ago.tsx';
import { PriorityChip } from '#web/lib/bugs/bug-chips.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { pageTexts } from './texts.ts';
import styles from './page.module.css';

interface Props {
  bugs: readonly Bug[];
  current: Bug | undefined;
  onChoose: (bug: Bug) => void;
}

/** The bugs waiting for triage; pressing one shows it beside them. */
export function Queue({ bugs, current, onChoose }: Props) {
  return (
    <ol className={styles.queue} aria-label={pageTexts.queue}>
      {bugs.map((bug) => (
        <li key={bug._id} data-current={bug._id === current?._id}>
          <button
            type="button"
            aria-current={bug._id === current?._id ? 'true' : undefined}
            onClick={() => onChoose(bug)}
          >
            <span>
              <span className={styles.number}>{`#${bug.number} `}</span>
              {bug.title}
            </span>
          </button>
          <div className={styles.filed}>
            <PriorityChip priority={bug.priority} />
            <PersonName id={bug.createdBy._id} name={bug.createdBy.name} />
            <Ago value={bug.createdAt} />
          </div>
        </li>
      ))}
    </ol>
  );
}
