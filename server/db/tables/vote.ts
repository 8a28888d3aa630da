/** Users affected by a bug. */
interface BugVotesTable {
  bug_id: string;
  user_id: string;
  /** Empty if not given. */
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
