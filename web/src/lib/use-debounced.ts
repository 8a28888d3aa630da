import { useEffect, useState } from 'react';

/** So long, in milliseconds, one has to stop typing for what was typed to be acted on. */
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
