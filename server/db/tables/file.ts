interface FilesTable {
  id: string;
  /** The hash of the content in hexadecimal, which is its name in the store. */
  sha256: string;
  name: string;
  size: number;
  /** The media type, by the content. */
  type: string;
  width: number | null;
  height: number | null;
  created_by: string;
  created_at: string;
  /** The bug or the comment that has or had it; neither of an upload, and of a file whose bug is deleted. */
  bug_id: string | null;
  comment_id: string | null;
  /** Its place among the files of the bug or comment. */
  position: number;
  /** Since when it is not attached; null while a bug or a comment has it. */
  loose_since: string | null;
  /** When its sender deleted it; it counts for the quota until the clean-up job deletes the row. */
  deleted_at: string | null;
}

/** How many bytes the files of a user have. */
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
