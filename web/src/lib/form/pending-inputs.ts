import { createContext, useContext, useEffect, useState } from 'react';

/**
 * Inputs that are still being created by the server, such as a new label. The form is sent after them, so that it
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
