import { useLocation } from '@tanstack/react-router';
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { focusHeading } from '#web/ui/Page.tsx';
import { firstRow, focusTitleOf, numberedBugId } from './row-elements.ts';

/** For the search box: it is focused by its shortcut, and on `/bugs#search`, the address that other pages link to. */
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

interface Options {
  box: RefObject<HTMLInputElement | null>;
  text: string;
  /** Whether the shown rows are the text's matches. */
  isFound: boolean;
}

/** Focuses the bug whose number was typed, else the first of the list. */
function focusFirst(): void {
  const numbered = document.getElementById(numberedBugId);
  if (numbered) numbered.focus();
  else focusTitleOf(firstRow());
}

/**
 * The keys of the search box: Enter and the down arrow focus the first bug as soon as it is found, Escape leaves an
 * empty box.
 */
export function useBoxKeys({ box, text, isFound }: Options): (event: KeyboardEvent) => void {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted === undefined || (wanted === text && !isFound)) return;
    setWanted(undefined);
    if (wanted === text && document.activeElement === box.current) focusFirst();
  }, [wanted, text, isFound, box]);

  return (event) => {
    const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return;
    if (key === 'Enter' || key === 'ArrowDown') {
      // Or Enter would also activate the link that is focused by then.
      event.preventDefault();
      setWanted(text);
    }
    if (key === 'Escape' && text === '') focusHeading();
  };
}
