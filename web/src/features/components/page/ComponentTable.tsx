import { styled } from '@mui/material/styles';
import type { Component } from '#contract/classification/components.ts';
import { useUpdateComponent } from '#web/features/components/mutations.ts';
import type { ManagedTableProps } from '#web/lib/admin/ManagedPage.tsx';
import { type Column, ManagedTable } from '#web/lib/admin/ManagedTable.tsx';
import { texts } from '#web/lib/admin/texts.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { byName } from '#web/lib/names.ts';
import { Notice } from '#web/ui/states/Notice.tsx';
import { PersonName } from '#web/ui/PersonName.tsx';
import { pageTexts } from './texts.ts';

const Name = styled('span')(({ theme }) => ({ fontWeight: theme.typography.fontWeightMedium }));

const columns: readonly Column<Component>[] = [
  { label: pageTexts.component, cell: ({ name }) => <Name>{name}</Name>, title: ({ name }) => name },
  {
    label: texts.description,
    cell: ({ description }) => description,
    title: ({ description }) => description,
  },
  { label: pageTexts.owner, cell: ({ owner }) => owner && <PersonName id={owner._id} name={owner.name} /> },
  {
    label: pageTexts.template,
    width: 28,
    cell: ({ template }) => (template === '' ? '' : pageTexts.hasTemplate),
  },
  {
    label: texts.status,
    width: 28,
    cell: ({ archived }) => (archived ? texts.archived : texts.active),
  },
];

/** All components by name. */
export function ComponentTable({ items, onDo }: ManagedTableProps<Component>) {
  const update = useUpdateComponent();
  const actions = (item: Component) => [
    { label: texts.edit, act: () => onDo({ is: 'edit', item }) },
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
