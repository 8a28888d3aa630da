/*
 * Replays a held key. Browsers give scripted events no default action, so the effects of keys in fields and on buttons
 * are implemented here.
 */

/** Edits text like typing: React and Undo notice it. There is no other way to add to a field's undo history. */
interface TypingDocument {
  execCommand(
    command: 'insertText' | 'delete' | 'forwardDelete',
    showsInterface: false,
    text?: string,
  ): boolean;
}

const pressable = 'button, summary, input[type="checkbox"], input[type="radio"]';
const reachable =
  'a[href], button, input, select, textarea, summary, [contenteditable], [tabindex]:not([tabindex^="-"])';

/** Presses the key on the focused element. */
export function pressAgain(held: KeyboardEvent): void {
  const { key, code, location, ctrlKey, metaKey, altKey, shiftKey } = held;
  const modifierAltGraph = held.getModifierState('AltGraph');
  const modifiers = { ctrlKey, metaKey, altKey, shiftKey, modifierAltGraph };
  const init = { key, code, location, ...modifiers, bubbles: true, cancelable: true };
  const target = document.activeElement ?? document.body;
  const hasEffect = target.dispatchEvent(new KeyboardEvent('keydown', init));
  const isControlled = (ctrlKey || metaKey || altKey) && !modifierAltGraph;
  if (hasEffect && !isControlled) takeEffect(target, key, shiftKey);
  (document.activeElement ?? document.body).dispatchEvent(new KeyboardEvent('keyup', init));
}

function takeEffect(target: Element, key: string, isBack: boolean): void {
  if (key === 'Tab') return focusNext(target, isBack);
  if ((key === 'Enter' || key === ' ') && target instanceof HTMLElement && target.matches(pressable))
    return target.click();
  if (key === 'Enter' && target instanceof HTMLAnchorElement) return target.click();
  if (!isTextField(target)) return undefined;
  const { execCommand } = document as unknown as TypingDocument;
  const edit: TypingDocument['execCommand'] = execCommand.bind(document);
  if (key === 'Enter') {
    if (target instanceof HTMLTextAreaElement) edit('insertText', false, '\n');
    else if (target instanceof HTMLInputElement) submit(target);
  } else if (key === 'Backspace') edit('delete', false);
  else if (key === 'Delete') edit('forwardDelete', false);
  else if (isOneCharacter(key)) edit('insertText', false, key);
  else moveCaret(target, key);
  return undefined;
}

const isOneCharacter = (key: string) => [...key].length === 1;

function isTextField(target: Element): target is HTMLElement {
  if (target instanceof HTMLInputElement)
    return !/^(checkbox|radio|button|submit|reset|file)$/.test(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** Submits the form as Enter in a field does: through the form's button, if it has one. */
function submit({ form }: HTMLInputElement): void {
  const button = form?.querySelector<HTMLElement>('[type="submit"]');
  if (button) button.click();
  else form?.requestSubmit();
}

function moveCaret(field: HTMLElement, key: string): void {
  if (!(field instanceof HTMLInputElement) && !(field instanceof HTMLTextAreaElement)) return;
  const { selectionStart: start, selectionEnd: end, value } = field;
  if (start === null || end === null) return;
  const isRange = start !== end;
  const places: Record<string, number> = {
    ArrowLeft: isRange ? start : Math.max(0, start - 1),
    ArrowRight: isRange ? end : end + 1,
    Home: 0,
    End: value.length,
  };
  const place = places[key];
  if (place !== undefined) field.setSelectionRange(place, place);
}

/** Focuses the next or the previous element. */
function focusNext(target: Element, isBack: boolean): void {
  const all = [...document.querySelectorAll<HTMLElement>(reachable)].filter(
    (element) => element === target || (element.tabIndex >= 0 && element.checkVisibility()),
  );
  all[all.indexOf(target as HTMLElement) + (isBack ? -1 : 1)]?.focus();
}
