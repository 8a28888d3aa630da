import { useEffect, useRef, useSyncExternalStore } from 'react';
import { setTabNews } from '#web/ui/tab.ts';
import { countNews, type Shown } from './news.ts';
import { countOwnChanges, isOwnChange, onOwnChange } from './own-changes.ts';

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
