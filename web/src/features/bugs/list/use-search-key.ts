import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';

/** For the search box: it takes the focus by its key, and when one comes for it from another page, to `/bugs#search`. */
export function useSearchKey(): RefObject<HTMLInputElement | null> {
  const box = useRef<HTMLInputElement>(null);
  const asked = useLocation({ select: ({ hash }) => hash === 'search' });
  useShortcuts({
    '/': () => {
      box.current?.focus();
      box.current?.select();
    },
  });
  useEffect(() => {
    // The page's heading takes the focus first.
    if (asked) queueMicrotask(() => box.current?.focus());
  }, [asked]);
  return box;
}
