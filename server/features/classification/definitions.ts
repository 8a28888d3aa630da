import { type RawBuilder, sql } from 'kysely';
import type { AuditAction } from '#contract/admin/audit.ts';
import { nameKey } from '#contract/bugs/search.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ChangeKind } from '#contract/index.ts';
import type { Message } from '#contract/messages.ts';
import { engineOf } from '#server/engine/dialect.ts';
import { newId } from '#server/engine/id.ts';
import type { Db, Schema, Tx } from '#server/engine/schema.ts';
import { AppError, fieldError } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';
import { noteRename, withFreeName } from '#server/named.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    /** A definition by admins was created, changed or deleted. */
    'definition changed': object;
  }
}

/*
 * Definitions by admins for bugs, such as labels. Names are unique regardless of case, by a constraint on the folded
 * form. A deleted definition loses its folded name but keeps its row, because histories of bugs still name it.
 */

interface Definition {
  readonly _id: string;
  readonly name: string;
}

/** A definition without its id and position. */
type New<D extends Definition> = Omit<D, '_id' | 'position'> & { readonly name: string };

type OrderedTable = 'versions' | 'custom_fields';
type Table = 'labels' | 'components' | OrderedTable;

/** The columns that only this table has. */
type Columns<T extends Table> = T extends Table
  ? Omit<Schema[T], 'id' | 'name' | 'name_key' | 'position' | 'merged_into'>
  : never;

/** A kind of definition: how it differs from the others. */
export interface Kind<D extends Definition, T extends Table = Table> {
  readonly table: T;
  /** Its name in the audit trail. */
  readonly noun: 'label' | 'component' | 'version' | 'field';
  readonly live: ChangeKind;
  readonly refusals: { notFound(): Message; nameTaken(): Message };
  /** Lists all definitions that are not deleted, in their order. */
  list(db: Db): Promise<D[]>;
  /** `now` is the time of archiving. */
  columns(definition: New<D>, now: string): Columns<T>;
  /** The position of a new definition, if admins order them. */
  readonly place?: RawBuilder<number>;
  /** The change in the audit trail. Default: the names. */
  changeText?(before: D, after: D): string;
}

/** A kind whose number is limited, and whose definitions can be deleted. */
export interface DeletableKind<D extends Definition, T extends Table = Table> extends Kind<D, T> {
  readonly noun: 'label' | 'component' | 'version';
  readonly most: number;
  readonly refusals: Kind<D>['refusals'] & { tooMany(values: { max: number }): Message };
  /** Removes a deleted definition from its bugs, or refuses the deletion. @throws AppError 409 */
  detach(tx: Tx, id: string): Promise<void>;
}

/** A kind that admins order. */
export interface OrderedKind<D extends Definition, T extends OrderedTable = OrderedTable> extends Kind<D, T> {
  readonly refusals: Kind<D>['refusals'] & { notAnother(): Message };
}

type Managing = Pick<Call<Endpoint>, 'emit' | 'now'>;

/** All definitions of a kind; no other transaction changes them until this one ends. */
export async function hold<D extends Definition>(tx: Tx, { table, list }: Kind<D>): Promise<D[]> {
  if (engineOf(tx).transactionsOverlap)
    await sql`lock table ${sql.table(table)} in share row exclusive mode`.execute(tx);
  return list(tx);
}

/** The definition with this id. @throws AppError 404 */
export function found<D extends Definition>({ refusals }: Kind<D>, all: readonly D[], id: string): D {
  const definition = all.find(({ _id }) => _id === id);
  if (!definition) throw new AppError('not_found', refusals.notFound());
  return definition;
}

/** Answers a repeated request that has created a definition. */
export function repetitionOf<D extends Definition>(kind: Kind<D>) {
  const again = async ({ db }: { db: Db }, id: string) => found(kind, await kind.list(db), id);
  return { repetition: { again } };
}

/** @throws AppError 400 for a taken name, and if there are too many */
export async function create<D extends Definition>(
  tx: Tx,
  call: Managing,
  kind: DeletableKind<D>,
  definition: New<D>,
): Promise<D> {
  if ((await hold(tx, kind)).length >= kind.most)
    throw fieldError('name', kind.refusals.tooMany({ max: kind.most }));
  const id = await insert(tx, call, kind, definition);
  return found(kind, await kind.list(tx), id);
}

