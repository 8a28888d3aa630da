import { type QueryClient, useIsFetching, useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, use, useMemo, useState, useSyncExternalStore } from 'react';
import * as z from 'zod/mini';
import type { SortField } from '#contract/bugs/bugs.ts';
import { createViewBody, type View, type ViewColumn } from '#contract/bugs/views.ts';
import { formatNumber } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView, Direction } from '#web/lib/bugs/bug-field.ts';
import { fieldLabels } from '#web/lib/bugs/bug-labels.ts';
import { createNotifier } from '#web/lib/notifier.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { MarkedPerson } from '#web/lib/suspended-users.tsx';
import { Time } from '#web/ui/Time.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import { columnTexts } from './texts.ts';

/** A column of the list between the title and the actions. */
export interface ListColumn {
  readonly name: string;
  readonly label: string;
  readonly className: string;
  /** The default width in pixels. */
  readonly width: number;
  /** The sort field and its initial direction; absent if the server cannot sort by the column. */
  readonly sorts?: { readonly field: SortField; readonly first: Direction };
  /** Whether cards show its label. */
  readonly isLabelled?: boolean;
  /** The field that can be changed in the column's cells. */
  readonly field?: BugFieldView | undefined;
  Cell(props: { bug: Bug }): ReactNode;
}

/** The id of the text in a column's heading. */
export const columnId = (name: string): string => `column-${name}`;

/** A list's default columns. */
export function usualColumns(fields: readonly BugFieldView[]): readonly ListColumn[] {
  const ofFields = fields.flatMap((field): ListColumn[] => {
    const { name, label, column, sort, Value } = field;
    if (!column || !Value) return [];
    return [
      {
        ...column,
        name,
        label,
        ...(sort && { sorts: { field: name as SortField, first: sort.first } }),
        field,
        Cell: ({ bug }) => <Value value={bug[name]} />,
      },
    ];
  });
  return [...ofFields, createdBy, createdAt];
}

const createdBy: ListColumn = {
  name: 'createdBy',
  label: fieldLabels.createdBy,
  className: 'creator',
  width: 164,
  isLabelled: true,
  Cell: ({ bug }) => <MarkedPerson {...bug.createdBy} />,
};

const createdAt: ListColumn = {
  name: 'createdAt',
  label: fieldLabels.createdAt,
  className: 'created',
  width: 140,
  isLabelled: true,
  sorts: { field: 'createdAt', first: 'descending' },
  Cell: ({ bug }) => <Time value={bug.createdAt} format="date" />,
};

const others: readonly ListColumn[] = [
  {
    name: 'updatedAt',
    label: columnTexts.updatedAt,
    className: 'other',
    width: 140,
    sorts: { field: 'updatedAt', first: 'descending' },
    Cell: ({ bug }) => <Time value={bug.updatedAt} format="date" />,
  },
  {
    name: 'comments',
    label: columnTexts.comments,
    className: 'other',
    width: 108,
    Cell: ({ bug: { comments } }) => (comments === undefined ? null : formatNumber(comments)),
  },
];

/** All columns that can be chosen now. */
function offeredColumns(fields: readonly BugFieldView[], client: QueryClient): readonly ListColumn[] {
  const more = fields.flatMap((field) =>
    (field.moreColumns?.(client) ?? []).map((column): ListColumn => {
      const { Value, name } = field;
      const Cell = column.Cell ?? (({ bug }: { bug: Bug }) => Value && <Value value={bug[name]} />);
      return { ...column, className: 'other', field: column.Cell ? undefined : field, Cell };
    }),
  );
  return [...usualColumns(fields), ...more, ...others];
}

/** The chosen columns in their order, with their widths, without columns that no longer exist. */
export function chosenColumns(
  offered: readonly ListColumn[],
  chosen: readonly ViewColumn[],
): readonly ListColumn[] {
  return chosen.flatMap(({ name, width }) => {
    const column = offered.find((one) => one.name === name);
    return column ? [width === undefined ? column : { ...column, width }] : [];
  });
}

/**
 * The styles of a table with these columns: the widths for its rows' grids, and their sum. A row is never narrower than
 * this sum plus the title and the actions, so the table scrolls sideways if the columns do not fit.
 */
export function columnStyles(columns: readonly ListColumn[]): Readonly<Record<`--${string}`, string>> {
  const widths = columns.map(({ width }) => `${width}px`);
  return {
    '--columns': widths.join(' '),
    '--columns-width': `${widthOf(columns)}px`,
  };
}

const widthOf = (columns: readonly ListColumn[]) => columns.reduce((sum, { width }) => sum + width, 0);

/** How a list is shown. */
interface ListLayout {
  /** The columns between title and actions; null for the default columns. */
  readonly columns: View['columns'];
  /** The name of the field whose values rows are grouped by. */
  readonly group: string | null;
}

