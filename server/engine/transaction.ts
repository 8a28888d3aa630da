import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  Transaction,
  type TransactionSettings,
} from 'kysely';
import type { Schema, Tx } from './schema.ts';

/** A unit of work: its writes are committed with its transaction. */
export type Work<T> = (tx: Tx) => Promise<T>;

/** Something that transactions write at their end. */
export interface CommitStore<T> {
  /** Writes all items that were added to the transaction. */
  readonly write: (tx: Tx, items: readonly T[]) => Promise<unknown>;
  /** Transactions write their stores in the order of the names, so that they lock rows in one order. */
  readonly name: string;
  /** Written after all others, which may wait for locks. */
  readonly isLast?: boolean;
}

/** What a transaction does before its commit. */
interface Ending {
  /** Statements that were sent. */
  readonly statements: Promise<unknown>[];
  /** The items added to each store. */
  readonly items: Map<CommitStore<never>, unknown[]>;
}

const endings = new WeakMap<Tx, Ending>();

function endingOf(tx: Tx): Ending {
  const ending = endings.get(tx);
  if (!ending) throw new Error('The transaction is over');
  return ending;
}

/**
 * Makes the transaction wait for a statement before its commit, so that the caller need not wait. The statement is
 * already sent; statements sent without waiting in between share one round trip. If it fails, so does the transaction,
 * with the statement's error.
 */
export function beforeCommit(tx: Tx, statement: Promise<unknown>): void {
  // Avoids an unhandled rejection: the transaction awaits it, but perhaps only after the failure.
  statement.catch(() => {});
  endingOf(tx).statements.push(statement);
}

/**
 * Adds an item to what the store writes at the end of the transaction. Rows that many transactions change are locked
 * only there, for as short as possible, and in one order. If the store fails, so does the transaction, with its error.
 */
export function atCommit<T>(tx: Tx, store: CommitStore<T>, item: T): void {
  const { items } = endingOf(tx);
  const added = items.get(store) ?? [];
  items.set(store, added);
  added.push(item);
}

/** The parts of an engine that transactions are made of. */
export interface Connected {
  kysely: Kysely<Schema>;
  dialect: Dialect;
  driver: Driver;
  /** Whether a statement failed only because an earlier one in its transaction did. */
  isConsequence?: (error: unknown) => boolean;
}

/**
 * Runs `work` in a transaction. Kysely's own transactions wait for each answer before the next statement; here, the
 * driver decides.
 */
export async function inTransaction<T>(
  connected: Connected,
  work: Work<T>,
  settings: TransactionSettings = {},
): Promise<T> {
  const { kysely, driver, isConsequence = () => false } = connected;
  return kysely.getExecutor().provideConnection(async (connection) => {
    const state = { isOver: false };
    const tx = openTransaction(connected, connection, state);
    const ending: Ending = { statements: [], items: new Map() };
    endings.set(tx, ending);
    await driver.beginTransaction(connection, settings);
    try {
      const result = await work(tx);
      await finish(tx, ending);
      state.isOver = true;
      await driver.commitTransaction(connection);
      return result;
    } catch (error) {
      state.isOver = true;
      await driver.rollbackTransaction(connection);
      throw await causeOf(error, ending.statements, isConsequence);
    } finally {
      endings.delete(tx);
    }
  });
}

/** Writes the stores, and waits for everything that was sent. */
async function finish(tx: Tx, { statements, items }: Ending): Promise<void> {
  do {
    const stores = [...items].toSorted(([a], [b]) => {
      const [one, other] = [Number(a.isLast ?? false), Number(b.isLast ?? false)];
      return one - other || Number(a.name > b.name) - Number(a.name < b.name);
    });
    items.clear();
    for (const [store, added] of stores) beforeCommit(tx, store.write(tx, added as never[]));
    // Includes statements added in the meantime.
    for (const statement of statements) await statement;
  } while (items.size > 0);
}

/** The transaction's statements use the connection until it is over. */
function openTransaction(
  { kysely, dialect, driver }: Connected,
  connection: DatabaseConnection,
  state: { readonly isOver: boolean },
): Tx {
  const executor = kysely.getExecutor().withConnectionProvider({
    async provideConnection(consumer) {
      if (state.isOver) throw new Error('The transaction is over');
      return consumer(connection);
    },
  });
  return new Transaction<Schema>({ config: { dialect }, dialect, driver, executor });
}

/** The first statement that failed on its own: other errors of the work are consequences of it. */
async function causeOf(
  error: unknown,
  statements: readonly Promise<unknown>[],
  isConsequence: (error: unknown) => boolean,
): Promise<unknown> {
  for (const statement of statements) {
    try {
      await statement;
    } catch (reason) {
      if (!isConsequence(reason)) return reason;
    }
  }
  return error;
}
