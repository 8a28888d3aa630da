import type { AuditAction } from '#contract/admin/audit.ts';
import type { Bug } from '#contract/bugs/bugs.ts';
import type { ChangeKind } from '#contract/index.ts';
import type { Tx } from './engine/schema.ts';
import { type Work, beforeCommit } from './engine/transaction.ts';

/**
 * The types of events with the data that listeners need. Features declare their own by merging into this interface.
 * @public
 */
export interface DomainEvents {
  /**
   * `bug` is in its state after the change, or before its deletion. `mentioned` are the ids of users whom the
   * description mentions, and did not before.
   */
  'bug created': { bug: Bug; mentioned: readonly string[] };
  'bug updated': { before: Bug; bug: Bug; mentioned: readonly string[] };
  'bug deleted': { bug: Bug };
  'user changed': { userId: string };
  registered: { userId: string };
  'signed in': { userId: string };
  'signed out': { userId: string };
  'password changed': { userId: string };
  /** The current password given was wrong. */
  'password change failed': { userId: string };
  /** `userId` is undefined if no account has the address. */
  'password reset requested': { userId: string | undefined };
  'password reset link created': { userId: string };
  /** The password was reset by a link. */
  'password reset': { userId: string };
  /** The new address takes effect once it is confirmed. */
  'email change requested': { userId: string; from: string; to: string };
  'email change cancelled': { userId: string; to: string };
  'email confirmed': { userId: string; email: string };
  'email changed': { userId: string; from: string; to: string };
  'email change taken back': { userId: string; from: string; to: string };
  /** `userId` is undefined if no account has the address. */
  'sign-in failed': { userId: string | undefined; why: string };
  'sessions ended': { userId: string };
  'role changed': { userId: string; role: string };
  suspended: { userId: string };
  reinstated: { userId: string };
  /** `email` is null for a link that a person passes on. */
  invited: { email: string | null };
  'invitation withdrawn': { email: string | null };
  /** A request was forbidden to a signed-in caller; `more` is the number of repetitions since it was first recorded. */
  refused: { what: string; more?: number };
}

/** A change that is sent to all live streams. */
interface SentChange {
  kind: ChangeKind;
  id: string;
  version: number | null;
}

/** The generic part of an event, for features that do not handle its type. */
interface Effects {
  changes?: readonly SentChange[];
  /** The entry of the audit trail. */
  audit?: { action: AuditAction; subjectId?: string; details?: string };
}

type EventType = keyof DomainEvents;

/** An event; with a type parameter, one of these types. */
export type DomainEvent<Of extends EventType = EventType> = {
  [Type in Of]: { type: Type } & DomainEvents[Type] & Effects;
}[Of];

/** The user, address and request that caused an event. */
export interface Origin {
  /** Undefined if no one was signed in. */
  actorId: string | undefined;
  address: string;
  requestId: string;
  at: Date;
}

/** Adds an event to those of the transaction's unit of work. */
export type Emit = (tx: Tx, event: DomainEvent) => void;

/**
 * Reacts to an event in the transaction of the change: both are committed, or neither. The listeners of a transaction
 * run concurrently, and pipeline their statements: the session is checked after all statements that may wait. Slow
 * work, and I/O outside the database, does not belong in a listener.
 */
export type Listener<Type extends EventType = EventType> = (
  tx: Tx,
  event: DomainEvent<Type>,
  origin: Origin,
) => Promise<void>;

/** Listeners by the type of event that they react to; `all` reacts to every event. */
export type Listeners = { readonly [Type in EventType]?: Listener<Type> } & { readonly all?: Listener };

/** Collects the events of every unit of work, and runs the listeners before its commit. */
export class EventDispatcher {
  readonly #listeners: readonly Listeners[];
  /** The events of the transactions that still accept events. */
  readonly #collected = new WeakMap<Tx, DomainEvent[]>();

  constructor(features: readonly { readonly listeners?: Listeners }[]) {
    this.#listeners = features.flatMap(({ listeners }) => listeners ?? []);
  }

  readonly emit: Emit = (tx, event) => {
    const events = this.#collected.get(tx);
    if (!events) throw new Error(`"${event.type}" was emitted outside of a unit of work`);
    events.push(event);
  };

  /** Runs a unit of work in the transaction. After it, the listeners handle the events that it emitted. */
  async run<T>(tx: Tx, origin: () => Origin, work: Work<T>): Promise<T> {
    const events: DomainEvent[] = [];
    this.#collected.set(tx, events);
    const result = await work(tx);
    this.#collected.delete(tx);
    for (const event of events)
      for (const listener of this.#listenersTo(event)) beforeCommit(tx, listener(tx, event, origin()));
    return result;
  }

  #listenersTo({ type }: DomainEvent): Listener[] {
    const each = this.#listeners.flatMap((of) => [of.all, of[type] as Listener | undefined]);
    return each.filter((listener) => listener !== undefined);
  }
}
