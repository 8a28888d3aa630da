import { type Dialect, type Driver, type Kysely, Transaction, type TransactionSettings } from 'kysely';
import type { Schema, Tx } from './schema.ts';

/** What each open transaction waits for before its commit. */
const awaited = new WeakMap<Tx, Promise<unknown>[]>();

/**
 * Has the transaction wait for a statement before its commit, so that the caller need not wait for the answer. A statement is
 * sent when it is called, and those that are sent without a wait between them cost one round trip together. Where the
 * statement fails, so does the transaction, with the statement's error.
 */
export function beforeCommit(tx: Tx, statement: Promise<unknown>): void {
  // The transaction waits for it, but perhaps only after it has failed.
  statement.catch(() => {});
  const statements = awaited.get(tx);
  if (!statements) throw new Error('The transaction is over');
  statements.push(statement);
}

/** What transactions are made of. */
export interface Connected {
  kysely: Kysely<Schema>;
  dialect: Dialect;
  driver: Driver;
  /** Whether a statement failed only because an earlier one of its transaction did. */
  isConsequence?: (error: unknown) => boolean;
}

/**
 * Runs `work` in a transaction. Kysely's own sends a statement only after the answer to the one before it; here, the
 * driver decides.
 */
export async function inTransaction<T>(
  { kysely, dialect, driver, isConsequence = () => false }: Connected,
  work: (tx: Tx) => Promise<T>,
  settings: TransactionSettings = {},
): Promise<T> {
  return kysely.getExecutor().provideConnection(async (connection) => {
    let isOver = false;
    const executor = kysely.getExecutor().withConnectionProvider({
      async provideConnection(consumer) {
        if (isOver) throw new Error('The transaction is over');
        return consumer(connection);
      },
    });
    const tx = new Transaction<Schema>({ config: { dialect }, dialect, driver, executor });
    const statements: Promise<unknown>[] = [];
    awaited.set(tx, statements);
    await driver.beginTransaction(connection, settings);
    try {
      const result = await work(tx);
      // Includes those that are added meanwhile.
      for (const statement of statements) await statement;
      isOver = true;
      await driver.commitTransaction(connection);
      return result;
    } catch (error) {
      isOver = true;
      await driver.rollbackTransaction(connection);
      throw await causeOf(error, statements, isConsequence);
    } finally {
      awaited.delete(tx);
    }
  });
}

/** The failure of the first statement that failed by itself: what the work has met is a consequence of it. */
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
