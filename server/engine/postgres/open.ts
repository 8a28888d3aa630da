import { Socket } from 'node:net';
import { type Dialect, type Driver, Kysely, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import pg from 'pg';
import { StartError } from '#server/start-error.ts';
import { KatydidPostgresAdapter, postgres } from './engine.ts';
import { type OpenOptions, type Store, defaultConnections } from '#server/engine/store.ts';
import { type Connected, inTransaction } from '#server/engine/transaction.ts';
import { ChangeSequencer } from './change-sequencer.ts';
import { LongReadDriver, PostgresDriver, isOfAbortedTransaction } from './driver.ts';
import { NotificationListener } from './notification-listener.ts';
import { type BoundedPool, boundedPool, within } from './pool.ts';
import type { Schema, Tx } from '#server/engine/schema.ts';

const oldestVersion = 15;
/** Connections for long reads: few, so that PostgreSQL has time left for everyone else. */
export const maxLongReads = 4;
/** Limits for retries of transactions aborted by a deadlock or serialization failure. Milliseconds. */
const maxTries = 4;
/* Longer than PostgreSQL's `deadlock_timeout` of one second. */
const retryFor = 1_500;
/** How long a caller waits for PostgreSQL: clients get a 503 within two seconds. Milliseconds. */
const timeout = 1_700;
/** How long opening the database waits, because PostgreSQL may still be starting. */
const startTimeout = 5_000;

/** Timeouts, none of which is set by default. Milliseconds, except a connection's lifetime in seconds. */
const poolSettings: pg.PoolConfig = {
  connectionTimeoutMillis: 1_500,
  // Shorter than `timeout` by enough that a slow statement is cancelled and its connection survives, even if both sides
  // are busy.
  statement_timeout: 1_300,
  lock_timeout: 1_200,
  // How long the transaction of a connection that broke undetected can hold its locks.
  idle_in_transaction_session_timeout: 3_000,
  keepAlive: true,
  // Statements are pipelined.
  pipeline: true,
  stream: batchingSocket,
  maxLifetimeSeconds: 1_800,
  application_name: 'katydid',
  types: { getTypeParser: parserFor as typeof pg.types.getTypeParser },
};

/** For long reads. Statements that exceed it would mostly take far longer. */
const longReadSettings: pg.PoolConfig = {
  ...poolSettings,
  statement_timeout: 1_000,
};

/** Without statement timeouts, for bulk work. */
const bulkSettings: pg.PoolConfig = {
  ...poolSettings,
  max: 1,
  statement_timeout: 0,
  idle_in_transaction_session_timeout: 0,
};

const timestamptz = 1184;

/** Returns the parser of a type: timestamps in the contract's format, all other types as the driver parses them. */
function parserFor(type: number, format?: 'text' | 'binary'): unknown {
  if (type === timestamptz) return (text: string) => new Date(text).toISOString();
  return format === 'binary' ? pg.types.getTypeParser(type, 'binary') : pg.types.getTypeParser(type, 'text');
}

/** Opens a PostgreSQL database, of version 15 or later and in UTF-8. */
export async function openPostgres(
  url: string,
  { connections = defaultConnections, preparesStatements = false, onFault = () => {} }: OpenOptions,
): Promise<Store> {
  const location = withoutPassword(url);
  const poolWith = (settings: pg.PoolConfig) => {
    const made = new pg.Pool({ ...settings, connectionString: url });
    // Otherwise, a connection that breaks, in use or idle, would end the process. The pool replaces it.
    made.on('connect', (client) => client.on('error', onFault));
    return made.on('error', () => {});
  };
  const starting = poolWith({ ...poolSettings, max: 1, connectionTimeoutMillis: startTimeout });
  try {
    await within(startTimeout, check(starting));
  } catch (error) {
    const why =
      error instanceof Error ? error.message || String((error as NodeJS.ErrnoException).code) : String(error);
    throw new StartError(
      `Cannot use the database ${location}: ${why}. Check its address, and that PostgreSQL runs.`,
      {
        cause: error,
      },
    );
  } finally {
    await starting.end();
  }
  const concurrency = Math.min(maxLongReads, Math.ceil(connections / 4));
  const longReadPool = poolWith({ ...longReadSettings, max: concurrency });
  const longReads = new LongReadDriver(boundedPool(longReadPool, timeout), {
    concurrency,
    prepares: preparesStatements,
  });
  const pool = poolWith({ ...poolSettings, max: Math.max(1, connections - concurrency) });
  const bounded = boundedPool(pool, timeout);
  const connected = connect(bounded, preparesStatements);
  async function withoutTimeout<T>(work: (bulk: Connected) => Promise<T>): Promise<T> {
    const own = poolWith(bulkSettings);
    try {
      return await work(connect(boundedPool(own, Infinity), preparesStatements));
    } finally {
      await own.end();
    }
  }
  const readSnapshot: Store['readSnapshot'] = (work) =>
    withoutTimeout((bulk) =>
      inTransaction(bulk, work, { isolationLevel: 'repeatable read', accessMode: 'read only' }),
    );
  const notifications = new NotificationListener(url, onFault);
  const sequencer = new ChangeSequencer(connected.kysely, onFault);
  async function write<T>(of: Connected, work: (tx: Tx) => Promise<T>): Promise<T> {
    const result = await writeWithRetries(of, work);
    sequencer.wake();
    return result;
  }
  return {
    db: connected.kysely,
    longReads: new Kysely<Schema>({ dialect: dialectWith(longReads) }),
    write: (work) => write(connected, work),
    bulkWrite: (work) => withoutTimeout((bulk) => write(bulk, work)),
    snapshot: readSnapshot,
    readSnapshot,
    connections: () => ({
      inUse: pool.totalCount - pool.idleCount + longReadPool.totalCount - longReadPool.idleCount,
      idle: pool.idleCount + longReadPool.idleCount,
      waiting: bounded.waiting + longReads.waiting,
    }),
    numberChanges: () => sequencer.numberAll(),
    onCommit(listener) {
      notifications.add(listener);
      sequencer.poll();
    },
    location,
    async close() {
      await notifications.close();
      await sequencer.close();
      // Not Kysely's destroy, which does not end an unused driver.
      await Promise.all([pool.end(), longReadPool.end()]);
    },
  };
}

function dialectWith(driver: Driver): Dialect {
  return {
    createDriver: () => driver,
    createAdapter: () => new KatydidPostgresAdapter(),
    createQueryCompiler: () => new PostgresQueryCompiler(),
    createIntrospector: (db) => new PostgresIntrospector(db),
  };
}

function connect(pool: BoundedPool, prepares: boolean): Connected {
  const driver = new PostgresDriver(pool, { prepares });
  const dialect = dialectWith(driver);
  return { kysely: new Kysely<Schema>({ dialect }), dialect, driver, isConsequence: isOfAbortedTransaction };
}

/** Retries only transactions that were certainly rolled back, never one whose commit answer was lost. */
async function writeWithRetries<T>(connected: Connected, work: (tx: Tx) => Promise<T>): Promise<T> {
  const began = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await inTransaction(connected, work);
    } catch (error) {
      const mayRetry = tries < maxTries && performance.now() - began < retryFor;
      if (postgres.failure(error) !== 'conflict' || !mayRetry) throw error;
    }
  }
}

async function check(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    `select current_setting('server_version_num')::int / 10000 as version, current_setting('server_encoding') as encoding`,
  );
  const { version = 0, encoding = '' } = rows[0] ?? {};
  if (version < oldestVersion)
    throw new Error(`it is PostgreSQL ${version}, and Katydid needs ${oldestVersion} or later`);
  if (encoding !== 'UTF8') throw new Error(`its encoding is ${encoding}, and Katydid needs UTF8`);
}

function withoutPassword(url: string): string {
  const shown = new URL(url);
  shown.password = '';
  shown.search = '';
  return shown.href;
}

/**
 * A socket that sends all writes of one iteration of the event loop with one system call. Pipelined statements are
 * written one by one, and a system call costs as much as the rest of a statement.
 */
function batchingSocket(): Socket {
  const socket = new Socket();
  const write = socket.write.bind(socket);
  let isCorked = false;
  socket.write = ((...given: Parameters<typeof write>) => {
    if (!isCorked) {
      isCorked = true;
      socket.cork();
      process.nextTick(() => {
        isCorked = false;
        socket.uncork();
      });
    }
    return write(...given);
  }) as typeof write;
  return socket;
}
