import { useEffect, useRef, useSyncExternalStore } from 'react';
import type { Bug } from '#web/lib/api/specified.ts';
import { createNotifier } from '#web/lib/notifier.ts';
import { setTabNews } from '#web/ui/tab.ts';

export type Shown = readonly Pick<Bug, '_id' | 'version'>[];

/** A version of a bug, if bugs have versions; null for its deletion. */
export interface BugChange {
  readonly _id: string;
  readonly version?: number | null | undefined;
}

/**
 * How many of the shown bugs were added or changed since they were last seen, plus the number by which the list has
 * become shorter: a list of fixed length replaces bugs. `isOwn` recognises the user's own changes.
 */
export function countNews(seen: Shown, shown: Shown, isOwn: (change: BugChange) => boolean): number {
  const versions = new Map(seen.map(({ _id, version }) => [_id, version]));
  const changed = shown.filter(
    (bug) => (!versions.has(bug._id) || versions.get(bug._id) !== bug.version) && !isOwn(bug),
  );
  const expected = seen.filter(({ _id }) => !isOwn({ _id, version: null }));
  return changed.length + Math.max(0, expected.length - shown.length);
}

/* A change in one tab is not announced in another tab of the same user. */
const channelName = 'own changes';
const own = new Set<string>();
const heard = createNotifier();
let channel: BroadcastChannel | undefined;

const keyOf = ({ _id, version }: BugChange) => `${_id} ${version}`;

/** Tells the other tabs that a change is the user's own. */
export function noteOwnChange(change: BugChange): void {
  const sender = new BroadcastChannel(channelName);
  // Messages on a channel stay within its origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  sender.postMessage(keyOf(change));
  sender.close();
}

/** Whether the change was made in another tab of this browser. */
function isOwnChange(change: BugChange): boolean {
  return own.has(keyOf(change));
}

/** The number of changes made in other tabs. */
function countOwnChanges(): number {
  return own.size;
}

/** Calls `listener` for each further one. Returns the function that stops this. */
function onOwnChange(listener: () => void): () => void {
  channel ??= listenTo(new BroadcastChannel(channelName));
  return heard.subscribe(listener);
}

function listenTo(opened: BroadcastChannel): BroadcastChannel {
  opened.addEventListener('message', ({ data }) => {
    own.add(String(data));
    heard.notify();
  });
  return opened;
}

/**
 * Marks the browser's tab when other users change the shown bugs while it is hidden. `shown` are the page's current
 * bugs, undefined while they are loading.
 */
export function useNews(shown: Shown | undefined): void {
  const isHidden = useSyncExternalStore(onVisibility, () => document.hidden);
  const ownChanges = useSyncExternalStore(onOwnChange, countOwnChanges);
  const seen = useRef<Shown>(undefined);
  useEffect(() => {
    if (!isHidden) seen.current = shown;
    seen.current ??= shown;
    setTabNews(seen.current && shown ? countNews(seen.current, shown, isOwnChange) : 0);
  }, [isHidden, shown, ownChanges]);
  useEffect(() => () => setTabNews(0), []);
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}
