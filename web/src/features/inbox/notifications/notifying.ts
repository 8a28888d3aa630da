import * as z from 'zod/mini';
import { type InboxItem, listInbox } from '#contract/conversation/inbox.ts';
import { newsText } from '#contract/conversation/sentences.ts';
import { formatNumber, language } from '#web/language/language.ts';
import { exchange } from '#web/lib/api/call.ts';
import { keepWhileHidden } from '#web/lib/live/attention.ts';
import { notificationTexts } from './notification-texts.ts';
import { holdLock, listeningLock, lookedAtBugs, showingLock } from './use-notifications.ts';

interface Options {
  readonly userId: string;
  /** The bug on this page. */
  readonly shownBug: () => string | undefined;
  /** Opens a bug at its new entries, or the inbox. */
  readonly open: (item: InboxItem | undefined) => void;
  readonly signal: AbortSignal;
}

export interface Notifying {
  look(): Promise<void>;
}

/** How long before the page's start, in milliseconds, an action may happen that reaches the inbox only afterwards. */
const delay = 10_000;

/** Above this number of new bugs at once, a single notification shows their count. */
const mostAtOnce = 5;

/**
 * At each poll, shows notifications of new items in the inbox, except for those of the first poll, until `signal` is
 * aborted. Each notification is shown by only one tab of the browser; the tabs decide under a lock which one it is.
 */
export function startNotifying({ userId, shownBug, open, signal }: Options): Notifying {
  /* The state at the first poll, by the server's clock. */
  let start: number | undefined;
  let known: readonly string[] = [];
  const shown = new Map<string, Notification>();
  const stopListening = holdLock(listeningLock, { mode: 'exclusive', onHeld: () => keepWhileHidden(true) });
  signal.addEventListener('abort', () => {
    stopListening();
    keepWhileHidden(false);
    for (const one of shown.values()) one.close();
  });

  async function look(): Promise<void> {
    const { body, headers } = await exchange(listInbox, { query: { state: 'unread', limit: '100' }, signal });
    const naming = namingItems(body);
    closeRead(naming);
    const isFirst = start === undefined;
    start ??= (Date.parse(headers.get('date') ?? '') || Date.now()) - delay;
    const from = new Date(start).toISOString();
    // A row that is marked as unread again is not new.
    const news = naming.filter((item) => item.named.at > from && !known.includes(keyOf(userId, item)));
    known = withKeys(
      known,
      naming.map((item) => keyOf(userId, item)),
    );
    if (isFirst || news.length === 0 || signal.aborted) return;
    await navigator.locks.request(showingLock, () => showOnce(news));
  }

  async function showOnce(news: readonly NamingItem[]): Promise<void> {
    const claimed = claimedKeys();
    const unclaimed = news.filter((item) => !claimed.includes(keyOf(userId, item)));
    claim(
      withKeys(
        claimed,
        unclaimed.map((item) => keyOf(userId, item)),
      ),
    );
    const looked = await lookedAtBugs();
    const isLookedAt = ({ bug: { _id } }: NamingItem) =>
      looked.has(_id) || (_id === shownBug() && !document.hidden && document.hasFocus());
    const unseen = unclaimed.filter((item) => !isLookedAt(item));
    if (signal.aborted) return;
    if (unseen.length > mostAtOnce) return showCount(unseen.length);
    // The latest is shown last, on top of the others.
    for (const item of unseen.toReversed()) showItem(item);
  }

  function showItem(item: NamingItem): void {
    const { bug, news } = item;
    const [quote] = news.by.flatMap((one) => one.quote ?? []);
    const lines = [`#${formatNumber(bug.number)} ${bug.title}`, ...(quote === undefined ? [] : [quote])];
    show(bug._id, { title: newsText(news, language), body: lines.join('\n'), item });
  }

  function showCount(count: number): void {
    const title = notificationTexts.several(formatNumber(count));
    show('', { title, body: notificationTexts.severalText, item: undefined });
  }

  /** Shows a notification, which replaces an earlier one with the same tag. */
  function show(
    tag: string,
    { title, body, item }: { title: string; body: string; item: NamingItem | undefined },
  ): void {
    const options = { body, tag: `inbox ${tag}`, renotify: true, icon: '/favicon.svg', lang: language };
    const notification = new Notification(title, options);
    shown.set(tag, notification);
    notification.addEventListener('close', () => {
      if (shown.get(tag) === notification) shown.delete(tag);
    });
    notification.addEventListener('click', (event) => {
      event.preventDefault();
      window.focus();
      notification.close();
      open(item);
    });
  }

  /** Closes notifications of rows that were read here or elsewhere. */
  function closeRead(naming: readonly NamingItem[]): void {
    const unread = new Set(naming.map(({ bug }) => bug._id));
    for (const [tag, notification] of shown)
      if (tag === '' ? unread.size === 0 : !unread.has(tag)) notification.close();
  }

  return { look };
}

/* The notifications shown by any tab of the browser. */
const storageKey = 'notifications shown';
const storedKeys = z.array(z.string());

function claimedKeys(): readonly string[] {
  try {
    return storedKeys.parse(JSON.parse(localStorage.getItem(storageKey) ?? '[]'));
  } catch {
    return [];
  }
}

function claim(all: readonly string[]): void {
  try {
    localStorage.setItem(storageKey, JSON.stringify(all));
  } catch {
    // Storage is full: each tab then shows the notification, which replaces the previous one with the same tag.
  }
}

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
