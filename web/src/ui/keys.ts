/** Whether the keyboard uses Cmd instead of Ctrl. On such platforms, Ctrl moves the cursor and deletes in texts. */
export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

type Pressed = Pick<
  KeyboardEvent,
  'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'getModifierState'
>;

/** Whether the layout has Latin letters, as far as its keys have shown. */
let isLatin = true;

/**
 * The name of a key with its modifiers in shortcuts: `c`, `Shift+u`, `?`, `Space`, `Ctrl+k`; empty for a key that
 * cannot be a shortcut. A letter is the one that the layout has on the key, regardless of Caps Lock; if the layout has
 * no Latin letters, it depends on the place of the key. Other characters do not include the Shift that types them.
 */
export function shortcutOf(event: Pressed): string {
  const { ctrlKey, metaKey, altKey, shiftKey } = event;
  const key = nameOf(event);
  // On a Mac, Ctrl has no other meaning with Enter.
  const hasControl = isApple && key !== 'Enter' ? metaKey : ctrlKey || (isApple && metaKey);
  const hasOther = isApple ? ctrlKey && key !== 'Enter' : metaKey;
  // AltGr, which is Ctrl and Alt on some systems, types characters.
  if (altKey || hasOther || event.getModifierState('AltGraph')) return '';
  const isShifted = shiftKey && (key.length > 1 || /[a-z]/.test(key));
  return `${hasControl ? 'Ctrl+' : ''}${isShifted ? 'Shift+' : ''}${key}`;
}

function nameOf(pressed: Pressed): string {
  const { key } = pressed;
  if (key === ' ') return 'Space';
  // Named keys, and dead keys.
  if (/^\w{2,}$/.test(key)) return key;
  const isOfLatin = /^\p{Script=Latin}/u.test(key);
  if (/^[a-z]$/.test(key)) isLatin = true;
  else if (/^\p{L}/u.test(key) && !isOfLatin) isLatin = false;
  // On the key of a letter, Hebrew layouts have a quote; so does Dvorak, whose letters are on other keys.
  const isAsTyped = isOfLatin || (isLatin ? /^[!-~]$/ : /^[\d/?]$/).test(key);
  return isAsTyped ? key.toLowerCase().charAt(0) : (byPlace(pressed) ?? key);
}

/** The character that a US keyboard has at the place of a key. */
function byPlace({ key, code, shiftKey }: Pressed): string | undefined {
  if (code === 'Slash' && key > '~') return shiftKey ? '?' : '/';
  if (code === 'Period' && key > '~') return '.';
  const place = /^(?:Key|Digit|Numpad)(\w)$/.exec(code)?.[1]?.toLowerCase();
  return shiftKey && Number(place) >= 0 ? undefined : place;
}
