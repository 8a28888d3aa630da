import type { Version, VersionState } from '#contract/classification/versions.ts';
import type { ManagedTableProps } from '#web/lib/admin/ManagedPage.tsx';
import type { Column } from '#web/lib/admin/ManagedTable.tsx';
import { OrderedTable } from '#web/lib/admin/OrderedTable.tsx';
import { texts as shared } from '#web/lib/admin/texts.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Day } from '#web/features/versions/Day.tsx';
import { useMoveVersion, useUpdateVersion } from '#web/features/versions/mutations.ts';
import { texts } from '#web/features/versions/texts.ts';
import { adminTexts } from './texts.ts';

const columns: readonly Column<Version>[] = [
  {
    label: adminTexts.version,
    cell: ({ _id: id, name }) => (
      <TextLink to="/versions/$id" params={{ id }} title={name}>
        {name}
      </TextLink>
    ),
  },
  { label: adminTexts.state, width: 30, cell: ({ state }) => texts.states[state] },
  {
    label: adminTexts.date,
    width: 28,
    cell: ({ date }) => (date === null ? undefined : <Day value={date} />),
  },
  {
    label: shared.description,
    cell: ({ description }) => description,
    title: ({ description }) => description,
  },
];

/** All versions in their order. */
export function VersionTable({ items, onDo }: ManagedTableProps<Version>) {
  const update = useUpdateVersion();
  const move = useMoveVersion();
  const actions = (item: Version) => {
    const to = (state: VersionState) => () => update.mutate({ id: item._id, body: { state } });
    return [
      { label: shared.edit, act: () => onDo({ is: 'edit', item }) },
      ...(item.state === 'planned' ? [{ label: adminTexts.release, act: to('released') }] : []),
      item.state === 'archived'
        ? { label: shared.restore, act: to('released') }
        : { label: shared.archive, act: to('archived') },
      { label: shared.delete, act: () => onDo({ is: 'delete', item }) },
    ];
  };
  return (
    <>
      {update.error && <Notice title={adminTexts.saveFailed} text={reasonOf(update.error)} />}
      {move.error && <Notice title={adminTexts.moveFailed} text={reasonOf(move.error)} />}
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
