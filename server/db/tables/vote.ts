/** Who has a bug, too. */
interface BugVotesTable {
  bug_id: string;
  user_id: string;
  /** Empty where nothing is said of it. */
  environment: string;
  at: string;
}

/** The duplicates whose votes count at another bug. */
interface CarriedVotesTable {
  target_id: string;
  origin_id: string;
}

export interface VoteTables {
  bug_votes: BugVotesTable;
  carried_votes: CarriedVotesTable;
}
