interface FilesTable {
  id: string;
  /** The hex hash of the content, which is its name in the store. */
  sha256: string;
  name: string;
  size: number;
  /** The media type, detected from the content. */
  type: string;
  width: number | null;
  height: number | null;
  created_by: string;
  created_at: string;
  /** The bug or comment that has or had it; both null for an upload, and for a file whose bug is deleted. */
  bug_id: string | null;
  comment_id: string | null;
  /** Its place among the files of the bug or comment. */
  position: number;
  /** When it was detached; null while a bug or comment has it. */
  loose_since: string | null;
  /** When its uploader deleted it; it counts towards the quota until the clean-up job deletes the row. */
  deleted_at: string | null;
}

/** The total size of each user's files, in bytes. */
interface FileUsageTable {
  user_id: string;
  bytes: number;
}

/** The folder with the contents: its `id` file has the same id. */
interface FileFoldersTable {
  id: string;
}

/** The tables of files. */
export interface FileTables {
  files: FilesTable;
  file_usage: FileUsageTable;
  file_folders: FileFoldersTable;
}
