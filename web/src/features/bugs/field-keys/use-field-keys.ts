import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import type { FieldName } from '#web/lib/bugs/bug-field.ts';

interface FieldKeys {
  /** The element with the controls of the active bug, each in a `data-field` of its own. */
  scope: () => Element | null | undefined;
  /** Assigns the active bug to the user; undefined without the permission. */
  assignToMe: () => (() => void) | undefined;
}

/** The keys of fields: they open the control of a field in its place, so that closing it returns the focus. */
export function useFieldKeys({ scope, assignToMe }: FieldKeys): void {
  function opener(field: FieldName) {
    const control = scope()?.querySelector<HTMLElement>(`[data-field="${field}"] button`);
    return control ? () => control.click() : undefined;
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
