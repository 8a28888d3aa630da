import { hash } from 'node:crypto';
import type { Compilable, CompiledQuery } from 'kysely';
import { type Engine, engineOf } from './dialect.ts';
import type { Db, Tx } from './schema.ts';

/** Stands in a statement for a value that comes with each run. */
class Value {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Names a parameter of the statement; its type is that of the value. */
export type ValueOf<V> = <K extends keyof V & string>(name: K) => V[K];

/** A statement with a name is prepared once on each connection of an engine whose driver can. */
export type NamedQuery<R = unknown> = CompiledQuery<R> & { readonly name?: string };

interface Options<S> {
  /** Whether a plan that is made without the values is as good as one that is made for them. By default it is. */
  hasOnePlan?: (shape: S) => boolean;
}

type Run<D, V, R, S> = (db: D, values: V, ...shape: S extends undefined ? [] : [shape: S]) => Promise<R[]>;

/**
 * Makes a statement that is built and compiled once for each engine and shape, which takes longer than to run it.
 * `build` may look at the shape alone: what differs from run to run has to be one of the values, by its name.
 */
export function compiled<V extends object, R, S = undefined>(
  build: (db: Db, value: ValueOf<V>, shape: S) => Compilable<R>,
  options: Options<S> = {},
): Run<Db, V, R, S> {
  return compiledFor(build, options);
}

/** The same for a statement that writes. */
export function compiledWrite<V extends object, R = unknown, S = undefined>(
  build: (tx: Tx, value: ValueOf<V>, shape: S) => Compilable<R>,
): Run<Tx, V, R, S> {
  return compiledFor(build, {});
}

function compiledFor<D extends Db, V extends object, R, S>(
  build: (db: D, value: ValueOf<V>, shape: S) => Compilable<R>,
  { hasOnePlan = () => true }: Options<S>,
): Run<D, V, R, S> {
  const known = new WeakMap<Engine, Map<string, NamedQuery<R>>>();

  function compile(db: D, shape: S): NamedQuery<R> {
    const statement = build(db, ((name) => new Value(name)) as ValueOf<V>, shape).compile();
    return hasOnePlan(shape) ? { ...statement, name: hash('sha256', statement.sql, 'base64url') } : statement;
  }

  function statementFor(db: D, shape: S): NamedQuery<R> {
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
