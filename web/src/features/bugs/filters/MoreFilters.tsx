import { useState } from 'react';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { filterTexts } from './texts.ts';
import type { useFieldFilters } from './use-field-filters.ts';
import styles from './MoreFilters.module.css';

const FilterMenu = openable(async () => (await import('./FilterMenu.tsx')).FilterMenu);

interface Props {
  filters: ReturnType<typeof useFieldFilters>;
}

/** Opens the filters for fields defined by admins. Hidden if there are none. */
export function MoreFilters({ filters }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  const { fields, count } = filters;
  if (fields.length === 0) return null;
  return (
    <div className={styles.cell}>
      <Button
        variant="outlined"
        fullWidth
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {filterTexts.more(count)}
        <ChevronIcon />
      </Button>
      {anchor && <FilterMenu anchor={anchor} filters={filters} onClose={() => setAnchor(undefined)} />}
    </div>
  );
}
