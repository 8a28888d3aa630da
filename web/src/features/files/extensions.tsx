import { isolated } from '#contract/conversation/isolated.ts';
import type { FileRef } from '#contract/conversation/file-field.ts';
import { listed } from '#web/language/language.ts';
import type { BugFieldView } from '#web/lib/bugs/bug-field.ts';
import type { Extensions } from '#web/lib/extensions.ts';
import { fileQuery } from '#web/lib/files/file.ts';
import { texts } from './texts.ts';
import { FieldMessage } from '#web/ui/inputs/Field.tsx';

export const filesView: BugFieldView<'files'> = {
  name: 'files',
  label: texts.files,
  initial: [],
  text: (files) => (files.length === 0 ? texts.none : namesOf(files)),
  toValue: (ids, { client, bug }) =>
    ids.flatMap(
      (id) => bug.files.find(({ _id }) => _id === id) ?? client.getQueryData(fileQuery(id).queryKey) ?? [],
    ),
  changeText(from, to) {
    const added = namesOf(without(to, from));
    const removed = namesOf(without(from, to));
    if (added === '' && removed === '') return texts.reordered;
    if (removed === '') return texts.added(added);
    return added === '' ? texts.removed(removed) : texts.addedAndRemoved(added, removed);
  },
  // They are edited in the description's editor.
  Editor: ({ error }) => error && <FieldMessage error>{error}</FieldMessage>,
  isWide: true,
};

function namesOf(files: readonly FileRef[]): string {
  return listed(files.map(({ name }) => isolated(name)));
}

function without(files: readonly FileRef[], others: readonly FileRef[]): readonly FileRef[] {
  return files.filter(({ _id }) => !others.some((other) => other._id === _id));
}

/** The files of bugs. Texts show and edit them. */
export const filesExtensions: Extensions = {
  bugFields: [filesView],
};
