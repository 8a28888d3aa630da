import type { InboxItem } from '#contract/conversation/inbox.ts';

/** An item with an unread mention or assignment. */
export interface NamingItem extends InboxItem {
  readonly named: NonNullable<InboxItem['named']>;
}

/** The unread bugs in which the user is mentioned or assigned, latest first. */
export function namingItems(items: readonly InboxItem[]): readonly NamingItem[] {
  return items.filter((item): item is NamingItem => item.state === 'unread' && item.named !== null);
}

/** The key of a mention or an assignment, unique among all users of the browser. */
export function keyOf(userId: string, { bug, named }: NamingItem): string {
  return `${userId} ${bug._id} ${named.at}`;
}

/** The number of shown notifications that are remembered. */
const most = 500;

/** The keys that were shown before, preceded by others. */
export function withKeys(known: readonly string[], keys: readonly string[]): readonly string[] {
  return [...keys, ...known.filter((key) => !keys.includes(key))].slice(0, most);
}
