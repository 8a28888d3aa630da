import { type ChangeEvent, type CompositionEvent, type SyntheticEvent, useState } from 'react';

/* The only code for input methods, which compose a text by several keys, as for Chinese, Japanese and Korean. */

/** Android's keyboards compose every word, in any language, so a half-composed text counts as the typed text there. */
const composesWords = navigator.userAgent.includes('Android');

/** Leaves to an input method the keys that it uses: other listeners do not get them. Call it before others listen. */
export function leaveKeysToComposition(): void {
  const leave = (event: KeyboardEvent) => {
    // Safari ends the composition before the key that ends it. The browser's autofill sends events without a key.
    // oxlint-disable-next-line typescript/no-deprecated -- No other property shows it.
    if (event.isComposing || event.keyCode === 229 || !('key' in event)) event.stopImmediatePropagation();
  };
  addEventListener('keydown', leave, true);
}

/** Whether the text of the field in which this input event occurred is still being composed. */
export const isHalfComposed = ({ nativeEvent }: SyntheticEvent): boolean =>
  !composesWords && 'isComposing' in nativeEvent && nativeEvent.isComposing === true;

interface Input {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

/** The properties of an input whose text takes effect as it is typed: `onChange` is called once it is composed. */
export function useComposed({ value, onChange }: Input) {
  const [half, setHalf] = useState<string>();
  function take(event: ChangeEvent<HTMLInputElement>) {
    const isHalf = isHalfComposed(event);
    setHalf(isHalf ? event.target.value : undefined);
    if (!isHalf) onChange(event);
  }
  return {
    value: half ?? value,
    onChange: take,
    onCompositionEnd: (event: CompositionEvent<HTMLInputElement>) =>
      take(event as unknown as ChangeEvent<HTMLInputElement>),
  };
}
