import { Fragment, useEffect, useRef } from 'react';
import type { ActivityEntry } from '#contract/bugs/history.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import { CommentItem } from './CommentItem.tsx';
import { doerOf, Entry } from './Entry.tsx';
import { Quiet } from './Quiet.tsx';
import type { Stretch } from '#web/features/timeline/differences/stretch.ts';
import { texts } from './texts.ts';
import styles from './Entries.module.css';

interface Props {
  timeline: Stretch;
  bug: Bug;
  wasEdited: boolean;
  /** The comment that the address names. */
  linked: string | undefined;
  /** The last entry that the user has seen before. */
  seen: string | undefined;
  /** The moment in the address after which entries are new; the page scrolls to it. */
  since: string | undefined;
  userId: string;
}

/** The creation, the edits and the comments. Consecutive edits of one person share the name. */
export function Entries({ timeline, bug, wasEdited, linked, seen, since, userId }: Props) {
  const { entries, after } = timeline;
  const firstNew = since === undefined ? newFrom(timeline, seen, userId) : newSince(timeline, since, userId);
  const isMissing = after === null && isHistoryMissing(entries, bug._id, wasEdited);
  return (
    <ol className={styles.list}>
      {entries.map((entry, index) => (
        <Fragment key={entry._id}>
          {index === firstNew && <NewEntries isSought={since !== undefined} />}
          {entry.kind === 'comment' ? (
            <CommentItem comment={entry.comment} bug={bug} isLinked={entry._id === linked} />
          ) : (
            <Entry entry={entry} isSamePerson={isSamePerson(entries[index - 1], entry)} />
          )}
          {/* Changes from before the history feature have no entries. */}
          {isMissing && index === 0 && (
            <li>
              <Quiet>{texts.missing}</Quiet>
            </li>
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
    <li className={styles.new} ref={line}>
      <span>{texts.newEntries}</span>
    </li>
  );
}

/** Scrolls it into the upper third of its scroll container: a panel beside a list, else the window. */
function scrollTo(element: Element): void {
  const panel = element.closest('[data-scrolls]');
  const height = panel?.clientHeight ?? window.innerHeight;
  const top = element.getBoundingClientRect().top - (panel?.getBoundingClientRect().top ?? 0);
  (panel ?? window).scrollBy({ top: top - height / 3, behavior: 'instant' });
}

const authorOf = (entry: ActivityEntry) => (entry.kind === 'comment' ? entry.comment.author : doerOf(entry));

/** Whether there are unrecorded edits after the creation. */
function isHistoryMissing(entries: readonly ActivityEntry[], bugId: string, wasEdited: boolean): boolean {
  if (entries[0]?._id !== bugId) return false;
  const next = entries.find((entry) => entry.kind === 'change' && entry._id !== bugId);
  return next?.kind === 'change' ? next.change.version > 2 : wasEdited;
}

function isSamePerson(before: ActivityEntry | undefined, entry: ActivityEntry): boolean {
  if (!before || before.kind === 'comment' || entry.kind === 'comment') return false;
  return doerOf(before)._id === doerOf(entry)._id;
}
