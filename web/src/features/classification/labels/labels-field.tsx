import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type LabelRef, maxLabels } from '#contract/classification/label-field.ts';
import { labels, useLabels } from '#web/features/classification/data.ts';
import {
  AnyOfKind,
  BulkMany,
  changeText,
  columnIfAny,
  definitionOf,
  filterText,
  namesOf,
  viewOf,
} from '#web/features/classification/definition-fields.tsx';
import { labelTexts, texts } from '#web/features/classification/texts.ts';
import type { BugFieldView, EditorProps } from '#web/lib/bugs/bug-field.ts';
import { isSameName } from '#web/lib/names.ts';
import { LabelChips, RowLabels } from './LabelChips.tsx';
import { LabelInput } from './LabelInput.tsx';
import { QuickLabels } from './QuickLabels.tsx';

export const labelsView: BugFieldView<'labels'> = {
  ...viewOf(labels),
  name: 'labels',
  label: labelTexts.title,
  initial: [],
  Shown: WhereOffered,
  text: (value) => (value.length === 0 ? texts.none : namesOf(labels, value)),
  toValue: (ids, { client, bug }) =>
    ids.map((id) => definitionOf(labels, client, id, bug.labels) ?? unknownLabel(id)),
  inAddress: { name: 'label', read: labelsInAddress },
  Value: LabelChips,
  moreColumns: columnIfAny(labels, {
    name: 'labels',
    label: labelTexts.title,
    width: 180,
    Cell: ({ bug }) => <RowLabels value={bug.labels} />,
  }),
  inRow: (value) => (value.length === 0 ? null : <RowLabels value={value} />),
  changeText: changeText(labels, labelTexts),
  Editor: LabelsEditor,
  isWide: true,
  Quick: QuickLabels,
  Bulk: ({ bugs, onChange }) => (
    <BulkMany
      kind={labels}
      texts={labelTexts}
      present={bugs.flatMap((bug) => bug.labels)}
      onChange={onChange}
    />
  ),
  Filter: (props) => (
    <AnyOfKind {...props} kind={labels} name="label" label={labelTexts.title} texts={labelTexts} />
  ),
  filterText: ({ label }, client) => filterText(labels, client, label, labelTexts),
};

function unknownLabel(id: string): LabelRef {
  return { _id: id, name: labelTexts.unknown, color: 'grey' };
}

/** The ids or names of labels that bugs can get, separated by commas. */
async function labelsInAddress(
  text: string,
  { client }: { client: QueryClient },
): Promise<string[] | undefined> {
  const all = await client.query(labels.query);
  const meant = text.split(',').map((part) => {
    const isMeant = ({ _id, name }: LabelRef) => _id === part.trim() || isSameName(name, part);
    return all.find((label) => !label.archived && isMeant(label))?._id;
  });
  const ids = [...new Set(meant.filter((id) => id !== undefined))].toSorted();
  return meant.includes(undefined) || ids.length > maxLabels.ofBug ? undefined : ids;
}

/** The field is shown if there are labels, or the user can create one. */
function WhereOffered({ children }: { children: ReactNode }) {
  return useLabels().isOffered && children;
}

function LabelsEditor({ value, onChange, bug, name: _, ...input }: EditorProps<'labels'>) {
  const { all, isOffered } = useLabels();
  if (!isOffered) return null;
  const known: readonly LabelRef[] = [...all, ...(bug?.labels ?? [])];
  return (
    <LabelInput
      {...input}
      value={value.map((id) => known.find(({ _id }) => _id === id) ?? unknownLabel(id))}
      onChange={(chosen) => onChange(chosen.map(({ _id }) => _id).toSorted())}
    />
  );
}
