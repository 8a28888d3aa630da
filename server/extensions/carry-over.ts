import { sql } from 'kysely';
import { engineOf } from '#server/db/dialect.ts';
import type { Tx } from '#server/db/schema.ts';

/** Duplicates, a limited number, and the bug at the end of their chain; by their ids. */
interface Carried {
  readonly origins: readonly string[];
  readonly target: string;
}

/** Data of a feature at duplicates that is also at the bug that they lead to. Marks are set one at a time. */
export interface CarryOver {
  /** Lets the target have what the origins have of their own, as far as it is not there. */
  carry(tx: Tx, carried: Carried, at: string): Promise<void>;
  /** Removes from the target what is there only because of the origins. */
  takeBack(tx: Tx, carried: Carried): Promise<void>;
}

/** The ids as statements of a `CarryOver` use them. */
export function carriedIds(tx: Tx, { origins, target }: Carried) {
  const { isAmong, types } = engineOf(tx);
  return {
    target: sql`cast(${target} as ${types.uuid})`,
    isOrigin: (column: string) => isAmong(column, JSON.stringify(origins), 'uuid'),
  };
}
