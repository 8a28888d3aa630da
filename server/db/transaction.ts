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

/** Work that a unit of work defers to the end of its transaction. */
interface Ending {
  readonly statements: Promise<unknown>[];
  readonly gathered: Gathered[];
  readonly last: { readonly send: () => Promise<unknown>; readonly row: string | undefined }[];
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
 * Makes the transaction send statements after those of its work and of gathered items, and wait for them before its
 * commit. `row` names the row that they lock, if any: units of work in a transaction lock theirs in the order of these
 * names, to avoid deadlocks between transactions. Statements without a row come last.
 */
export function lastBeforeCommit(tx: Tx, send: () => Promise<unknown>, row?: string): void {
  endingOf(tx).last.push({ send, row });
}

type Store = (tx: Tx, items: readonly unknown[]) => Promise<unknown>;

/** An item, and what stores all items of its kind. */
export interface Gathered {
  readonly item: unknown;
  readonly store: Store;
  readonly isLast: boolean;
}

/**
 * Returns a function that adds an item to the transaction's; `store` writes all of them at once before the commit.
 * Otherwise, units of work that share a commit would write theirs one by one, and wait for each other's rows. With
 * `isLast`, the rows are locked after all other gathered ones, in any order of the units of work.
 */
export function gathering<T>(
  store: (tx: Tx, items: readonly T[]) => Promise<unknown>,
  { isLast = false } = {},
): (tx: Tx, item: T) => void {
  const storeAll: Store = (tx, items) => store(tx, items as readonly T[]);
  return (tx, item) => void endingOf(tx).gathered.push({ item, store: storeAll, isLast });
}

/** Stores the gathered items; statements are pipelined. */
function storeGathered(tx: Tx, gathered: readonly Gathered[]): void {
  const ordered = gathered.toSorted((a, b) => Number(a.isLast) - Number(b.isLast));
  for (const [store, of] of Map.groupBy(ordered, (one) => one.store)) {
    const items = of.map(({ item }) => item);
    beforeCommit(tx, store(tx, items));
  }
}

/** Stores the gathered items of transactions that share a commit, by statements on the connection. */
export async function storeAllGathered(
  connected: Connected,
  connection: DatabaseConnection,
  gathered: readonly Gathered[],
): Promise<void> {
  const state = { isOver: false };
  const tx = openTransaction(connected, connection, state);
  try {
    storeGathered(tx, gathered);
    for (const statement of endingOf(tx).statements) await statement;
  } finally {
    state.isOver = true;
  }
}

interface Settings extends TransactionSettings {
  /** Called before the commit is sent: until it is answered, the outcome is unknown. */
  onCommit?: () => void;
}

/** The parts of an engine that transactions are made of. */
export interface Connected {
  kysely: Kysely<Schema>;
  dialect: Dialect;
  driver: Driver;
  /** Whether a statement failed only because an earlier one in its transaction did. */
  isConsequence?: (error: unknown) => boolean;
  /** Takes the items that a transaction gathered, if its driver commits it together with others. */
  passOn?: (connection: DatabaseConnection, gathered: readonly Gathered[]) => void;
}

/**
 * Runs `work` in a transaction. Kysely's own waits for each answer before the next statement; here, the driver decides.
 */
export async function inTransaction<T>(connected: Connected, work: Work<T>, settings?: Settings): Promise<T> {
  const [result] = await inSharedTransaction(connected, [work], settings);
  return result as T;
}

/** Runs units of work concurrently in one transaction: none may read or change what another one changes. */
export async function inSharedTransaction<T>(
  connected: Connected,
  units: readonly Work<T>[],
  { onCommit, ...settings }: Settings = {},
): Promise<T[]> {
  const { kysely, driver, isConsequence = () => false } = connected;
  return kysely.getExecutor().provideConnection(async (connection) => {
    const state = { isOver: false };
    const open = () => openTransaction(connected, connection, state);
    const end = open();
    const opened = units.map(open);
    await driver.beginTransaction(connection, settings);
    try {
      const results = await Promise.all(units.map(async (unit, i) => unit(opened[i] ?? end)));
      await finish(connected, connection, { units: opened, end });
      state.isOver = true;
      onCommit?.();
      await driver.commitTransaction(connection);
      return results;
    } catch (error) {
      state.isOver = true;
      await driver.rollbackTransaction(connection);
      const statements = [...opened, end].flatMap((tx) => endingOf(tx).statements);
      throw await causeOf(error, statements, isConsequence);
    } finally {
      for (const tx of [...opened, end]) endings.delete(tx);
    }
  });
}

/** Stores gathered items, sends the last statements, and waits for everything that was sent. */
async function finish(
  { passOn }: Connected,
  connection: DatabaseConnection,
  { units, end }: { units: readonly Tx[]; end: Tx },
): Promise<void> {
  const endingsOfUnits = units.map(endingOf);
  do {
    const gathered = endingsOfUnits.flatMap((ending) => ending.gathered.splice(0));
    if (passOn) passOn(connection, gathered);
    else storeGathered(end, gathered);
    for (const { send } of inOneOrder(endingsOfUnits.flatMap((ending) => ending.last.splice(0))))
      beforeCommit(end, send());
    for (const { statements } of [...endingsOfUnits, endingOf(end)]) {
      // Includes statements added in the meantime.
      for (const statement of statements) await statement;
    }
  } while (endingsOfUnits.some(({ gathered, last }) => gathered.length > 0 || last.length > 0));
}

/** Sorted by row name; those without a row come last. */
function inOneOrder(last: Ending['last']): Ending['last'] {
  const locking = last.flatMap(({ send, row }) => (row === undefined ? [] : [{ send, row }]));
  return [
    ...locking.toSorted((a, b) => Number(a.row > b.row) - Number(a.row < b.row)),
    ...last.filter(({ row }) => row === undefined),
  ];
}

/** A transaction as one unit of work sees it: statements use the connection until the transaction is over. */
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
  const tx = new Transaction<Schema>({ config: { dialect }, dialect, driver, executor });
  endings.set(tx, { statements: [], gathered: [], last: [] });
  return tx;
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