const usualLayout: ListLayout = { columns: null, group: null };

/** The shown list: its name in the browser's storage, and its own layout. */
interface ListIdentity {
  readonly key: string;
  readonly layout: ListLayout;
}

export const ListIdentityContext = createContext<ListIdentity>({ key: '', layout: usualLayout });

/** The stored part of a chosen layout; a chosen grouping is in the address. */
const stored = z.object({ columns: createViewBody.shape.columns });
const changed = createNotifier();
const storageKeyOf = (key: string) => `list-layout${key === '' ? '' : ` ${key}`}`;

/** For when the browser refuses storage: the choice then lasts as long as the page. */
const inMemory = new Map<string, string>();

function read(key: string): string | null {
  try {
    return localStorage.getItem(storageKeyOf(key));
  } catch {
    return inMemory.get(key) ?? null;
  }
}

function write(key: string, text: string | null): void {
  if (text === null) inMemory.delete(key);
  else inMemory.set(key, text);
  try {
    if (text === null) localStorage.removeItem(storageKeyOf(key));
    else localStorage.setItem(storageKeyOf(key), text);
  } catch {
    // The page stores it in memory.
  }
  changed.notify();
}

function parsed(text: string | null): Partial<ListLayout> | undefined {
  try {
    return stored.safeParse(JSON.parse(text ?? '')).data as Partial<ListLayout> | undefined;
  } catch {
    return undefined;
  }
}

export interface LayoutChoice {
  readonly layout: ListLayout;
  /** Whether it differs from the list's own layout. */
  readonly isChanged: boolean;
  /** Chooses a layout in this browser. */
  readonly choose: (change: Pick<ListLayout, 'columns'>) => void;
  /** Resets to the list's own layout. */
  readonly reset: () => void;
}

/** The layout of the current list: its own, or the one chosen in this browser. */
export function useListLayout(): LayoutChoice {
  const { key, layout: own } = use(ListIdentityContext);
  const text = useSyncExternalStore(changed.subscribe, () => read(key));
  return useMemo(() => {
    const layout: ListLayout = { ...own, ...parsed(text) };
    const isSame = (one: ListLayout) => JSON.stringify(one) === JSON.stringify({ ...usualLayout, ...own });
    return {
      layout,
      isChanged: !isSame({ ...usualLayout, ...layout }),
      choose(change) {
        const next = { ...usualLayout, ...layout, ...change };
        write(key, isSame(next) ? null : JSON.stringify({ columns: next.columns }));
      },
      reset: () => write(key, null),
    };
  }, [key, own, text]);
}

/** All columns that the list can have now. */
export function useOfferedColumns(): readonly ListColumn[] {
  const fields = useBugFields();
  const client = useQueryClient();
  // The fields that admins define may be loaded later.
  useIsFetching();
  const now = offeredColumns(fields, client);
  const [offered, setOffered] = useState(now);
  const keyOf = (columns: readonly ListColumn[]) =>
    JSON.stringify(columns.map(({ name, label }) => [name, label]));
  if (keyOf(now) === keyOf(offered)) return offered;
  setOffered(now);
  return now;
}

/** The columns between title and actions. Cards always have the default ones. */
export function useColumns({
  asCards,
  isPeeking,
}: {
  asCards: boolean;
  isPeeking: boolean;
}): readonly ListColumn[] {
  const fields = useBugFields();
  const offered = useOfferedColumns();
  const { columns: chosen } = useListLayout().layout;
  const hidden = useHidden(isPeeking);
  const all = useMemo(() => usualColumns(fields), [fields]);
  const usual = useMemo(() => all.filter(({ className }) => !hidden.includes(className)), [all, hidden]);
  const own = useMemo(() => chosen && chosenColumns(offered, chosen), [chosen, offered]);
  return asCards ? all : (own ?? usual);
}

/** The names of the default columns for which this window has no room, as one text. */
function useHidden(isPeeking: boolean): string {
  const isNarrow = useMediaQuery('(width < 1200px)');
  const isNarrower = useMediaQuery('(width < 900px)');
  const isNarrowest = useMediaQuery('(width < 780px)');
  if (isNarrowest) return 'creator created assignee';
  if (isNarrower || (isPeeking && !isNarrow)) return 'creator created';
  return isNarrow ? 'creator' : '';
}

/** The width in pixels that a list has for its chosen columns before it uses the whole window. */
const usualRoom = 1_000;

/** Whether the list has more columns than the page usually has room for. */
export function useHasManyColumns(): boolean {
  const offered = useOfferedColumns();
  const { columns } = useListLayout().layout;
  return columns !== null && widthOf(chosenColumns(offered, columns)) > usualRoom;
}
