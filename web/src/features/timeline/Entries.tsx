import { Fragment, memo, useEffect, useRef, useState } from 'react';
import type { ActivityEntry, FieldChange, HistoryEntry } from '#contract/bugs/history.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { UserRef } from '#contract/accounts/users.ts';
import { isolated } from '#contract/conversation/isolated.ts';
import { Ago } from '#web/lib/time.tsx';
import { type BugFieldView, fieldNamed } from '#web/lib/bugs/bug-field.ts';
import { useBugFields, useExtensions } from '#web/lib/extensions.ts';
import { Button } from '#web/ui/Button.tsx';
import { Sentence } from '#web/ui/Sentence.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { bugFields } from '#contract/bugs/bug-fields.ts';
import type { BugField } from '#contract/bugs/field.ts';
import { listed } from '#web/language/language.ts';
import { CommentItem } from './CommentItem.tsx';
import type { Stretch } from './stretch.ts';
import { texts } from './texts.ts';
import { Difference } from './Difference.tsx';
import styles from './timeline.module.css';

interface Props {
  timeline: Stretch;
  bug: Bug;
  /** The comment that the address names. */
  linked: string | undefined;
  /** The last entry that the user has seen before. */
  seen: string | undefined;
  /** The moment in the address after which entries are new; the page scrolls to it. */
  since: string | undefined;
  userId: string;
}

/** The creation, the edits and the comments. Consecutive edits by one person show the name only once. */
export function Entries({ timeline, bug, linked, seen, since, userId }: Props) {
  const { entries } = timeline;
  const firstNew = since === undefined ? newFrom(timeline, seen, userId) : newSince(timeline, since, userId);
  return (
    <ol className={styles.entries}>
      {entries.map((entry, index) => (
        <Fragment key={entry._id}>
          {index === firstNew && <NewEntries isSought={since !== undefined} />}
          {entry.kind === 'comment' ? (
            <CommentItem comment={entry.comment} bug={bug} isLinked={entry._id === linked} />
          ) : (
            <Entry
              entry={entry}
              isSamePerson={index !== firstNew && hasSameDoer(entries[index - 1], entry)}
            />
          )}
        </Fragment>
      ))}
    </ol>
  );
}

/** The index of the first unseen entry of another user; -1 without one. */
function newFrom({ entries, before }: Stretch, seen: string | undefined, userId: string): number {
  const at = entries.findIndex(({ _id }) => _id === seen);
  // It may be above the loaded entries.
  if (at === -1 && (seen === undefined || before === null)) return -1;
  return entries.findIndex((entry, index) => index > at && authorOf(entry)._id !== userId);
}

/** The index of the first entry of another user at a time or later; -1 without one. */
function newSince({ entries }: Stretch, since: string, userId: string): number {
  return entries.findIndex((entry) => entry.at >= since && authorOf(entry)._id !== userId);
}

/** The line above new entries; the page scrolls to it if the address has a moment. */
function NewEntries({ isSought }: { isSought: boolean }) {
  const line = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isSought && line.current) scrollTo(line.current);
  }, [isSought]);
  return (
    <li className={styles.newEntries} ref={line}>
      <span>{texts.newEntries}</span>
    </li>
  );
}

/** Scrolls an element into the upper third of its scroll container: a panel beside a list, else the window. */
function scrollTo(element: Element): void {
  const panel = element.closest('[data-scrolls]');
  const height = panel?.clientHeight ?? window.innerHeight;
  const top = element.getBoundingClientRect().top - (panel?.getBoundingClientRect().top ?? 0);
  (panel ?? window).scrollBy({ top: top - height / 3, behavior: 'instant' });
}

const authorOf = (entry: ActivityEntry) => (entry.kind === 'comment' ? entry.comment.author : doerOf(entry));

function hasSameDoer(before: ActivityEntry | undefined, entry: ActivityEntry): boolean {
  if (!before || before.kind === 'comment' || entry.kind === 'comment') return false;
  return doerOf(before)._id === doerOf(entry)._id;
}

type Done = Exclude<ActivityEntry, { kind: 'comment' }>;

/** The user of an entry. */
function doerOf(entry: Done): UserRef {
  return entry.kind === 'change' ? entry.change.by : entry.relation.by;
}

interface EntryProps {
  entry: Done;
  /** Whether the entry directly above shows the name. */
  isSamePerson: boolean;
}

/** One edit, or another activity of a feature, with user and time. */
const Entry = memo(function Entry({ entry, isSamePerson }: EntryProps) {
  const fields = useBugFields();
  const { timelinePredicates } = useExtensions();
  const by = doerOf(entry);
  const changes = entry.kind === 'change' ? entry.change.changes : [];
  const Predicate = timelinePredicates[entry.kind];
  return (
    <li className={styles.entry} data-same={isSamePerson}>
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
              action: Predicate ? <Predicate entry={entry} /> : <Changes changes={changes} />,
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
        className={styles.proseToggle}
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

/** Whether a field is a text, whose difference an entry shows. */
function isProse(change: FieldChange): change is Extract<FieldChange, { from: string }> {
  const field: BugField = bugFields[change.field];
  return field.isProse === true;
}

/** The predicate of an entry's sentence, after its user's name. Changed texts are only named. */
function sentenceOf(changes: readonly FieldChange[], fields: readonly BugFieldView[]): string {
  if (changes.length === 0) return texts.filed;
  const views = changes.map((change) => ({ change, view: fieldNamed(fields, change.field) }));
  const plain = views
    .filter(({ view }) => !view.changeText)
    .map(({ change, view }) => phraseOf(change, view));
  const ownTexts = views.flatMap(({ change, view }) => view.changeText?.(change.from, change.to) ?? []);
  return [...(plain.length > 0 ? [texts.changed(listed(plain))] : []), ...ownTexts].join('; ');
}

function phraseOf(change: FieldChange, { label, text }: BugFieldView): string {
  const names: Readonly<Record<string, string>> = texts.named;
  const named = names[change.field] ?? label;
  return isProse(change)
    ? named
    : texts.fromTo(named, isolated(text(change.from)), isolated(text(change.to)));
}
