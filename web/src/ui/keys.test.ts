import { expect, test } from 'vitest';
import { shortcutOf } from './keys.ts';

type Modifier = 'shiftKey' | 'ctrlKey' | 'altKey' | 'metaKey' | 'AltGraph';

function press(key: string, code: string, ...held: readonly Modifier[]): string {
  const has = (modifier: Modifier) => held.includes(modifier);
  return shortcutOf({
    key,
    code,
    shiftKey: has('shiftKey'),
    ctrlKey: has('ctrlKey'),
    altKey: has('altKey'),
    metaKey: has('metaKey'),
    getModifierState: (name) => held.includes(name as Modifier),
  });
}

type Press = Parameters<typeof press>;

/** Keys as browsers send them. A letter of the layout comes first, as when a person types. */
const layouts: Readonly<Record<string, readonly (readonly [name: string, ...Press])[]>> = {
  'US English': [
    ['c', 'c', 'KeyC'],
    ['Shift+u', 'U', 'KeyU', 'shiftKey'],
    ['?', '?', 'Slash', 'shiftKey'],
    ['/', '/', 'NumpadDivide'],
    ['1', '1', 'Numpad1'],
    ['Space', ' ', 'Space'],
    ['Shift+Space', ' ', 'Space', 'shiftKey'],
    ['Escape', 'Escape', 'Escape'],
    ['Ctrl+k', 'k', 'KeyK', 'ctrlKey'],
    ['Ctrl+Shift+k', 'K', 'KeyK', 'ctrlKey', 'shiftKey'],
    ['Ctrl+Enter', 'Enter', 'Enter', 'ctrlKey'],
    ['Ctrl+Shift+Enter', 'Enter', 'Enter', 'ctrlKey', 'shiftKey'],
    ['', 'k', 'KeyK', 'metaKey'],
  ],
  'Caps Lock': [
    ['c', 'C', 'KeyC'],
    ['Shift+u', 'u', 'KeyU', 'shiftKey'],
    ['Ctrl+k', 'K', 'KeyK', 'ctrlKey'],
    ['Ctrl+Shift+k', 'k', 'KeyK', 'ctrlKey', 'shiftKey'],
    ['j', 'О', 'KeyJ'],
  ],
  'German (QWERTZ)': [
    ['z', 'z', 'KeyY'],
    ['y', 'y', 'KeyZ'],
    ['/', '/', 'Digit7', 'shiftKey'],
    ['?', '?', 'Minus', 'shiftKey'],
    ['ö', 'ö', 'Semicolon'],
    ['', '@', 'KeyQ', 'AltGraph'],
    ['', '€', 'KeyE', 'AltGraph'],
    ['', '€', 'KeyE', 'ctrlKey', 'altKey'],
    ['', '€', 'KeyE', 'ctrlKey', 'altKey', 'AltGraph'],
    ['Dead', 'Dead', 'Backquote'],
  ],
  'French (AZERTY)': [
    ['a', 'a', 'KeyQ'],
    ['m', 'm', 'Semicolon'],
    [',', ',', 'KeyM'],
    ['?', '?', 'KeyM', 'shiftKey'],
    ['/', '/', 'Period', 'shiftKey'],
    ['Ctrl+.', '.', 'Comma', 'ctrlKey', 'shiftKey'],
    ['1', '1', 'Digit1', 'shiftKey'],
    ['é', 'é', 'Digit2'],
  ],
  'French (bépo)': [
    ['b', 'b', 'KeyQ'],
    ['é', 'é', 'KeyW'],
  ],
  Dvorak: [
    ['c', 'c', 'KeyI'],
    ["'", "'", 'KeyQ'],
    [',', ',', 'KeyW'],
    ['w', 'w', 'Comma'],
    ['?', '?', 'BracketLeft', 'shiftKey'],
    ['Ctrl+k', 'k', 'KeyV', 'ctrlKey'],
  ],
  'Turkish with Caps Lock': [
    ['i', 'İ', 'Quote'],
    ['ı', 'ı', 'KeyI'],
  ],
  Russian: [
    ['c', 'с', 'KeyC'],
    ['Shift+u', 'Г', 'KeyU', 'shiftKey'],
    ['Ctrl+k', 'л', 'KeyK', 'ctrlKey'],
    ['Ctrl+Shift+k', 'Л', 'KeyK', 'ctrlKey', 'shiftKey'],
    ['?', '?', 'Digit7', 'shiftKey'],
    ['/', '/', 'Backslash', 'shiftKey'],
    ['№', '№', 'Digit3', 'shiftKey'],
    ['Ctrl+.', '.', 'Slash', 'ctrlKey'],
    ['Ctrl+.', 'ю', 'Period', 'ctrlKey'],
  ],
  Bulgarian: [
    ['w', 'у', 'KeyW'],
    ['q', ',', 'KeyQ'],
  ],
  Greek: [
    ['w', 'ς', 'KeyW'],
    ['q', ';', 'KeyQ'],
    ['Ctrl+k', 'κ', 'KeyK', 'ctrlKey'],
    ['?', '?', 'Slash', 'shiftKey'],
  ],
  Hebrew: [
    ['c', 'ב', 'KeyC'],
    ['w', "'", 'KeyW'],
    ['/', '/', 'KeyQ'],
    ['?', '?', 'Slash', 'shiftKey'],
    ['Shift+u', 'U', 'KeyU', 'shiftKey'],
    ['e', 'ק', 'KeyE'],
  ],
  Arabic: [
    ['c', 'ؤ', 'KeyC'],
    ['b', 'لا', 'KeyB'],
    ['Shift+u', '‘', 'KeyU', 'shiftKey'],
    ['Shift+r', 'ٌ', 'KeyR', 'shiftKey'],
    ['/', 'ظ', 'Slash'],
    ['?', '؟', 'Slash', 'shiftKey'],
    ['1', '١', 'Digit1'],
    ['2', '٢', 'Numpad2'],
    ['3', '۳', 'Digit3'],
    ['!', '!', 'Digit1', 'shiftKey'],
    ['Ctrl+k', 'ن', 'KeyK', 'ctrlKey'],
  ],
  Thai: [['j', '่', 'KeyJ']],
  'Korean on a Mac': [['c', 'ㅊ', 'KeyC']],
};

for (const [layout, presses] of Object.entries(layouts))
  test(`keys have their shortcuts in the layout ${layout}`, () => {
    press('a', 'KeyA');
    expect(presses.map(([, ...pressed]) => press(...pressed))).toEqual(presses.map(([name]) => name));
  });
