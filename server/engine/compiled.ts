import { hash } from 'node:crypto';
import type { Compilable, CompiledQuery } from 'kysely';
import { type Engine, engineOf } from './dialect.ts';
import type { Db, Tx } from './schema.ts';

/** The placeholder in a statement for a value that differs from run to run. */
class Value {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Returns a placeholder for the named value, typed as that value. */
export type ValueOf<V> = <K extends keyof V & string>(name: K) => V[K];

/** With a name, the statement is prepared once on each connection, if the driver supports that. */
export type NamedQuery<R = unknown> = CompiledQuery<R> & { readonly name?: string };

const placeholder = (name: string) => new Value(name);

interface Options<S> {
  /** Whether a generic plan is as good as one for the actual values. Default: yes. */
  hasOnePlan?: (shape: S) => boolean;
  /** Whether the statement is built for each run, because there are too many shapes to cache. Default: no. */
  isOneOff?: (shape: S) => boolean;
}

type Run<D, V, R, S> = (db: D, values: V, ...shape: S extends undefined ? [] : [shape: S]) => Promise<R[]>;

/**
 * Creates a statement that is built and compiled once per engine and shape, because building it takes longer than
 * running it. Only for statements that run with each request, upload or comment, or with each bug that is read, listed,
 * filed or edited; others are plain Kysely. `build` may depend only on the shape; anything that differs from run to run
 * must be a named value.
 */
export function compiled<V extends object, R, S = undefined>(
  build: (db: Db, value: ValueOf<V>, shape: S) => Compilable<R>,
  options: Options<S> = {},
): Run<Db, V, R, S> {
  return compiledFor(build, options);
}

/** Like `compiled`, for a statement that writes. */
export function compiledWrite<V extends object, R = unknown, S = undefined>(
  build: (tx: Tx, value: ValueOf<V>, shape: S) => Compilable<R>,
): Run<Tx, V, R, S> {
  return compiledFor(build, {});
}

/**
 * The maximum number of rows per insert statement: a separate statement is built and prepared for each number of rows.
 */
const maxRows = 32;

/** Returns a function that inserts any number of rows with the same columns. `build` receives rows of placeholders. */
export function compiledRows<Row extends object>(
  build: (tx: Tx, rows: readonly Row[]) => Compilable,
): (tx: Tx, rows: readonly Row[]) => Promise<void> {
  const insert = compiledWrite<Record<string, unknown>, unknown, { columns: string[]; rows: number }>(
    (tx, value, { columns, rows }) => {
      const rowOf = (row: number) => columns.map((column) => [column, value(`${column} ${row}`)]);
      return build(
        tx,
        Array.from({ length: rows }, (_, row) => Object.fromEntries(rowOf(row)) as Row),
      );
    },
  );
  return async (tx, rows) => {
    const sent = [];
    for (let first = 0; first < rows.length; first += maxRows) {
      const some = rows.slice(first, first + maxRows);
      const values = some.flatMap((row, i) =>
        Object.entries(row).map(([column, of]: [string, unknown]) => [`${column} ${i}`, of] as const),
      );
      const shape = { columns: Object.keys(some[0] ?? {}), rows: some.length };
      sent.push(insert(tx, Object.fromEntries(values), shape));
    }
    await Promise.all(sent);
  };
}

function compiledFor<D extends Db, V extends object, R, S>(
  build: (db: D, value: ValueOf<V>, shape: S) => Compilable<R>,
  { hasOnePlan = () => true, isOneOff = () => false }: Options<S>,
): Run<D, V, R, S> {
  const known = new WeakMap<Engine, Map<string, NamedQuery<R>>>();

  function compile(db: D, shape: S): NamedQuery<R> {
    const statement = build(db, placeholder as ValueOf<V>, shape).compile();
    return hasOnePlan(shape) ? { ...statement, name: hash('sha256', statement.sql, 'base64url') } : statement;
  }

  function statementFor(db: D, shape: S): NamedQuery<R> {
    if (isOneOff(shape)) return build(db, placeholder as ValueOf<V>, shape).compile();
    const engine = engineOf(db);
    const byShape = known.get(engine) ?? new Map<string, NamedQuery<R>>();
    known.set(engine, byShape);
    const key = JSON.stringify(shape) ?? '';
    const statement = byShape.get(key) ?? compile(db, shape);
    byShape.set(key, statement);
    return statement;
  }

  return async (db, values, ...[shape]) => {
    const statement = statementFor(db, shape as S);
    const parameters = statement.parameters.map((parameter) =>
      parameter instanceof Value ? values[parameter.name as keyof V] : parameter,
    );
    const { rows } = await db.getExecutor().executeQuery<R>({ ...statement, parameters });
    return rows;
  };
}
