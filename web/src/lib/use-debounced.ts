import { useEffect, useState } from 'react';

/** The pause in typing after which a text takes effect, in milliseconds. */
export const typingPause = 250;

/** The value once it has been the same for `delay` milliseconds. */
export function useDebounced<T>(value: T, delay: number): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), delay);
    return () => clearTimeout(timer);
  }, [value, delay]);
  return settled;
}
