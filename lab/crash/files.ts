import { hash } from 'node:crypto';
import type { FileRef } from '#contract/conversation/files.ts';
import type { Db } from '#server/engine/schema.ts';
import { FileStore } from '#server/files/file-store.ts';
import { proveContents } from '#server/files/transfer.ts';
import type { Fault, Ledger } from './ledger.ts';

/** A file with the comment that has it, if any. */
export interface StoredFile extends Pick<FileRef, '_id' | 'name' | 'sha256'> {
  readonly commentId: string | undefined;
}

/** A file as it was read, and whether its content exists and matches its hash. */
export interface FoundFile extends StoredFile {
  readonly isWhole: boolean;
}

/** The files of a database whose contents are in a folder. */
export async function readFiles(db: Db, folder: string): Promise<FoundFile[]> {
  const rows = await db.selectFrom('files').selectAll().execute();
  const contents = rows.map(({ sha256, size }) => ({ sha256, size, isNeeded: true }));
  const { whole } = await proveContents(contents, new FileStore(folder), () => {});
  const proven = new Set(whole.map(({ sha256 }) => sha256));
  return rows.map((row) => ({
    _id: row.id,
    name: row.name,
    sha256: row.sha256,
    commentId: row.loose_since === null ? (row.comment_id ?? undefined) : undefined,
    isWhole: proven.has(row.sha256),
  }));
}

/** A form as a browser sends it. */
export function formOf({ name, content }: { name: string; content: string }): FormData {
  const form = new FormData();
  form.append('file', new Blob([content]), name);
  return form;
}

/** Files that were uploaded without a response, by their names, which are unique. */
export function settleUpload(
  ledger: Ledger,
  files: readonly FoundFile[],
  { name, content }: { name: string; content: string },
): Fault[] {
  const made = files.filter((file) => file.name === name);
  for (const { isWhole: _, ...file } of made) ledger.uploaded(file);
  if (made.length > 1) return [{ kind: 'doubled', what: `uploaded ${made.length} times: ${name}` }];
  const wrong = made.filter(({ sha256 }) => sha256 !== hash('sha256', content));
  return wrong.map(() => ({ kind: 'half done', what: `uploaded, but not as it was sent: ${name}` }));
}

/** The expected state of a file, as one text: a deleted comment has none. */
export function expectedFiles({ files, comments }: Ledger): string[] {
  return [...files.values()].map((file) => {
    const isThere = file.commentId !== undefined && (comments.get(file.commentId)?.body ?? '') !== '';
    return fileSummary({ ...file, commentId: isThere ? file.commentId : undefined });
  });
}

/** A file without its content, as one text. */
export function fileSummary({ _id, name, sha256, commentId }: StoredFile): string {
  return `${_id} ${name} ${sha256} of ${commentId ?? 'nothing'}`;
}
