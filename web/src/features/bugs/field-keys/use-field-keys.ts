import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import type { FieldName } from '#web/lib/bugs/bug-field.ts';
import { keyTexts } from './texts.ts';

interface FieldKeys {
  /** The element with the controls of the active bug, each in its own `data-field`. */
  scope: () => Element | null | undefined;
  /** Why a control is missing there, if not because of the layout. */
  whyNot: () => string | undefined;
  /** Assigns the active bug to the user, or says why not; undefined without an active bug. */
  assignToMe: () => (() => void) | string | undefined;
}

/** The shortcuts of fields: they open a field's control in place, so that closing it returns the focus. */
export function useFieldKeys({ scope, whyNot, assignToMe }: FieldKeys): void {
  function opener(field: FieldName) {
    const within = scope();
    const control = within?.querySelector<HTMLElement>(`[data-field="${field}"] button`);
    if (control) return () => control.click();
    return within ? (whyNot() ?? keyTexts.notShown) : undefined;
  }
  useShortcuts({
    // Evaluated when a key is pressed, as only the browser has the active element.
    get s() {
      return opener('status');
    },
    get p() {
      return opener('priority');
    },
    get a() {
      return opener('assignedTo');
    },
    get i() {
      return assignToMe();
    },
  });
}
