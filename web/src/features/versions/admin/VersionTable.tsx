import { useState } from 'react';
import type { Version, VersionState } from '#contract/sorting/versions.ts';
import { formatNumber } from '#web/language/language.ts';
import type { ManagedTableProps } from '#web/lib/admin/ManagedPage.tsx';
import { type Column, ManagedTable } from '#web/lib/admin/ManagedTable.tsx';
import { OrderButtons } from '#web/lib/admin/OrderButtons.tsx';
import { texts as shared } from '#web/lib/admin/texts.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { TextLink } from '#web/ui/links.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
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
  const [moved, setMoved] = useState('');
  const update = useUpdateVersion();
  const move = useMoveVersion();
  function moveTo({ _id: id, name }: Version, place: number) {
    const before = items.filter(({ _id }) => _id !== id)[place]?._id ?? null;
    const onSuccess = () => setMoved(shared.moved(name, formatNumber(place + 1)));
    move.mutate({ id, before }, { onSuccess });
  }
  const orderButtons = (version: Version, at: number) => (
    <OrderButtons
      name={version.name}
      at={at}
      count={items.length}
      isBusy={move.isPending}
      onMove={(place) => moveTo(version, place)}
    />
  );
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
      <VisuallyHidden role="status">{moved}</VisuallyHidden>
      <ManagedTable
        items={items}
        columns={[...columns, { label: shared.order, width: 28, cell: orderButtons }]}
        actions={actions}
      />
    </>
  );
}
