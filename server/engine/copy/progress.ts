/** The progress of work on a whole database: `done` of `total` rows written or read, or indices created. */
export interface Progress {
  doing: 'Copying' | 'Saving' | 'Reading' | 'Restoring' | 'Indexing' | 'Checking';
  /** The name of the table or the index. */
  what: string;
  done: number;
  total: number;
}

export type Report = (progress: Progress) => void;
