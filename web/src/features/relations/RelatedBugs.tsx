import { useQueries } from '@tanstack/react-query';
import type { BugReference } from '#contract/bugs/bug-references.ts';
import { counted } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { IconButton } from '#web/ui/Button.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { relationsQuery } from './data.ts';
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

/** The number of bugs whose children are listed. */
const mostBugs = 5;

/** Lists the unresolved children of bugs that are to be resolved. */
export function OpenChildren({ bugs }: { bugs: readonly Bug[] }): React.JSX.Element {
  const count = bugs.reduce((sum, { openChildren = 0 }) => sum + openChildren, 0);
  const found = useQueries({ queries: bugs.slice(0, mostBugs).map(({ _id }) => relationsQuery(_id)) });
  const relations = found.flatMap(({ data }) => data?.relations ?? []);
  const children = relations
    .filter(({ kind, bug }) => kind === 'parent-of' && bug.status !== 'resolved')
    .map(({ bug }) => bug);
  return (
    <Notice
      severity="warning"
      title={counted(count, texts.openChildren)}
      text={<RelatedBugs group={texts.kinds['parent-of']} bugs={children} />}
    />
  );
}
