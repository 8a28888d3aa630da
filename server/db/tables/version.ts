import type { VersionState } from '#contract/classification/versions.ts';

interface VersionsTable {
  id: string;
  name: string;
  /** The name in the form in which it is unique; null where the version is deleted. */
  name_key: string | null;
  description: string;
  state: VersionState;
  /** As in 2026-11-21. */
  day: string | null;
  /** Versions are sorted by these numbers. */
  position: number;
}

interface BugVersionsTable {
  bug_id: string;
  version_id: string;
}

/** The tables of versions. */
export interface VersionTables {
  versions: VersionsTable;
  /** The versions that bugs were seen in. */
  bug_found_in: BugVersionsTable;
  /** The version that each bug is fixed in, or is to be. */
  bug_fixed_in: BugVersionsTable;
}
