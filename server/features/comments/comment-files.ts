import type { Comment } from '#contract/conversation/comments.ts';
import type { FileRef } from '#contract/conversation/file-field.ts';
import { attachableFiles } from '#server/extensions/attachable-files.ts';
import { storeFiles } from '#server/files/attached-files.ts';
import type { Tx } from '#server/engine/schema.ts';

/** The files of an edited comment; the present ones if the edit has no `files`. @throws AppError 400 */
export async function filesAfter(
  tx: Tx,
  callerId: string,
  { _id: id, files }: Comment,
  ids: string[] | undefined,
): Promise<FileRef[]> {
  if (ids === undefined) return files;
  const found = await attachableFiles(tx, ids, { callerId, owner: { kind: 'comment', id } });
  return found.valueOf(found.decide(idsOf(files)));
}

export function idsOf(files: readonly FileRef[]): string[] {
  return files.map(({ _id }) => _id);
}

/** Replaces the files of the comment, before the commit. */
export function changeFiles(
  tx: Tx,
  id: string,
  { before, after, at }: { before: readonly FileRef[]; after: readonly FileRef[]; at: string },
): void {
  storeFiles(tx, { kind: 'comment', id }, { before: idsOf(before), after: idsOf(after), at });
}
