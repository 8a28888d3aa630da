import { formatNumber } from '#web/language/language.ts';

const icon = { usual: '/favicon.svg', marked: '/favicon-news.svg' };

let title = 'Katydid';
let news = 0;

/** Says in the browser's tab where one is. */
export function setTabTitle(text: string): void {
  title = `${text} · Katydid`;
  show();
}

/** Marks the browser's tab with how much is new in it; 0 takes the mark away. */
export function setTabNews(count: number): void {
  news = count;
  show();
}

function show(): void {
  document.title = news > 0 ? `(${formatNumber(news)}) ${title}` : title;
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const href = news > 0 ? icon.marked : icon.usual;
  // Set to what it is, a browser would fetch it again.
  if (link && link.getAttribute('href') !== href) link.href = href;
}
