import type { Bug } from '#contract/bugs.ts';
import type { Tx } from './db/schema.ts';

/** What can happen. */
export type Happening =
  /** Whatever has a `bug`, as it now is or last was, is told to everyone who listens for changes. */
  | { type: 'bug created' | 'bug deleted'; bug: Bug }
  | { type: 'bug updated'; before: Bug; bug: Bug }
  | { type: 'user changed'; userId: string }
  | { type: 'registered' | 'signed in' | 'signed out' | 'password changed'; userId: string }
  /** The current password given was wrong. */
  | { type: 'password change failed'; userId: string }
  | { type: 'email changed' | 'email change taken back'; userId: string; from: string; to: string }
  /** `userId` where the address is an account's. */
  | { type: 'sign-in failed'; userId: string | undefined; why: string }
  | { type: 'sessions ended'; userId: string }
  | { type: 'role changed'; userId: string; role: string }
  | { type: 'suspended' | 'reinstated'; userId: string }
  | { type: 'invited' }
  /** A signed-in caller tried what only others may; `more` is how often again since that was first recorded. */
  | { type: 'refused'; what: string; more?: number };

/** By whom, from where, and with which request something happened. */
export interface Origin {
  /** The user who did it, where somebody was signed in. */
  actorId: string | undefined;
  address: string;
  requestId: string;
  at: Date;
}

/** Takes note of what happened, in the transaction in which it does: both are there afterwards, or neither. */
export type Listener = (tx: Tx, happening: Happening, origin: Origin) => Promise<void>;

/** Tells the listeners. What takes long, or reaches outside the database, is no listener's work. */
export type Emit = (tx: Tx, happening: Happening) => Promise<void>;

/** Makes the function that tells these listeners, one after another in their order, of what comes from the origin. */
export function emitter(listeners: readonly Listener[], origin: Origin): Emit {
  return async (tx, happening) => {
    for (const listener of listeners) await listener(tx, happening, origin);
  };
}
