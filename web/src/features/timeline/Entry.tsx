import { memo, useState } from 'react';
import type { ActivityEntry, HistoryEntry } from '#contract/bugs/history.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { Ago } from '#web/lib/time.tsx';
import { fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields, useExtensions } from '#web/lib/extensions.ts';
import { Button } from '#web/ui/Button.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { Difference } from '#web/features/timeline/differences/Difference.tsx';
import { isProse, sentenceOf } from './sentence.ts';
import { texts } from './texts.ts';
import styles from './Entry.module.css';

type Done = Exclude<ActivityEntry, { kind: 'comment' }>;

/** The user of an entry. */
export function doerOf(entry: Done): UserRef {
  return entry.kind === 'change' ? entry.change.by : entry.relation.by;
}

interface Props {
  entry: Done;
  /** Whether the previous entry shows the name. */
  isSamePerson: boolean;
}

/** One edit, or another activity of a feature, with user and time. */
export const Entry = memo(function Entry({ entry, isSamePerson }: Props) {
  const fields = useBugFields();
  const { timelinePredicates } = useExtensions();
  const by = doerOf(entry);
  const changes = entry.kind === 'change' ? entry.change.changes : [];
  const Predicate = timelinePredicates[entry.kind];
  return (
    <li className={styles.item} data-same={isSamePerson}>
      <div className={styles.line}>
        <span>
          <Sentence
            text={texts.entry}
            parts={{
              name: isSamePerson ? (
                <VisuallyHidden>{by.name}</VisuallyHidden>
              ) : (
                <b>
                  <PersonName id={by._id} name={by.name} />
                </b>
              ),
              deed: Predicate ? <Predicate entry={entry} /> : <Changes changes={changes} />,
            }}
          />
        </span>
        <span className={styles.when}>
          <Ago value={entry.at} />
        </span>
      </div>
      {changes.map(
        (change) =>
          isProse(change) && (
            <ProseChange
              key={change.field}
              label={fieldNamed(fields, change.field).label}
              from={change.from}
              to={change.to}
            />
          ),
      )}
    </li>
  );
});

/** The changes: some fields in one sentence, others by their own components. */
function Changes({ changes }: Pick<HistoryEntry, 'changes'>) {
  const fields = useBugFields();
  const saying = changes.flatMap((change) => {
    const { Change } = fieldNamed(fields, change.field);
    return Change ? [<Change key={change.field} from={change.from} to={change.to} />] : [];
  });
  const others = changes.filter(({ field }) => !fieldNamed(fields, field).Change);
  const sentence = saying.length > 0 && others.length === 0 ? [] : [sentenceOf(others, fields)];
  return [...sentence, ...saying].flatMap((part, i) => (i === 0 ? [part] : ['; ', part]));
}

/** A long text would fill the timeline, so its difference is shown on demand. */
function ProseChange(props: { label: string; from: string; to: string }) {
  const [isShown, setShown] = useState(false);
  return (
    <div>
      <Button
        className={styles.toggle}
        size="small"
        aria-expanded={isShown}
        onClick={() => setShown(!isShown)}
      >
        {texts.whatChanged(props.label)}
      </Button>
      {isShown && <Difference {...props} />}
    </div>
  );
}
