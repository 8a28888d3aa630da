import {
  createContext,
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { FormLayout } from '#web/ui/inputs/FormLayout.tsx';
import { shortcutOf } from '#web/ui/keys.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import type { Problem } from './problem.ts';

/**
 * Inputs that the server is still creating, such as a new label. The form is sent once they are created, so that it
 * includes them.
 */
export class PendingInputs {
  readonly #promises = new Set<Promise<unknown>>();
  #isWaiting = false;
  #isLeft = false;

  add(input: Promise<unknown>): void {
    this.#promises.add(input);
    const remove = () => this.#promises.delete(input);
    input.then(remove, remove);
  }

  /** Whether the user has left the form. */
  setLeft(isLeft: boolean): void {
    this.#isLeft = isLeft;
  }

  /**
   * Calls `send` once all are created, or at once if none is pending; not at all if one fails, in which case its
   * control shows the reason, or if the form is left meanwhile.
   */
  whenMade(send: () => void): void {
    if (this.#promises.size === 0) return send();
    if (!this.#isWaiting) void this.#waitAndSend(send);
  }

  async #waitAndSend(send: () => void): Promise<void> {
    this.#isWaiting = true;
    try {
      // Others may be added meanwhile.
      while (this.#promises.size > 0) await Promise.all(this.#promises);
      if (!this.#isLeft) send();
    } catch {
      // Nothing is sent.
    } finally {
      this.#isWaiting = false;
    }
  }
}

/** The pending inputs of the form around a control. */
export const FormInputs = createContext(new PendingInputs());

export const useFormInputs = () => useContext(FormInputs);

/** The pending inputs of a new form, which counts as left when its component is unmounted. */
export function usePendingInputs(): PendingInputs {
  const [inputs] = useState(() => new PendingInputs());
  useEffect(() => {
    inputs.setLeft(false);
    return () => inputs.setLeft(true);
  }, [inputs]);
  return inputs;
}

interface Props {
  form: { readonly problem: Problem | undefined; readonly submit: () => Promise<void> };
  /** Replaces the default alert. */
  notice?: ReactNode | undefined;
  children: ReactNode;
}

/** The form element: the alert first, then the fields. Browser validation is off: forms have their own rules. */
export function Form({ form: screenForm, notice, children }: Props) {
  const { problem, submit } = screenForm;
  const inputs = usePendingInputs();
  const send = () => inputs.whenMade(() => void submit());
  function onSubmit(event: SyntheticEvent) {
    event.preventDefault();
    send();
  }
  /** Ctrl+Enter sends the form from any field. Buttons and links use it for something else. */
  function onKeyDown(event: KeyboardEvent<HTMLFormElement>) {
    const { target, currentTarget } = event;
    if (shortcutOf(event) !== 'Ctrl+Enter' || !(target instanceof Element)) return;
    // A field's popups are outside the form's element, but React's events bubble from them to the form.
    if (!currentTarget.contains(target) || target.closest('a, button:not([role="combobox"])')) return;
    event.preventDefault();
    // The key would also open a select.
    event.stopPropagation();
    send();
  }
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // In a long form, the alert at the top would not be visible from the button at the end.
    if (problem) form.current?.querySelector('[role="alert"]')?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <FormLayout ref={form} onSubmit={onSubmit} onKeyDownCapture={onKeyDown}>
      {notice ?? (problem && <Notice title={problem.title} text={problem.text} />)}
      <FormInputs value={inputs}>{children}</FormInputs>
    </FormLayout>
  );
}
