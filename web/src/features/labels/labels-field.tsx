import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type LabelRef, maxLabels } from '#contract/classification/label-field.ts';
import type { BugFieldView, EditorProps } from '#web/lib/bugs/bug-field.ts';
import { BulkLabels } from './BulkLabels.tsx';
import { LabelChips, RowLabels } from './LabelChips.tsx';
import { LabelFilter } from './LabelFilter.tsx';
import { LabelInput } from './LabelInput.tsx';
import { byName, isSameName } from '#web/lib/names.ts';
import { labelsQuery } from './queries.ts';
import { QuickLabels } from './QuickLabels.tsx';
import { texts } from './texts.ts';
import { useLabels } from './use-labels.ts';

export const labelsView: BugFieldView<'labels'> = {
  name: 'labels',
  label: texts.labels,
  initial: [],
  Shown: WhereOffered,
  text: (labels) => (labels.length === 0 ? texts.none : namesOf(labels)),
  toValue: (ids, { client, bug }) => ids.map((id) => labelOf(id, client, bug.labels)),
  inAddress: { name: 'label', read: labelsInAddress },
  Value: LabelChips,
  moreColumns: (client) =>
    client.getQueryData(labelsQuery.queryKey)?.length
      ? [
          {
            name: 'labels',
            label: texts.labels,
            width: 180,
            Cell: ({ bug: { labels } }) => <RowLabels value={labels} />,
          },
        ]
      : [],
  inRow: (labels) => (labels.length === 0 ? null : <RowLabels value={labels} />),
  changeText: (from, to) => {
    const added = namesOf(without(to, from));
    const removed = namesOf(without(from, to));
    if (removed === '') return texts.added(added);
    return added === '' ? texts.removed(removed) : texts.addedAndRemoved(added, removed);
  },
  Editor: LabelsEditor,
  isWide: true,
  Quick: QuickLabels,
  Bulk: BulkLabels,
  Filter: LabelFilter,
  named: (client) => client.getQueryData(labelsQuery.queryKey) ?? [],
  filterText: ({ label }, client) =>
    label === undefined || label === 'none'
      ? label && texts.noLabel
      : label
          .split(',')
          .map((id) => labelOf(id, client, []).name)
          .join(', '),
};

function namesOf(labels: readonly LabelRef[]): string {
  return labels
    .toSorted(byName)
    .map(({ name }) => name)
    .join(', ');
}

function without(labels: readonly LabelRef[], others: readonly LabelRef[]): readonly LabelRef[] {
  return labels.filter(({ _id }) => !others.some((other) => other._id === _id));
}

function labelOf(id: string, client: QueryClient, ofBug: readonly LabelRef[]): LabelRef {
  const known = [...(client.getQueryData(labelsQuery.queryKey) ?? []), ...ofBug];
  return known.find(({ _id }) => _id === id) ?? { _id: id, name: texts.unknown, color: 'grey' };
}

/** The ids or names of labels that bugs can get, separated by commas. */
async function labelsInAddress(
  text: string,
  { client }: { client: QueryClient },
): Promise<string[] | undefined> {
  const labels = await client.query(labelsQuery);
  const meant = text.split(',').map((part) => {
    const isMeant = ({ _id, name }: LabelRef) => _id === part.trim() || isSameName(name, part);
    return labels.find((label) => !label.archived && isMeant(label))?._id;
  });
  const ids = [...new Set(meant.filter((id) => id !== undefined))].toSorted();
  return meant.includes(undefined) || ids.length > maxLabels.ofBug ? undefined : ids;
}

/** The field is shown if there are labels, or the user can create one. */
function WhereOffered({ children }: { children: ReactNode }) {
  return useLabels().isOffered && children;
}

function LabelsEditor({ value, onChange, bug, name: _, ...input }: EditorProps<'labels'>) {
  const { labels, isOffered } = useLabels();
  if (!isOffered) return null;
  const known: readonly LabelRef[] = [...labels, ...(bug?.labels ?? [])];
  return (
    <LabelInput
      {...input}
      value={value.map(
        (id) => known.find(({ _id }) => _id === id) ?? { _id: id, name: texts.unknown, color: 'grey' },
      )}
      onChange={(chosen) => onChange(chosen.map(({ _id }) => _id).toSorted())}
    />
  );
}
