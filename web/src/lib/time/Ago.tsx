import { useSyncExternalStore } from 'react';
import { ExactTime } from '#web/ui/Time.tsx';
import { timeAgo } from './time-ago.ts';

const minute = 60_000;

/** The time since a moment, with the exact time on hover, updated every minute. `value` is ISO 8601. */
export function Ago({ value }: { value: string }) {
  const now = useSyncExternalStore(everyMinute, wholeMinutes, wholeMinutes);
  if (value === '') return null;
  return <ExactTime value={value}>{timeAgo(Date.parse(value), Math.max(now, Date.parse(value)))}</ExactTime>;
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, minute);
  return () => clearInterval(timer);
}

/** The start of the current minute: a snapshot must be stable between changes. */
function wholeMinutes(): number {
  return Math.floor(Date.now() / minute) * minute;
}
