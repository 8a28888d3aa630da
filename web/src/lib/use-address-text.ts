import { useEffect, useEffectEvent, useState } from 'react';
import { useDebounced } from './use-debounced.ts';

const pause = 250;

/**
 * The text of a search box. It follows the address, where it stands as `inAddress`; the address follows it by
 * `write` once one stops typing.
 */
export function useAddressText(
  inAddress: string,
  write: (text: string) => void,
): [text: string, setText: (text: string) => void] {
  const [text, setText] = useState(inAddress);
  const [written, setWritten] = useState(inAddress);

  // Another address, by a link or by going back: the box shows what it says.
  if (inAddress !== written) {
    setWritten(inAddress);
    setText(inAddress);
  }

  const settled = useDebounced(text, pause);
  const follow = useEffectEvent(() => {
    if (settled !== text || settled === written) return;
    setWritten(settled);
    write(settled);
  });
  useEffect(() => follow(), [settled]);

  return [text, setText];
}
