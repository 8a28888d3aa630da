import { useId } from 'react';
import type { Sort } from '#contract/bugs/bugs.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { BugFieldView } from '#web/lib/bugs/bug-field.ts';
import { useBugFields } from '#web/lib/extensions.ts';
import { Button } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/Popover.tsx';
import { SelectBox } from '#web/ui/inputs/SelectBox.tsx';
import { SelectInput } from '#web/ui/inputs/SelectInput.tsx';
import { ColumnChoice } from '#web/features/bugs/columns/ColumnChoice.tsx';
import { chooseDensity, useDensity } from '#web/features/bugs/columns/density.ts';
import { defaultSort } from '#web/features/bugs/data/order.ts';
import { useGroupings } from '#web/features/bugs/fields/grouping.ts';
import { useLayout } from './TableParts.tsx';
import { listTexts } from './texts.ts';
import { useListGroup } from './use-list-state.ts';
import styles from './DisplayMenu.module.css';

export interface OrderProps {
  sort: Sort | undefined;
  onSort: (sort: Sort | undefined) => void;
}

interface Props extends OrderProps {
  anchor: HTMLElement;
  onClose: () => void;
}

const sorts = [defaultSort, 'createdAt', '-updatedAt', 'updatedAt'] as const satisfies readonly Sort[];

/** The orders by name. */
function sortOptions(fields: readonly BugFieldView[]) {
  const named = fields.flatMap(({ name, sort }) => {
    if (!sort) return [];
    const both = [
      { value: name, label: sort.ascending },
      { value: `-${name}`, label: sort.descending },
    ];
    return sort.first === 'ascending' ? both : both.toReversed();
  });
  return [...sorts.map((value) => ({ value, label: listTexts.sorts[value] })), ...named];
}

/** Chooses groups, order, height and columns of the rows. Cards have neither columns nor another height. */
export function DisplayMenu({ anchor, sort, onSort, onClose }: Props) {
  const heading = useId();
  const fields = useBugFields();
  const density = useDensity();
  const { asCards } = useLayout();
  const hasAdditions = useAdditions();
  return (
    <Popover anchor={anchor} align="end" onClose={onClose} aria-labelledby={heading}>
      <div className={styles.frame}>
        <h2 id={heading}>{listTexts.display}</h2>
        {hasAdditions && <Grouping />}
        <SelectInput
          label={listTexts.order}
          options={sortOptions(fields)}
          value={sort ?? defaultSort}
          onChange={(value) => onSort(value === defaultSort ? undefined : (value as Sort))}
        />
        {!asCards && (
          <>
            <SelectBox
              label={listTexts.compact}
              isLabelShown
              checked={density === 'compact'}
              onChange={(isCompact) => chooseDensity(isCompact ? 'compact' : 'normal')}
            />
            {hasAdditions && <ColumnChoice />}
          </>
        )}
        <footer>
          <Button size="small" variant="outlined" onClick={onClose}>
            {listTexts.done}
          </Button>
        </footer>
      </div>
    </Popover>
  );
}

/** The field to group the rows by. */
function Grouping() {
  const { field, choose } = useListGroup();
  const options = useGroupings().map(({ name, label }) => ({ value: name as string, label }));
  return (
    <SelectInput
      label={listTexts.groupBy}
      options={[{ value: '', label: listTexts.noGroups }, ...options]}
      value={field?.name ?? ''}
      shown={field?.label}
      onChange={(name) => choose(name || null)}
    />
  );
}
