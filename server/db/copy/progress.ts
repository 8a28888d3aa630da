/** How far a piece of work on a whole database is: `done` of `total` rows are written or read, or indices made. */
export interface Progress {
  doing: 'Copying' | 'Saving' | 'Reading' | 'Restoring' | 'Indexing' | 'Checking';
  /** The name of the table or the index. */
  what: string;
  done: number;
  total: number;
}

export type Report = (progress: Progress) => void;
