import type { Tx } from './db/schema.ts';

/** What can happen. */
export type Happening =
  | { type: 'bug created' | 'bug updated' | 'bug deleted'; bug: { _id: string; version: number } }
  | { type: 'user changed' | 'sessions ended'; userId: string };

/** Takes note of what happened, in the transaction in which it does: both are there afterwards, or neither. */
export type Listener = (tx: Tx, happening: Happening) => Promise<void>;

/** Tells the listeners. What takes long, or reaches outside the database, is no listener's work. */
export type Emit = (tx: Tx, happening: Happening) => Promise<void>;

/** Makes the function that tells these listeners, one after another in their order. */
export function emitter(listeners: readonly Listener[]): Emit {
  return async (tx, happening) => {
    for (const listener of listeners) await listener(tx, happening);
  };
}