/** Stores a new definition, and returns its id. @throws AppError 400 for a taken name */
export async function insert<D extends Definition>(
  tx: Tx,
  call: Managing,
  kind: Kind<D>,
  definition: New<D>,
): Promise<string> {
  const id = newId();
  const row = { id, ...columnsOf(kind, definition, call), ...(kind.place && { position: kind.place }) };
  await withFreeName(tx, kind.refusals.nameTaken(), () => tx.insertInto(kind.table).values(row).execute());
  const { name } = definition;
  announce(tx, call.emit, { kind: kind.live, id }, { action: `${kind.noun} created`, details: name });
  return id;
}

/** Changes a definition to what `change` returns. @throws AppError 404, or 400 for a taken name */
export async function update<D extends Definition>(
  tx: Tx,
  call: Managing,
  kind: Kind<D>,
  id: string,
  change: (before: D, all: readonly D[]) => D | Promise<D>,
): Promise<D> {
  const all = await hold(tx, kind);
  const before = found(kind, all, id);
  const after = await change(before, all);
  await store(tx, call, kind, after);
  await noteRename(tx, before, after.name, call.now());
  const details = kind.changeText?.(before, after) ?? nameChange(before, after);
  announce(tx, call.emit, { kind: kind.live, id }, { action: `${kind.noun} changed`, details });
  return found(kind, await kind.list(tx), id);
}

/** Stores all columns of a definition except its position. @throws AppError 400 for a taken name */
export async function store<D extends Definition>(
  tx: Tx,
  call: Managing,
  kind: Kind<D>,
  definition: D,
): Promise<void> {
  const row = columnsOf(kind, definition, call);
  await withFreeName(tx, kind.refusals.nameTaken(), () =>
    tx.updateTable(kind.table).set(row).where('id', '=', definition._id).execute(),
  );
}

function columnsOf<D extends Definition>(kind: Kind<D>, definition: New<D>, { now }: Managing) {
  const { name } = definition;
  return { name, name_key: nameKey(name), ...kind.columns(definition, now().toISOString()) };
}

/** Moves a definition before another one, or to the end. @throws AppError 404, or 400 if there is no such other one */
export async function move<D extends Definition>(
  tx: Tx,
  { emit }: Managing,
  kind: OrderedKind<D>,
  id: string,
  before: string | null,
): Promise<D[]> {
  const all = await hold(tx, kind);
  const { name } = found(kind, all, id);
  const others = all.map(({ _id }) => _id).filter((other) => other !== id);
  const at = before === null ? others.length : others.indexOf(before);
  if (at === -1) throw fieldError('before', kind.refusals.notAnother());
  const places = others.toSpliced(at, 0, id).map((one, position) => ({ one, position }));
  // In the order of ids, in which filings lock them.
  for (const { one, position } of places.toSorted((a, b) => (a.one < b.one ? -1 : 1)))
    await tx
      .updateTable(kind.table)
      .set({ position })
      .where('id', '=', one)
      .where('position', '!=', position)
      .execute();
  announce(tx, emit, { kind: kind.live, id }, { action: `${kind.noun} changed`, details: name });
  return kind.list(tx);
}

/** Deletes a definition: lists no longer show it. @throws AppError 404, or 409 if it cannot be removed from bugs */
export async function remove<D extends Definition>(
  tx: Tx,
  { emit }: Managing,
  kind: DeletableKind<D>,
  id: string,
): Promise<void> {
  const { name } = found(kind, await hold(tx, kind), id);
  // Waits for transactions that file bugs with it, before `detach` looks for such bugs.
  await tx.updateTable(kind.table).set({ name_key: null }).where('id', '=', id).execute();
  await kind.detach(tx, id);
  announce(tx, emit, { kind: kind.live, id }, { action: `${kind.noun} deleted`, details: name });
}

/** Sends a change to all live streams, and adds it to the audit trail. */
export function announce(
  tx: Tx,
  emit: Managing['emit'],
  changed: { kind: ChangeKind; id: string },
  audit: { action: AuditAction; details: string },
): void {
  emit(tx, { type: 'definition changed', changes: [{ ...changed, version: null }], audit });
}

/** The name, preceded by the former one if it changed. */
export function nameChange(before: Definition, after: Definition): string {
  return after.name === before.name ? after.name : `${before.name} → ${after.name}`;
}
