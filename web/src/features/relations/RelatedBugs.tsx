import IconButton from '@mui/material/IconButton';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { texts } from './texts.ts';
import styles from './relations.module.css';

interface Props {
  /** The label of their relation to the bug. */
  group: string;
  bugs: readonly BugReference[];
  /** Omitted if the user may not change it. */
  onRemove?: ((bug: BugReference) => void) | undefined;
}

/** Bugs that are related in the same way. */
export function RelatedBugs({ group, bugs, onRemove }: Props) {
  return (
    <ul className={styles.bugs}>
      {bugs.map((bug) => (
        <li key={bug._id}>
          <span className={styles.number}>{`#${bug.number}`}</span>
          {/* Opens the bug even if it is a duplicate. */}
          <TextLink to="/bugs/$id" params={{ id: bug._id }} state={{ isSought: true }} look="plain">
            {bug.title}
          </TextLink>
          <StatusChip status={bug.status} />
          {onRemove && (
            <IconButton
              size="small"
              aria-label={texts.removeOf(group, `#${bug.number}`)}
              onClick={() => onRemove(bug)}
            >
              <CloseIcon />
            </IconButton>
          )}
        </li>
      ))}
    </ul>
  );
}
