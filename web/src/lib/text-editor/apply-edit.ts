import type { Act, Edit } from './edit.ts';

/**
 * Inserts text like typing, so that the browser's Undo works. There is no other way to add to a field's undo history.
 */
interface TypingDocument {
  execCommand(command: 'insertText' | 'delete', showsInterface: false, text?: string): boolean;
}

/** Changes a field's text as a single undo step, and sets the edit's selection. */
export function applyEdit(
  input: HTMLInputElement | HTMLTextAreaElement,
  { from, to, insert, selectFrom, selectTo }: Edit,
): void {
  if (input.readOnly || input.disabled) return;
  input.focus();
  input.setSelectionRange(from, to);
  const typing = document as unknown as TypingDocument;
  const isDone =
    insert === '' ? typing.execCommand('delete', false) : typing.execCommand('insertText', false, insert);
  if (!isDone && from + to + insert.length > 0) {
    input.setRangeText(insert, from, to);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }
  input.setSelectionRange(selectFrom, selectTo);
}

/** Applies a toolbar action to a field's selection. */
export function act(input: HTMLTextAreaElement, change: Act): void {
  const { value: text, selectionStart: from, selectionEnd: to } = input;
  applyEdit(input, change({ text, from, to }));
}
