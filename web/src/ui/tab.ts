import { formatNumber } from '#web/language/language.ts';
import { trackerName } from '#web/language/tracker.ts';

let title = trackerName;
let news = 0;
let unread = 0;
let isMore = false;

/** Sets the title of the browser's tab. */
export function setTabTitle(text: string): void {
  title = `${text} · ${trackerName}`;
  show();
}

/** Marks the browser's tab with the number of new items; 0 removes the mark. */
export function setTabNews(count: number): void {
  news = count;
  show();
}

/** Sets the number of unread inbox rows, which the tab shows if it has fewer new items. `isNew` marks the tab. */
export function setTabUnread(count: number, isNew: boolean): void {
  unread = count;
  isMore = isNew;
  show();
}

function show(): void {
  const count = Math.max(news, unread);
  document.title = count ? `(${formatNumber(count)}) ${title}` : title;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = `/favicon${news || isMore ? '-news' : ''}.svg`;
  // Setting the same value would make the browser fetch the icon again.
  if (link && link.getAttribute('href') !== href) link.href = href;
}
