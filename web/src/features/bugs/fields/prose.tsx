import { bugFields, maxDescription } from '#contract/bugs/bug-fields.ts';
import { use } from 'react';
import type { BugFieldView, EditorProps } from '#web/lib/bugs/bug-field.ts';
import { fieldLabels } from '#web/lib/bugs/bug-labels.ts';
import { FilesEditor, FormFilesContext } from '#web/lib/files/FilesEditor.tsx';
import { MentionEditor, peopleOf } from '#web/lib/text-editor/MentionEditor.tsx';
import { countTasks } from '#web/ui/markdown/tick.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { fieldTexts } from './texts.ts';

const asItIs = (text: string) => text;

export const title: BugFieldView<'title'> = {
  name: 'title',
  label: fieldLabels.title,
  initial: '',
  text: asItIs,
  toValue: asItIs,
  inAddress: { name: 'title', read: (text) => bugFields.title.input.safeParse(text).data },
  Editor: ({ bug: _, onChange, ...input }) => (
    <TextInput {...input} onChange={({ target }) => onChange(target.value)} autoComplete="off" />
  ),
  isWide: true,
  sort: { first: 'ascending', ...fieldTexts.titleSort },
};

export const description: BugFieldView<'description'> = {
  name: 'description',
  label: fieldLabels.description,
  initial: '',
  text: asItIs,
  // Ticking a task is its only edit without the form.
  brief(text) {
    const { done, all } = countTasks(text);
    return fieldTexts.tasks(done, all);
  },
  toValue: asItIs,
  inAddress: { name: 'description', read: (text) => bugFields.description.input.safeParse(text).data },
  Editor: DescriptionEditor,
  isWide: true,
};

function DescriptionEditor({ bug, ...input }: EditorProps<'description'>) {
  const files = use(FormFilesContext);
  const editor = { ...input, first: bug ? peopleOf(bug) : [], minRows: 8, max: maxDescription };
  return files ? <FilesEditor {...editor} {...files} /> : <MentionEditor {...editor} />;
}
