import type { Sort } from '#contract/bugs/bugs.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import { fieldLabels } from '#web/lib/bugs/bug-labels.ts';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import { ColumnEdge, ColumnHeading } from '#web/features/bugs/columns/ColumnHeading.tsx';
import type { ListColumn } from '#web/features/bugs/columns/columns.tsx';
import { AboveCards, InCorner } from './TableParts.tsx';
import { listTexts } from './texts.ts';

const titleColumn = {
  label: fieldLabels.title,
  className: 'title',
  sorts: { field: 'title', first: 'ascending' },
} as const;
const actionsColumn = { label: listTexts.actions, className: 'actions' };

interface Props {
  columns: readonly ListColumn[];
  asCards: boolean;
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

/** The row of headings. With cards, it is for screen readers only. */
export function TableHeading({ columns, asCards, sort, onSort }: Props) {
  const hasAdditions = useAdditions();
  const sorting = { sort, onSort: asCards ? undefined : onSort };
  return (
    <thead role="rowgroup">
      <tr role="row" aria-rowindex={1}>
        <ColumnHeading column={titleColumn} {...sorting} />
        {columns.map((column) => (
          <ColumnHeading
            key={column.name}
            edge={!asCards && hasAdditions && <ColumnEdge column={column} columns={columns} />}
            column={column}
            {...sorting}
          />
        ))}
        <ColumnHeading column={actionsColumn} sort={sort} onSort={undefined} />
      </tr>
    </thead>
  );
}

/**
 * The checkbox for all rows: above cards, otherwise over the corner of the heading. Inside the heading, it would become
 * part of the first column's name.
 */
export function SelectAll({
  asCards,
  ...box
}: { asCards: boolean } & React.ComponentProps<typeof SelectBox>) {
  const Place = asCards ? AboveCards : InCorner;
  return (
    <Place>
      <SelectBox {...box} isLabelShown={asCards} />
    </Place>
  );
}
