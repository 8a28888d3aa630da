import { useSyncExternalStore } from 'react';
import { ExactTime } from '#web/ui/Time.tsx';
import { timeAgo } from './time-ago.ts';

const minute = 60_000;

/** How long ago a moment was, with the exact one on hover; it updates itself. `value` is ISO 8601. */
export function Ago({ value }: { value: string }) {
  const now = useSyncExternalStore(everyMinute, wholeMinutes, wholeMinutes);
  if (value === '') return null;
  return <ExactTime value={value}>{timeAgo(Date.parse(value), Math.max(now, Date.parse(value)))}</ExactTime>;
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
}

/** The present minute's beginning: it has to be the same until it is over. */
function wholeMinutes(): number {
  return Math.floor(Date.now() / minute) * minute;
}
