import type { QueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { SortField } from '#contract/bugs/bugs.ts';
import type { ViewColumn } from '#contract/bugs/views.ts';
import { formatNumber } from '#web/language/language.ts';
import type { Bug } from '#web/lib/api/specified.ts';
import type { BugFieldView, Direction } from '#web/lib/bugs/bug-field.ts';
import { fieldLabels } from '#web/lib/bugs/bug-labels.ts';
import { PersonName } from '#web/ui/PersonName.tsx';
import { Time } from '#web/ui/Time.tsx';
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
  /** The field that a row changes here. */
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
  Cell: ({ bug: { createdBy: user } }) => <PersonName id={user._id} name={user.name} />,
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
export function offeredColumns(fields: readonly BugFieldView[], client: QueryClient): readonly ListColumn[] {
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

/** The minimum width of the title and the width of the actions, in pixels. */
const reserved = { title: 240, actions: 116 };

/** The leading columns that fit beside the title. */
export function fittingColumns(columns: readonly ListColumn[], room: number): readonly ListColumn[] {
  let left = room - reserved.title - reserved.actions;
  const end = columns.findIndex(({ width }) => (left -= width) < 0);
  return end === -1 ? columns : columns.slice(0, end);
}
