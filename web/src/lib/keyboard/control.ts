import { inLanguage } from '#web/language/language.ts';

/** Platforms whose keyboards use Cmd instead of Ctrl. There, Ctrl moves the cursor and deletes in texts. */
const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The label of the key. */
export const controlName = isApple ? '⌘' : inLanguage({ en: 'Ctrl', de: 'Strg' });

export const shiftName = inLanguage({ en: 'Shift', de: 'Umschalt' });

type Held = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Whether Ctrl (on a Mac, Cmd) is held and no other modifier is. */
export function holdsControl({ ctrlKey, metaKey, altKey, shiftKey }: Held): boolean {
  const [control, other] = isApple ? [metaKey, ctrlKey] : [ctrlKey, metaKey];
  return control && !other && !altKey && !shiftKey;
}
