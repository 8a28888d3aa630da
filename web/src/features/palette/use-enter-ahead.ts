import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react';
import type { Entry } from './entries.ts';

interface Given {
  readonly text: string;
  /** The loaded options. */
  readonly options: readonly Entry[];
  readonly isSearching: boolean;
  readonly onChoose: (entry: Entry) => void;
}

/** After a number and an early Enter: opens the bug as soon as it is found, unless the user continues typing. */
export function useEnterAhead({ text, options, isSearching, onChoose }: Given) {
  const [textEntered, setTextEntered] = useState<string>();
  if (textEntered !== undefined && textEntered !== text) setTextEntered(undefined);
  const catchUp = useEffectEvent(() => {
    const [first] = options;
    // An effect must not close the palette, and with it the component that runs the effect.
    if (first && textEntered === text) queueMicrotask(() => onChoose(first));
  });
  useEffect(() => {
    if (!isSearching) catchUp();
  }, [isSearching]);

  return ({ key, nativeEvent }: KeyboardEvent): void => {
    if (key === 'Enter' && !nativeEvent.isComposing && options.length === 0 && isSearching)
      setTextEntered(text);
  };
}
