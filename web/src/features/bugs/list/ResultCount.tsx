import { useState } from 'react';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { counted, formatNumber } from '#web/language/language.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import type { FilterProps } from '#web/lib/bugs/bug-field.ts';
import { fieldLabels, priorityLabels, statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { shortcutList } from '#web/lib/keyboard/keyboard-state.ts';
import { Button } from '#web/ui/Button.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { ButtonMenu } from '#web/ui/inputs/ButtonMenu.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { ColumnsButton } from '#web/features/bugs/columns/ColumnsButton.tsx';
import { useGroupings } from '#web/features/bugs/fields/grouping.ts';
import { useLayout } from './TableParts.tsx';
import { listTexts } from './texts.ts';
import { useListGroup } from './use-list-state.ts';
import styles from './ResultCount.module.css';

interface Props {
  /** How many match, in the server's form; undefined while that is loading. */
  total: string | undefined;
  narrowed: boolean;
  filter: BugFilter;
  onFilter: (change: Partial<BugFilter>) => void;
  onClear: () => void;
}

/**
 * The number of bugs, announced when it changes, and the button that clears the filters. Keeps its line while the number
 * is unknown.
 */
export function ResultCount({ total, narrowed, filter, onFilter, onClear }: Props) {
  return (
    <div className={styles.line}>
      <p className={styles.count} role="status" aria-live="polite">
        {total === undefined ? '\u00a0' : describe(total, narrowed)}
      </p>
      <SeveralValues filter={filter} onChange={onFilter} />
      {/* An empty list has its own button. */}
      {narrowed && total !== '0' && (
        <Button size="small" onClick={onClear}>
          {listTexts.clearFilters}
        </Button>
      )}
      <span className={styles.tools}>
        <ListTools />
      </span>
      <Button className={styles.keysButton} size="small" onClick={() => shortcutList.show(true)}>
        {listTexts.shortcuts}
      </Button>
    </div>
  );
}

function describe(total: string, narrowed: boolean): string {
  const count = Number.parseInt(total, 10);
  const bugs = total.endsWith('+') ? listTexts.atLeast(formatNumber(count)) : counted(count, listTexts.bug);
  return narrowed ? listTexts.found(bugs) : bugs;
}

/** The tools that change the list's layout. Cards have no columns. */
function ListTools() {
  const hasAdditions = useAdditions();
  const { asCards } = useLayout();
  if (!hasAdditions) return null;
  return (
    <>
      <GroupButton />
      {!asCards && <ColumnsButton />}
    </>
  );
}

/** Opens the menu of fields to group the rows by. */
function GroupButton() {
  const { field, choose } = useListGroup();
  const options = useGroupings().map(({ name, label }) => ({ value: name as string, label }));
  return (
    <ButtonMenu
      label={field ? listTexts.groupedBy(field.label) : listTexts.groupBy}
      isQuiet
      value={field?.name ?? ''}
      options={[{ value: '', label: listTexts.noGroups }, ...options]}
      onChoose={(name) => choose(name || null)}
    />
  );
}

const notResolved = statuses.filter((status) => status !== 'resolved').join(',');

const groups = [
  {
    name: 'status',
    label: fieldLabels.status,
    options: statuses.map((value) => ({ value, label: statusLabels[value] })),
  },
  {
    name: 'priority',
    label: fieldLabels.priority,
    options: priorities.toReversed().map((value) => ({ value, label: priorityLabels[value] })),
  },
] as const;

/** Filters the list by several statuses and priorities: the selects beside the search only offer one each. */
function SeveralValues({ filter, onChange }: FilterProps) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const isOffered = useAdditions();
  const isNotResolved = filter.status === notResolved;
  if (!isOffered) return null;
  return (
    <>
      <Button
        size="small"
        aria-pressed={isNotResolved}
        variant={isNotResolved ? 'outlined' : 'text'}
        onClick={() => onChange({ status: isNotResolved ? undefined : notResolved })}
      >
        {listTexts.notResolved}
      </Button>
      <Button
        size="small"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        endIcon={<ChevronIcon />}
      >
        {listTexts.severalValues}
      </Button>
      <Menu anchor={anchor} label={listTexts.severalValues} onClose={() => setAnchor(undefined)}>
        {groups.flatMap(({ name, label, options }) => [
          <li className={styles.heading} key={name} role="presentation">
            {label}
          </li>,
          ...options.map((option) => {
            const isChosen = valuesOf(filter[name]).includes(option.value);
            return (
              <MenuItem
                key={`${name} ${option.value}`}
                role="menuitemcheckbox"
                aria-checked={isChosen}
                onClick={() => onChange({ [name]: toggled(filter[name], option.value, options) })}
              >
                <input type="checkbox" checked={isChosen} readOnly inert />
                {option.label}
              </MenuItem>
            );
          }),
        ])}
      </Menu>
    </>
  );
}

function valuesOf(chosen: BugFilter['status']): readonly string[] {
  return chosen === undefined ? [] : chosen.split(',');
}

/** The filter with one value added or removed; undefined for none and for all, which select the same. */
function toggled(
  chosen: BugFilter['status'],
  value: string,
  options: readonly { value: string }[],
): string | undefined {
  const before = valuesOf(chosen);
  const after = options.flatMap((option) =>
    before.includes(option.value) === (option.value === value) ? [] : option.value,
  );
  return after.length === 0 || after.length === options.length ? undefined : after.join(',');
}
