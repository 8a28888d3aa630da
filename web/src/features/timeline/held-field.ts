import { type RefObject, useEffect, useRef } from 'react';

type Field = HTMLInputElement | HTMLTextAreaElement;

/**
 * Returns a ref for an element. While the user types in one of the element's fields, the field stays in its place on
 * the screen when content above it grows or shrinks, as live comments do. The browser by itself holds the first visible
 * element in place instead.
 */
export function useHeldField(): RefObject<HTMLDivElement | null> {
  const root = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = root.current;
    if (!element) return undefined;
    let place: { readonly field: Field; readonly top: number } | undefined;
    const note = () => {
      const field = document.activeElement;
      const isWithin = isField(field) && element.contains(field);
      place = isWithin ? { field, top: topOf(field) } : undefined;
    };
    const hold = () => {
      // While a comment is sent, its author follows it.
      if (place && place.field === document.activeElement && !place.field.readOnly) {
        const top = topOf(place.field) - place.top;
        if (top !== 0)
          (place.field.closest('[data-scrolls]') ?? window).scrollBy({ top, behavior: 'instant' });
      }
      note();
    };
    const observer = new ResizeObserver(hold);
    observer.observe(element);
    // What is above the element.
    observer.observe(document.body);
    const events = ['focusin', 'focusout', 'scroll'] as const;
    for (const type of events) addEventListener(type, note, { capture: true, passive: true });
    return () => {
      observer.disconnect();
      for (const type of events) removeEventListener(type, note, { capture: true });
    };
  }, []);
  return root;
}

function isField(element: Element | null): element is Field {
  return element instanceof HTMLTextAreaElement || element instanceof HTMLInputElement;
}

function topOf(field: Field): number {
  return field.getBoundingClientRect().top;
}
