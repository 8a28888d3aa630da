import { useEffect, useEffectEvent, useState } from 'react';
import { flushSync } from 'react-dom';

/** The functions with which the parts of the page load their content before it is printed. */
const loads = new Set<() => Promise<unknown>>();

/** Prints the page once its parts have loaded the content not shown so far. A part that fails prints what it has. */
export async function printPage(): Promise<void> {
  const { href } = location;
  await Promise.all([...loads].map((load) => load().catch(() => undefined)));
  // The loaded content is rendered in later tasks.
  await new Promise((rendered) => requestAnimationFrame(() => setTimeout(rendered)));
  // Another page may have been opened meanwhile.
  if (location.href === href) print();
}

/**
 * Lets a part of the page print more than it shows. The shortcut and the command for printing wait for `load`, which
 * loads the rest; the browser's own menu prints what is loaded. Returns whether the page is being printed: the part
 * then renders all its content.
 */
export function usePrinting(load: () => Promise<unknown>): boolean {
  const [isPrinting, setIsPrinting] = useState(false);
  const loadAll = useEffectEvent(load);
  useEffect(() => {
    const loadNow = () => loadAll();
    loads.add(loadNow);
    const leaving = new AbortController();
    const { signal } = leaving;
    // Synchronously: the browser prints what is rendered when the listeners have returned.
    addEventListener('beforeprint', () => flushSync(() => setIsPrinting(true)), { signal });
    addEventListener('afterprint', () => setIsPrinting(false), { signal });
    return () => {
      loads.delete(loadNow);
      leaving.abort();
    };
  }, []);
  return isPrinting;
}
