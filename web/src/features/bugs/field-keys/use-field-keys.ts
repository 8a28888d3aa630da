import { useShortcuts } from '#web/lib/keyboard/use-shortcuts.ts';
import type { FieldName } from '#web/lib/bugs/bug-field.ts';

interface FieldKeys {
  /** The element with the controls of what is at hand; each stands in a `data-field` of its own. */
  scope: () => Element | null | undefined;
  /** Assigns what is at hand to the user; undefined where they may not. */
  assignToMe: () => (() => void) | undefined;
}

/** The keys of fields: they open the control of a field where it stands, so that its choice closes to where the focus was. */
export function useFieldKeys({ scope, assignToMe }: FieldKeys): void {
  function opener(field: FieldName) {
    const control = scope()?.querySelector<HTMLElement>(`[data-field="${field}"] button`);
    return control ? () => control.click() : undefined;
  }
  useShortcuts({
    // Asked when they are wanted: what is at hand is known to the browser alone.
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
