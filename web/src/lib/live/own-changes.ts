import { createNotifier } from '#web/lib/notifier.ts';
import type { BugChange } from './news.ts';

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
export function isOwnChange(change: BugChange): boolean {
  return own.has(keyOf(change));
}

/** The number of changes made in other tabs. */
export function countOwnChanges(): number {
  return own.size;
}

/** Calls `listener` for each further one. Returns the function that stops this. */
export function onOwnChange(listener: () => void): () => void {
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
