interface CardPositionsTable {
  bug_id: string;
  /** See rank.ts in the contract. */
  rank: number;
}

/** The tables of boards. */
export interface BoardTables {
  /** The places of bugs that were placed; others stand at their number. */
  card_positions: CardPositionsTable;
}
