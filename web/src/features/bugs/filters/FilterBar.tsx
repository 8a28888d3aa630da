import { type KeyboardEvent, useRef, useState } from 'react';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { useShortcuts } from '#web/lib/keyboard/keyboard.ts';
import { Button, IconButton } from '#web/ui/Button.tsx';
import { strokeIcon } from '#web/ui/Icon.tsx';
import { CloseIcon } from '#web/ui/icons.tsx';
import { filterTexts } from './texts.ts';
import type { Filters, ShownFilter } from './use-filters.ts';
import styles from './filters.module.css';

const FilterMenu = openable(async () => (await import('./FilterMenu.tsx')).FilterMenu);

const FilterIcon = strokeIcon('M4 6.500h16M7.500 12h9M10.500 17.500h3');

interface ButtonProps {
  filters: Filters;
}

/** Opens the menu of filters. */
export function FilterButton({ filters }: ButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const [anchor, setAnchor] = useState<HTMLElement>();
  useShortcuts({
    f() {
      button.current?.focus();
      button.current?.click();
    },
    n: filters.toggleNotResolved,
  });
  return (
    <>
      <Button
        ref={button}
        variant="outlined"
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        startIcon={<FilterIcon />}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
        data-filter
      >
        {filterTexts.filter}
      </Button>
      {anchor && (
        <FilterMenu anchor={anchor} filters={filters} only={undefined} onClose={() => setAnchor(undefined)} />
      )}
    </>
  );
}

interface ChipsProps {
  filters: Filters;
  /** Whether their line is reserved before they appear, because filters in a query become known later. */
  isReserved: boolean;
}

/** A chip for each filter that no select shows. It opens its values; Backspace and Delete remove it. */
export function FilterChips({ filters, isReserved }: ChipsProps) {
  const [open, setOpen] = useState<{ readonly key: string; readonly anchor: HTMLElement }>();
  const line = useRef<HTMLDivElement>(null);
  // A chip that loses its last value stays until its menu is closed.
  const chips = filters.all.filter(
    ({ key, text, isInSelect }) => (text !== undefined && !isInSelect) || key === open?.key,
  );
  if (chips.length === 0 && !isReserved) return null;

  function focusChip(at: number) {
    const buttons = line.current?.querySelectorAll<HTMLElement>('[data-chip]');
    const next = buttons?.[at] ?? buttons?.[at - 1] ?? filterButton();
    next?.focus();
  }
  function remove(chip: ShownFilter) {
    const at = chips.indexOf(chip);
    // Moves the focus before the chip that has it disappears.
    focusChip(at + 1 < chips.length ? at + 1 : at - 1);
    chip.clear();
  }
  function onKeyDown({ key, ctrlKey, metaKey, altKey }: KeyboardEvent, chip: ShownFilter) {
    if (ctrlKey || metaKey || altKey) return;
    if (key === 'Backspace' || key === 'Delete') remove(chip);
    else if (key === 'ArrowRight' || key === 'ArrowLeft')
      focusChip(Math.max(0, chips.indexOf(chip) + (key === 'ArrowRight' ? 1 : -1)));
  }

  return (
    <div className={styles.chips} role="group" aria-label={filterTexts.chips} ref={line}>
      {chips.map((chip) => {
        const { key, label, text = filterTexts.all } = chip;
        return (
          <span className={styles.chip} key={key}>
            <button
              type="button"
              className={styles.edit}
              aria-haspopup="dialog"
              aria-expanded={open?.key === key}
              aria-keyshortcuts="Delete Backspace"
              title={`${label} ${text}`.trim()}
              data-chip
              onClick={({ currentTarget }) => setOpen({ key, anchor: currentTarget })}
              onKeyDown={(event) => onKeyDown(event, chip)}
            >
              {label !== '' && <span className={styles.label}>{label} </span>}
              {text}
            </button>
            <IconButton
              size="small"
              className={styles.remove}
              aria-label={filterTexts.removeNamed(`${label} ${text}`.trim())}
              onClick={() => remove(chip)}
            >
              <CloseIcon />
            </IconButton>
          </span>
        );
      })}
      {open && (
        <FilterMenu
          anchor={open.anchor}
          filters={filters}
          only={open.key}
          onClose={() => {
            const isSet = filters.all.some(({ key, text }) => key === open.key && text !== undefined);
            setOpen(undefined);
            if (!isSet) filterButton()?.focus();
          }}
        />
      )}
    </div>
  );
}

const filterButton = () => document.querySelector<HTMLElement>('[data-filter]');
