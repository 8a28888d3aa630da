import { useState } from 'react';
import { can } from '#contract/permissions.ts';
import { viewPermissions, type View, type ViewPlace } from '#contract/bugs/views.ts';
import { DeleteDialog } from '#web/lib/admin/dialogs.tsx';
import { OrderedTable, type Column } from '#web/lib/admin/tables.tsx';
import { texts as adminTexts } from '#web/lib/admin/texts.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { useUser } from '#web/lib/session/auth-context.ts';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { TextLink } from '#web/ui/links.tsx';
import { LoadingText } from '#web/ui/states/LoadingText.tsx';
import { Notice } from '#web/ui/states/Notice.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import { nameOf, useDeleteView, useOrderViews, useViews } from './data.ts';
import { texts } from './texts.ts';
import { pageTexts, ViewDialog } from './ViewDialog.tsx';

type Doing = { readonly is: 'edit' | 'delete'; readonly view: View };

const columns: readonly Column<View>[] = [
  {
    label: pageTexts.nameColumn,
    cell: (view) => (
      <TextLink to="/views/$id" params={{ id: view._id }} title={nameOf(view)}>
        {nameOf(view)}
      </TextLink>
    ),
  },
  { label: pageTexts.queryColumn, cell: ({ query }) => query, title: ({ query }) => query },
  { label: pageTexts.ownerColumn, width: 40, cell: ownerText, title: ownerText },
];

/** All views that the user sees, to pin and order them, and to change those that the user may. */
export function ViewsPage() {
  const user = useUser();
  const { data: views, error, refetch } = useViews();
  const [doing, setDoing] = useState<Doing>();
  const order = useOrderViews();
  const remove = useDeleteView();
  // The wanted order, shown from the press on until it is saved: a mutation reports its state only later.
  const [wanted, setWanted] = useState<ViewPlace[]>();
  const shown = views && wanted ? arranged(views, wanted) : views;

  async function arrange(next: readonly View[]) {
    const places = next.map(({ _id, isPinned }) => ({ _id, isPinned }));
    setWanted(places);
    try {
      await order.mutateAsync(places);
    } finally {
      setWanted((current) => (current === places ? undefined : current));
    }
  }
  const pin = (view: View) => {
    const next = shown?.map((one) => (one._id === view._id ? { ...one, isPinned: !one.isPinned } : one));
    // The page shows a failure.
    if (next) arrange(next).catch(() => undefined);
  };

  const pinBox = (view: View) => (
    <SelectBox label={pageTexts.pin(nameOf(view))} checked={view.isPinned} onChange={() => pin(view)} />
  );
  const actions = (view: View) => [
    { label: view.isPinned ? pageTexts.unpin : pageTexts.pinIt, act: () => pin(view) },
    ...(can(user, viewPermissions.change, view)
      ? [
          { label: adminTexts.edit, act: () => setDoing({ is: 'edit', view }) },
          { label: adminTexts.delete, act: () => setDoing({ is: 'delete', view }) },
        ]
      : []),
  ];
  return (
    <Page title={texts.views} tabTitle={texts.views}>
      <p>{pageTexts.lead}</p>
      {order.error && <Notice title={pageTexts.orderFailed} text={reasonOf(order.error)} />}
      {!shown && !error && <LoadingText />}
      {error && <ErrorState title={texts.failed} text={reasonOf(error)} onRetry={() => void refetch()} />}
      {shown && (
        <OrderedTable
          items={shown}
          columns={[...columns, { label: pageTexts.pinColumn, width: 28, cell: pinBox }]}
          actions={actions}
          nameOf={nameOf}
          onMove={({ items }) => arrange(items)}
        />
      )}
      {doing?.is === 'edit' && (
        <ViewDialog content={undefined} view={doing.view} onClose={() => setDoing(undefined)} />
      )}
      {doing?.is === 'delete' && (
        <DeleteDialog
          item={doing.view}
          texts={pageTexts}
          mutation={remove}
          onClose={() => setDoing(undefined)}
        />
      )}
    </Page>
  );
}

function ownerText({ owner, isShared }: View): string {
  if (!owner) return pageTexts.everyone;
  return isShared ? pageTexts.shared(owner.name) : owner.name;
}

/** The views in another order, with other pins. */
function arranged(
  views: readonly View[],
  places: readonly { readonly _id: string; readonly isPinned: boolean }[],
): readonly View[] {
  return places.flatMap(({ _id, isPinned }) => {
    const view = views.find((one) => one._id === _id);
    return view ? [{ ...view, isPinned }] : [];
  });
}
