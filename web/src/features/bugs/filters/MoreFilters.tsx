import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useState } from 'react';
import { openable } from '#web/lib/keyboard/openable.tsx';
import { ChevronIcon } from '#web/ui/icons.tsx';
import { filterTexts } from './texts.ts';
import type { useFieldFilters } from './use-field-filters.ts';

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
    <Cell>
      <Button
        variant="outlined"
        fullWidth
        endIcon={<ChevronIcon />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {filterTexts.more(count)}
      </Button>
      {anchor && <FilterMenu anchor={anchor} filters={filters} onClose={() => setAnchor(undefined)} />}
    </Cell>
  );
}

/** Aligned with the boxes of the selects, which have nothing below their labels. */
const Cell = styled('div')({ display: 'grid', alignItems: 'end' });
