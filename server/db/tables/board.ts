interface CardPositionsTable {
  bug_id: string;
  /** See rank.ts in the contract. */
  rank: number;
}

/** The tables of boards. */
export interface BoardTables {
  /** The ranks of bugs that were placed on boards. Other bugs have the rank of their number. */
  card_positions: CardPositionsTable;
}
