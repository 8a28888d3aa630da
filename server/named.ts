import type { AuditAction } from '#contract/admin/audit.ts';
import type { ChangeKind } from '#contract/live.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Message } from '#contract/messages.ts';
import { engineOf } from '#server/db/dialect.ts';
import type { Db, Tx } from '#server/db/schema.ts';
import { fieldError } from '#server/http/errors.ts';
import type { Call } from '#server/http/request-context.ts';

declare module '#server/events.ts' {
  interface DomainEvents {
    /** A definition by admins was created, changed or deleted. */
    'definition changed': object;
  }
}

/*
 * Definitions by admins for bugs, such as labels. Names are unique without regard to case, by a constraint on the folded
 * form. A deleted definition loses its folded name but keeps its row, as histories of bugs still name it.
 */

type Named = 'labels' | 'components' | 'versions';

/** How many there are. */
export async function countNamed(db: Db, table: Named): Promise<number> {
  const { count } = await db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number | string>().as('count'))
    .where('name_key', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Deletes a definition: lists no longer have it. */
export async function hideNamed(tx: Tx, table: Named, id: string): Promise<void> {
  await tx.updateTable(table).set({ name_key: null }).where('id', '=', id).execute();
}

/**
 * The ids in the order after one of them was moved before another, or to the end. @throws AppError 400 where there is no
 * other one
 */
export function movedBefore(
  all: readonly { readonly _id: string }[],
  { id, before, refusal }: { id: string; before: string | null; refusal: Message },
): string[] {
  const others = all.map(({ _id }) => _id).filter((other) => other !== id);
  const at = before === null ? others.length : others.indexOf(before);
  if (at === -1) throw fieldError('before', refusal);
  return others.toSpliced(at, 0, id);
}

/** Stores the order of rows of a table. */
export async function storeOrder(
  tx: Tx,
  table: 'versions' | 'custom_fields',
  ids: readonly string[],
): Promise<void> {
  for (const [position, id] of ids.entries())
    await tx
      .updateTable(table)
      .set({ position })
      .where('id', '=', id)
      .where('position', '!=', position)
      .execute();
}

/** Stores a named definition. @throws AppError 400 with `message` if the name is taken */
export async function withFreeName<T>(tx: Tx, message: Message, store: () => Promise<T>): Promise<T> {
  try {
    return await store();
  } catch (error) {
    if (engineOf(tx).failure(error) !== 'unique') throw error;
    throw fieldError('name', message);
  }
}

/** Applies the fields of an edit; `undefined` means no change. */
export function edited<T extends object>(before: T, edit: { readonly [K in keyof T]?: T[K] | undefined }): T {
  const given = Object.entries(edit).filter(([, value]) => value !== undefined);
  return { ...before, ...Object.fromEntries(given) };
}

/** The name, and the former one if it changed. */
export function nameChange(before: { name: string }, after: { name: string }): string {
  return after.name === before.name ? after.name : `${before.name} → ${after.name}`;
}

/** The changes of definitions of a kind: each is sent to all live streams, and has an entry in the audit trail. */
export function definitionChanges(kind: ChangeKind) {
  return (tx: Tx, emit: Call<Endpoint>['emit'], id: string, action: AuditAction, details: string): void => {
    emit(tx, {
      type: 'definition changed',
      changes: [{ kind, id, version: null }],
      audit: { action, details },
    });
  };
}
