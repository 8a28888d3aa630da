import { useId } from 'react';
import { FieldControl } from './FieldControl.tsx';
import { filterTexts } from './texts.ts';
import type { useFieldFilters } from './use-field-filters.ts';
import styles from './FilterMenu.module.css';
import { Button } from '#web/ui/Button.tsx';
import { Popover } from '#web/ui/Popover.tsx';

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
    <Popover anchor={anchor} onClose={close} aria-labelledby={heading} align="end">
      <div className={styles.frame}>
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
      </div>
    </Popover>
  );
}
