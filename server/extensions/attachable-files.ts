import type { FileRef } from '#contract/conversation/file-field.ts';
import { fileMessages } from '#contract/conversation/files.ts';
import type { LookedUp } from './bug-field.ts';
import { type Owner, type StoredFile, findFilesToAttach } from '#server/files/attached-files.ts';
import type { Tx } from '#server/engine/schema.ts';
import { fieldError } from '#server/http/errors.ts';

/** The user who attaches files, and what they are attached to; `owner` is undefined for a new bug or comment. */
interface Attaching {
  readonly callerId: string;
  readonly owner: Owner | undefined;
}

/**
 * Looks up the files for a bug or comment. An unattached file can be attached by the user who uploaded it, and by
 * everyone to its last owner, so that an edit that removed it can be undone.
 */
export async function attachableFiles(
  tx: Tx,
  ids: readonly string[],
  { callerId, owner }: Attaching,
): Promise<LookedUp<string[], FileRef[]>> {
  const found = await findFilesToAttach(tx, ids);
  const files = new Map(found.map((file) => [file.ref._id, file]));
  const wasHere = ({ bugId, commentId }: StoredFile) =>
    (owner?.kind === 'bug' ? bugId : commentId) === owner?.id;
  const isAttachable = (id: string) => {
    const file = files.get(id);
    return file?.isAttached === false && (file.ref.createdBy._id === callerId || wasHere(file));
  };
  return {
    decide(before = []) {
      if (ids.some((id) => !before.includes(id) && !isAttachable(id)))
        throw fieldError('files', fileMessages.notAttachable());
      return [...ids];
    },
    valueOf: (input) => input.flatMap((id) => files.get(id)?.ref ?? []),
  };
}
