import type { Label } from '#contract/classification/labels.ts';
import type { ManagedTableProps } from '#web/lib/admin/ManagedPage.tsx';
import { type Column, ManagedTable } from '#web/lib/admin/ManagedTable.tsx';
import { texts } from '#web/lib/admin/texts.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { byName } from '#web/lib/names.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { LabelChip } from '#web/features/labels/LabelChips.tsx';
import { useUpdateLabel } from '#web/features/labels/mutations.ts';
import { pageTexts } from './texts.ts';

/** The actions on a label. */
export type Kind = 'edit' | 'merge' | 'delete';

const columns: readonly Column<Label>[] = [
  {
    label: pageTexts.label,
    cell: (label) => (
      <span>
        <LabelChip label={label} />
      </span>
    ),
  },
  {
    label: texts.description,
    cell: ({ description }) => description,
    title: ({ description }) => description,
  },
  {
    label: texts.status,
    width: 28,
    cell: ({ archived }) => (archived ? texts.archived : texts.active),
  },
];

/** All labels by name. */
export function LabelTable({ items, onDo }: ManagedTableProps<Label, Kind>) {
  const update = useUpdateLabel();
  const actions = (item: Label) => [
    { label: texts.edit, act: () => onDo({ is: 'edit', item }) },
    ...(items.length > 1 ? [{ label: pageTexts.merge, act: () => onDo({ is: 'merge', item }) }] : []),
    {
      label: item.archived ? texts.restore : texts.archive,
      act: () => update.mutate({ id: item._id, body: { archived: !item.archived } }),
    },
    { label: texts.delete, act: () => onDo({ is: 'delete', item }) },
  ];
  return (
    <>
      {update.error && <Notice title={pageTexts.saveFailed} text={reasonOf(update.error)} />}
      <ManagedTable items={items.toSorted(byName)} columns={columns} actions={actions} />
    </>
  );
}
