import type { Bug } from '#contract/bugs.ts';

/* What is done in one tab is no news in another one of the same person. */
const channelName = 'own changes';
const own = new Set<string>();
const listeners = new Set<() => void>();
let channel: BroadcastChannel | undefined;

const keyOf = ({ _id, version }: Pick<Bug, '_id' | 'version'>) => `${_id} ${version}`;

/** Tells every other tab that this version of a bug is one's own work. */
export function noteOwnChange(bug: Pick<Bug, '_id' | 'version'>): void {
  const sender = new BroadcastChannel(channelName);
  sender.postMessage(keyOf(bug));
  sender.close();
}

/** Whether this version of a bug was made in another tab of this browser. */
export function isOwnChange(bug: Pick<Bug, '_id' | 'version'>): boolean {
  return own.has(keyOf(bug));
}

/** How many such versions are known. */
export function countOwnChanges(): number {
  return own.size;
}

/** Calls `listener` whenever another one is known. Returns the way to stop. */
export function onOwnChange(listener: () => void): () => void {
  channel ??= listenTo(new BroadcastChannel(channelName));
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function listenTo(opened: BroadcastChannel): BroadcastChannel {
  opened.addEventListener('message', ({ data }) => {
    own.add(String(data));
    for (const listener of listeners) listener();
  });
  return opened;
}
