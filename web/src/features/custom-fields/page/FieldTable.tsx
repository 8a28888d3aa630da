import type { CustomField } from '#contract/classification/custom-fields.ts';
import type { ManagedTableProps } from '#web/lib/admin/ManagedPage.tsx';
import type { Column } from '#web/lib/admin/ManagedTable.tsx';
import { OrderedTable } from '#web/lib/admin/OrderedTable.tsx';
import { texts as shared } from '#web/lib/admin/texts.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { useMoveField, useUpdateField } from '#web/features/custom-fields/mutations.ts';
import { pageTexts } from './texts.ts';

function optionsText({ options }: CustomField): string {
  return options.flatMap(({ name, archived }) => (archived ? [] : [name])).join(', ');
}

const columns: readonly Column<CustomField>[] = [
  { label: pageTexts.field, cell: ({ name }) => name, title: ({ name }) => name },
  { label: pageTexts.kind, width: 30, cell: ({ kind }) => pageTexts.kinds[kind] },
  { label: pageTexts.options, cell: optionsText, title: optionsText },
  {
    label: pageTexts.required,
    width: 32,
    cell: ({ isRequired }) => (isRequired ? pageTexts.isRequired : pageTexts.isOptional),
  },
  {
    label: shared.status,
    width: 26,
    cell: ({ archived }) => (archived ? shared.archived : shared.active),
  },
];

/** All fields in their order. */
export function FieldTable({ items, onDo }: ManagedTableProps<CustomField>) {
  const update = useUpdateField();
  const move = useMoveField();
  const actions = (item: CustomField) => [
    { label: shared.edit, act: () => onDo({ is: 'edit', item }) },
    {
      label: item.archived ? shared.restore : shared.archive,
      act: () => update.mutate({ id: item._id, body: { archived: !item.archived } }),
    },
  ];
  return (
    <>
      {update.error && <Notice title={pageTexts.saveFailed} text={reasonOf(update.error)} />}
      {move.error && <Notice title={pageTexts.moveFailed} text={reasonOf(move.error)} />}
      <OrderedTable
        items={items}
        columns={columns}
        actions={actions}
        nameOf={({ name }) => name}
        onMove={({ item, before }) => move.mutateAsync({ id: item._id, before })}
      />
    </>
  );
}
