import { nameKey } from '#contract/bugs/search.ts';
import type { Message } from '#contract/messages.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Db, Tx } from '#server/engine/schema.ts';
import { fieldError } from '#server/http/errors.ts';

/* Objects with names, which a constraint makes unique, except for the names of users. */

/** Stores something with a name. @throws AppError 400 with `message` if the name is taken */
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

interface Named {
  readonly _id: string;
  readonly name: string;
}

/** The maximum number of former names per object; beyond it, the oldest are deleted. */
const mostFormer = 1_000;

/** Stores the former name of a renamed object, so that queries with that name still find the object. */
export async function noteRename(tx: Tx, { _id: id, name }: Named, to: string, now: Date): Promise<void> {
  if (nameKey(name) === nameKey(to)) return;
  const until = now.toISOString();
  await tx
    .insertInto('former_names')
    .values({ target_id: id, name_key: nameKey(name), until })
    .onConflict((conflict) => conflict.columns(['target_id', 'name_key']).doUpdateSet({ until }))
    .execute();
  await tx
    .deleteFrom('former_names')
    .where('target_id', '=', id)
    .where('until', '<', ({ selectFrom }) =>
      selectFrom('former_names as last')
        .select('last.until')
        .where('last.target_id', '=', id)
        .orderBy('last.until', 'desc')
        .limit(1)
        .offset(mostFormer - 1),
    )
    .execute();
}

/** Selects former names, folded, with the ids of the objects that had them, latest first. */
export const formerNames = (db: Db) =>
  db
    .selectFrom('former_names')
    .select(['target_id as _id', 'name_key as name'])
    .orderBy('until', 'desc')
    .orderBy('target_id', 'desc');
