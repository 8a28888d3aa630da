import Button from '@mui/material/Button';
import { useQuery, type UseQueryOptions } from '@tanstack/react-query';
import { type ComponentType, useState } from 'react';
import type { Permission } from '#contract/permissions.ts';
import { reasonOf } from '#web/lib/api/api-error.ts';
import { failureOf } from '#web/lib/api/failure-of.ts';
import { EmptyState } from '#web/ui/states/EmptyState.tsx';
import { ErrorState } from '#web/ui/states/ErrorState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { TableSkeleton } from '#web/ui/states/TableSkeleton.tsx';
import { ForbiddenPage, Permitted, useRefused } from './Permitted.tsx';
import { SectionLinks } from './SectionLinks.tsx';

/** The current action, and its item. */
interface Doing<Item, Kind extends string = 'edit' | 'delete'> {
  readonly is: Kind | 'edit';
  /** Undefined for a new one. */
  readonly item: Item | undefined;
}

/** The table of a page. */
export interface ManagedTableProps<Item, Kind extends string = 'edit' | 'delete'> {
  items: readonly Item[];
  onDo: (doing: Doing<Item, Kind>) => void;
}

/** The dialogs of a page; only the current action's dialog is shown. */
export interface ManagedDialogProps<Item, Kind extends string = 'edit' | 'delete'> {
  doing: Doing<Item, Kind>;
  items: readonly Item[];
  onClose: () => void;
}

interface Props<Item, Kind extends string> {
  permission: Permission;
  /** All items. */
  query: UseQueryOptions<Item[]>;
  texts: { readonly title: string; readonly create: string; readonly empty: string; readonly failed: string };
  Table: ComponentType<ManagedTableProps<Item, Kind>>;
  Dialogs: ComponentType<ManagedDialogProps<Item, Kind>>;
}

/** An admin page with a short list, such as labels: its table, and dialogs to change it. */
export function ManagedPage<Item, Kind extends string>({ permission, ...page }: Props<Item, Kind>) {
  return (
    <Permitted to={permission}>
      <Managed {...page} />
    </Permitted>
  );
}

function Managed<Item, Kind extends string>(props: Omit<Props<Item, Kind>, 'permission'>) {
  const { query, texts, Table, Dialogs } = props;
  const list = useQuery(query);
  const error = failureOf(list);
  const [doing, setDoing] = useState<Doing<Item, Kind>>();
  if (useRefused(error)) return <ForbiddenPage />;
  const { data: items } = list;
  const create = (
    <Button variant="contained" onClick={() => setDoing({ is: 'edit', item: undefined })}>
      {texts.create}
    </Button>
  );
  return (
    <Page title={texts.title} tabTitle={texts.title} actions={create}>
      <SectionLinks />
      {error && (
        <ErrorState title={texts.failed} text={reasonOf(error)} onRetry={() => void list.refetch()} />
      )}
      {!items && !error && <TableSkeleton />}
      {items?.length === 0 && <EmptyState text={texts.empty} />}
      {items && items.length > 0 && <Table items={items} onDo={setDoing} />}
      {doing && <Dialogs doing={doing} items={items ?? []} onClose={() => setDoing(undefined)} />}
    </Page>
  );
}
