import { createContext, useContext, useEffect, useState } from 'react';

/**
 * Inputs that the server is still making, such as a label that is created in a form. What sends the form waits for them,
 * or it would send the form without them.
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
   * Calls `send` at once, or once when all are made; not at all if one fails, as the control says why, or if the form is
   * left meanwhile.
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

/** Those of the form around a control. */
export const FormInputs = createContext(new PendingInputs());

export const useFormInputs = () => useContext(FormInputs);

/** Those of a new form, which is left when its component is unmounted. */
export function usePendingInputs(): PendingInputs {
  const [inputs] = useState(() => new PendingInputs());
  useEffect(() => {
    inputs.setLeft(false);
    return () => inputs.setLeft(true);
  }, [inputs]);
  return inputs;
}
