import type { VersionState } from '#contract/classification/versions.ts';

interface VersionsTable {
  id: string;
  name: string;
  /** The folded name, which is unique; null if the version is deleted. */
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
  /** The versions in which bugs were seen. */
  bug_found_in: BugVersionsTable;
  /** The version in which each bug is fixed or planned to be fixed. */
  bug_fixed_in: BugVersionsTable;
}
