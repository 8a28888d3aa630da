import type { Bug } from '#contract/bugs.ts';
import type { Tx } from './db/schema.ts';

/** Everything that can happen to users and bugs. */
export type DomainEvent =
  /** An event with a `bug`, in its state after the change or before its deletion, is sent to all live streams. */
  | { type: 'bug created' | 'bug deleted'; bug: Bug }
  | { type: 'bug updated'; before: Bug; bug: Bug }
  | { type: 'user changed'; userId: string }
  | { type: 'registered' | 'signed in' | 'signed out' | 'password changed'; userId: string }
  /** The current password given was wrong. */
  | { type: 'password change failed'; userId: string }
  | { type: 'email changed' | 'email change taken back'; userId: string; from: string; to: string }
  /** `userId` is undefined where no account has the address. */
  | { type: 'sign-in failed'; userId: string | undefined; why: string }
  | { type: 'sessions ended'; userId: string }
  | { type: 'role changed'; userId: string; role: string }
  | { type: 'suspended' | 'reinstated'; userId: string }
  | { type: 'invited' }
  /** A request was forbidden to a signed-in caller; `more` is the number of repetitions since it was first recorded. */
  | { type: 'refused'; what: string; more?: number };

/** The user, address and request that caused an event. */
export interface Origin {
  /** Undefined where no one was signed in. */
  actorId: string | undefined;
  address: string;
  requestId: string;
  at: Date;
}

/** Reacts to an event in the transaction of the change: both are committed, or neither. */
export type Listener = (tx: Tx, event: DomainEvent, origin: Origin) => Promise<void>;

/** Passes an event to all listeners. Slow work, and I/O outside the database, does not belong in a listener. */
export type Emit = (tx: Tx, event: DomainEvent) => Promise<void>;

/** Creates the `emit` of one origin, which calls the listeners in their order. */
export function emitter(listeners: readonly Listener[], origin: Origin): Emit {
  return async (tx, event) => {
    for (const listener of listeners) await listener(tx, event, origin);
  };
}
