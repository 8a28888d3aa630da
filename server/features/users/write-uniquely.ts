import { engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';
import type { RequestContext } from '#server/http/request-context.ts';
import { emailTaken } from '#server/features/users/email/email-changes.ts';

/** The only unique constraint that a user can violate is that of the address. */
export async function writeUniquely<T>(
  { db, write }: Pick<RequestContext, 'db' | 'write'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  try {
    return await write(work);
  } catch (error) {
    throw engineOf(db).failure(error) === 'unique' ? emailTaken() : error;
  }
}
