import { attachableFiles } from '#server/extensions/attachable-files.ts';
import type { StoredField } from '#server/extensions/bug-field.ts';
import {
  bugsWithFiles,
  filesOf,
  findFiles,
  hasNoFile,
  readFiles,
  storeFiles,
} from '#server/files/attached-files.ts';

/** The files of bugs. */
export const filesOfBugs: StoredField<'files'> = {
  name: 'files',
  select: (db) => filesOf(db, 'bug'),
  read: readFiles,
  lookUp: (tx, ids, { callerId, bugId }) =>
    attachableFiles(tx, ids, {
      callerId,
      owner: bugId === undefined ? undefined : { kind: 'bug', id: bugId },
    }),
  store(tx, bugId, { before = [], input, at }) {
    storeFiles(tx, { kind: 'bug', id: bugId }, { before, after: input, at });
  },
  querying: {
    where(_db, { kind }) {
      if (kind !== 'none') throw new Error(`There is no query for files by ${kind}`);
      return hasNoFile;
    },
    having: () => bugsWithFiles,
  },
  /** Omits files that have been deleted since. */
  async present(db, inputs) {
    const files = await findFiles(db, [...new Set(inputs.flat())]);
    const refs = new Map(files.map(({ ref }) => [ref._id, ref]));
    return inputs.map((ids) => ids.flatMap((id) => refs.get(id) ?? []));
  },
};
