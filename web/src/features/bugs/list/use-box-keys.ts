import { type KeyboardEvent, type RefObject, useEffect, useState } from 'react';
import { focusHeading } from '#web/ui/Page.tsx';
import { firstRow, focusTitleOf } from './row-elements.ts';

interface Options {
  box: RefObject<HTMLInputElement | null>;
  text: string;
  /** The rows in sight are those that the text finds. */
  isFound: boolean;
}

/**
 * The keys of the search box: Enter and the down arrow move the focus to the first bug as soon as it is found, Escape
 * leaves an empty box.
 */
export function useBoxKeys({ box, text, isFound }: Options): (event: KeyboardEvent) => void {
  const [wanted, setWanted] = useState<string>();
  useEffect(() => {
    if (wanted === undefined || (wanted === text && !isFound)) return;
    setWanted(undefined);
    if (wanted === text && document.activeElement === box.current) focusTitleOf(firstRow());
  }, [wanted, text, isFound, box]);

  return (event) => {
    const { key, nativeEvent, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (nativeEvent.isComposing || ctrlKey || metaKey || altKey || shiftKey) return;
    if (key === 'Enter' || key === 'ArrowDown') {
      // Otherwise the link that has the focus by then would take Enter for itself.
      event.preventDefault();
      setWanted(text);
    }
    if (key === 'Escape' && text === '') focusHeading();
  };
}
