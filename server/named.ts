import type { Message } from '#contract/messages.ts';
import { engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';
import { fieldError } from '#server/http/errors.ts';

/* What users name: names are unique, by a constraint. */

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
