import Button from '@mui/material/Button';
import Popover from '@mui/material/Popover';
import { styled } from '@mui/material/styles';
import { useId } from 'react';
import { FieldControl } from './FieldControl.tsx';
import { filterTexts } from './texts.ts';
import type { useFieldFilters } from './use-field-filters.ts';

interface Props {
  anchor: HTMLElement;
  filters: ReturnType<typeof useFieldFilters>;
  onClose: () => void;
}

/** A control for each field. Choices take effect at once. */
export function FilterMenu({ anchor, filters, onClose }: Props) {
  const heading = useId();
  const { fields, count, isUnderstood, set, clear } = filters;

  function close() {
    // Typed values take effect when the input loses the focus.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  }

  return (
    <Popover
      open
      anchorEl={anchor}
      onClose={close}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      transitionDuration={{ enter: 120, exit: 0 }}
      slotProps={{ paper: { role: 'dialog', 'aria-labelledby': heading } }}
    >
      <Frame>
        <h2 id={heading}>{filterTexts.title}</h2>
        {isUnderstood ? (
          fields.map((field) => (
            <FieldControl key={field.field.key} field={field} onChange={(filter) => set(field, filter)} />
          ))
        ) : (
          <p>{filterTexts.notUnderstood}</p>
        )}
        <footer>
          <Button size="small" disabled={count === 0} onClick={clear}>
            {filterTexts.clear}
          </Button>
          <Button size="small" variant="outlined" onClick={close}>
            {filterTexts.done}
          </Button>
        </footer>
      </Frame>
    </Popover>
  );
}

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(3),
  width: theme.spacing(118),
  maxWidth: '100%',
  padding: theme.spacing(4),
  '& h2': { ...theme.typography.subtitle2, margin: 0 },
  '& p': { ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary },
  '& footer': {
    position: 'sticky',
    insetBlockEnd: 0,
    zIndex: 1,
    display: 'flex',
    justifyContent: 'space-between',
    padding: theme.spacing(2, 4),
    margin: theme.spacing(0, -4, -4),
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
}));
