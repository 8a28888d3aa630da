import { useState } from 'react';
import { priorities, statuses } from '#contract/bugs/bug-fields.ts';
import { useAdditions } from '#web/lib/api/back-end.ts';
import type { BugFilter } from '#web/lib/api/specified.ts';
import type { FilterProps } from '#web/lib/bugs/bug-field.ts';
import { fieldLabels, priorityLabels, statusLabels } from '#web/lib/bugs/bug-labels.ts';
import { Button } from '#web/ui/Button.tsx';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { listTexts } from './texts.ts';
import styles from './SeveralValues.module.css';

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
export function SeveralValues({ filter, onChange }: FilterProps) {
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
      <Button size="small" aria-haspopup="menu" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        {listTexts.severalValues}
        <ChevronIcon />
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
