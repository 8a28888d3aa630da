import { sql } from 'kysely';
import { engineOf } from '#server/engine/dialect.ts';
import type { Tx } from '#server/engine/schema.ts';

/** Duplicates, a limited number, and the bug at the end of their chain; by their ids. */
interface Carried {
  readonly origins: readonly string[];
  readonly target: string;
}

/** Data of a feature that duplicates carry over to the bug that they lead to. Marks are set one at a time. */
export interface CarryOver {
  /** Adds the origins' own data to the target, unless it has the same already. */
  carry(tx: Tx, carried: Carried, at: string): Promise<void>;
  /** Removes the data that the target has only because of the origins. */
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
