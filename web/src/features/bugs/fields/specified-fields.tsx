import { use } from 'react';
import {
  bugFields,
  maxDescription,
  priorities,
  type Priority,
  type Status,
  statuses,
} from '#contract/bugs/bug-fields.ts';
import type { BugFieldView, BulkProps, ChoiceProps, EditorProps } from '#web/lib/bugs/bug-field.ts';
import { fieldLabels, priorityLabels, statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { FilesEditor, FormFilesContext } from '#web/lib/files/FilesEditor.tsx';
import { MentionEditor, peopleOf } from '#web/lib/text-editor/MentionEditor.tsx';
import { PriorityChip, StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { countTasks } from '#web/ui/markdown/tick.ts';
import { TextInput } from '#web/ui/inputs/TextInput.tsx';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { ChoiceMenu } from '#web/ui/inputs/ChoiceMenu.tsx';
import { type Option, SelectInput } from '#web/ui/inputs/SelectInput.tsx';
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

type ChoiceName = 'status' | 'priority';
type Options<Value> = readonly (Option & { readonly value: Value })[];

const statusOptions = statuses.map((value) => ({ value, label: statusLabels[value] }));

const statusGroups = statusOptions.map(({ value: key, label }) => ({ key, label }));

/** Highest priority first. */
const priorityOptions = priorities.toReversed().map((value) => ({ value, label: priorityLabels[value] }));

export const status: BugFieldView<'status'> = {
  ...choiceView<'status', Status>('status', statusOptions, fieldTexts.setStatus),
  initial: 'open',
  Value: ({ value }) => <StatusChip status={value} />,
  filter: { parameter: 'status', label: fieldLabels.status, useOptions: () => statusOptions },
  filterText: ({ status: chosen }) => chosen && labelsOf(statusOptions, chosen),
  group: {
    keyOf: (value) => value,
    useGroups: () => statusGroups,
    useHasMore: () => false,
  },
  column: { className: 'status', width: 124 },
  sort: { first: 'ascending', ...fieldTexts.statusSort },
};

export const priority: BugFieldView<'priority'> = {
  ...choiceView<'priority', Priority>('priority', priorityOptions, fieldTexts.setPriority),
  initial: 'medium',
  Value: ({ value }) => <PriorityChip priority={value} />,
  filter: { parameter: 'priority', label: fieldLabels.priority, useOptions: () => priorityOptions },
  filterText: ({ priority: chosen }) => chosen && labelsOf(priorityOptions, chosen),
  column: { className: 'priority', width: 108 },
  sort: { first: 'descending', ...fieldTexts.prioritySort },
};

/** The common part of fields with a few values. */
function choiceView<Name extends ChoiceName, Value extends string>(
  name: Name,
  options: Options<Value>,
  bulkLabel: string,
) {
  const label = fieldLabels[name];
  const chosen = (value: string) => options.find((option) => option.value === value);
  return {
    name,
    label,
    text: (value: Value) => chosen(value)?.label ?? value,
    toValue: (input: Value) => input,
    inAddress: { name, read: (text: string) => options.find(({ value }) => value === text)?.value },
    Editor: ({ bug: _, onChange, ...input }: Omit<EditorProps<Name>, 'value' | 'onChange'> & Held<Value>) => (
      <SelectInput {...input} options={options} onChange={(value) => onChange(value as Value)} />
    ),
    Choice: ({ onChange, ...menu }: Omit<ChoiceProps<Name>, 'value' | 'onChange'> & Held<Value>) => (
      <ChoiceMenu {...menu} options={options} onChoose={(value) => onChange(value as Value)} />
    ),
    Bulk: ({
      onChange,
    }: Pick<BulkProps, 'bugs'> & { onChange: (change: (input: Value) => Value) => void }) => (
      <ButtonMenu label={bulkLabel} options={options} onChoose={(value) => onChange(() => value as Value)} />
    ),
  };
}

interface Held<Value> {
  value: Value;
  onChange(value: Value): void;
}

/** The labels of values that are separated by commas. */
function labelsOf(options: Options<string>, values: string): string {
  const chosen = values.split(',');
  return options.flatMap(({ value, label }) => (chosen.includes(value) ? label : [])).join(', ');
}
