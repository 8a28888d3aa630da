import type { Tx } from '#server/db/schema.ts';

/** Bugs that lead, as duplicates, to others; their ids. The target is the bug at the end of the chain alone, and a limit bounds the origins. */
interface Carried {
  readonly origins: readonly string[];
  readonly targets: readonly string[];
}

/** Data of a feature at duplicates that is also at the bugs that they lead to. Marks are set one at a time. */
export interface CarryOver {
  /** Lets the targets have what the origins have of their own, as far as it is not there. */
  carry(tx: Tx, carried: Carried, at: string): Promise<void>;
  /** Removes from the targets what is there only because of the origins. */
  takeBack(tx: Tx, carried: Carried): Promise<void>;
}
