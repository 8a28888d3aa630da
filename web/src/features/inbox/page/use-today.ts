import { useSyncExternalStore } from 'react';
import { dayOf } from './days.ts';

const minute = 60_000;

/** The current day; it changes at midnight. */
export function useToday(): string {
  return useSyncExternalStore(everyMinute, today, today);
}

const today = () => dayOf(new Date());

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
}
