import { useEffect, useEffectEvent, useState } from 'react';
import { useRouter } from '@tanstack/react-router';

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

/**
 * The text of a search box. It follows the address, whose value is `inAddress`. After a pause in typing, `write` puts
 * it into the address if `mayStand` allows it. `settled` is the text at the last pause.
 */
export function useAddressText(
  inAddress: string,
  write: (text: string) => void,
  mayStand: (text: string) => boolean = () => true,
): [text: string, setText: (text: string) => void, settled: string] {
  const router = useRouter();
  const [text, setText] = useState(inAddress);
  const [seen, setSeen] = useState(inAddress);
  // Texts written but not in the address yet, oldest first. The user may have continued typing.
  const [written, setWritten] = useState<readonly string[]>([]);

  if (inAddress !== seen) {
    setSeen(inAddress);
    const arrived = written.indexOf(inAddress);
    setWritten(arrived === -1 ? [] : written.slice(arrived + 1));
    // The address changed by a link or by Back: the box shows its text.
    if (arrived === -1) setText(inAddress);
  }

  // A superseded text never reaches the address; if the user returns to it, the box must show it.
  const tidy = useEffectEvent(() => {
    if (written.at(-1) === inAddress) setWritten([]);
  });
  useEffect(() => router.subscribe('onResolved', () => tidy()), [router]);

  const settled = useDebounced(text, typingPause);
  const follow = useEffectEvent(() => {
    if (settled !== text || settled === (written.at(-1) ?? inAddress) || !mayStand(settled)) return;
    // A navigation to another page is in progress: navigating here would cancel it.
    if (router.latestLocation.pathname !== router.state.resolvedLocation?.pathname) return;
    setWritten([...written, settled]);
    write(settled);
  });
  useEffect(() => follow(), [settled]);

  return [text, setText, settled];
}
