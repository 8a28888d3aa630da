import { CSPProvider } from '@base-ui/react/csp-provider';
import { Select as Base } from '@base-ui/react/select';
import { type Ref, useEffect, useRef, useState } from 'react';
import { ChevronIcon } from '#web/ui/icons.tsx';
import type { Option } from './SelectInput.tsx';
import styles from './Select.module.css';

interface Props<Multiple extends boolean> {
  /** The id of its visible label, and the label itself, which names the list. */
  labelId: string;
  label: string;
  options: readonly Option[];
  multiple: Multiple;
  value: Multiple extends true ? string[] : string;
  /** The text shown for the value. */
  shown: string;
  /** With a single value, the same one may be chosen again. */
  onChange: (value: Multiple extends true ? string[] : string) => void;
  isInvalid: boolean;
  describedBy: string | undefined;
  name?: string | undefined;
  onBlur?: (() => void) | undefined;
  onOpen?: (() => void) | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  readOnly?: boolean | undefined;
}

/** A select: a button that opens a list of options. */
export function Select<Multiple extends boolean>(props: Props<Multiple>) {
  const { labelId, label, options, multiple, value, shown, onChange, ...rest } = props;
  const { isInvalid, describedBy, onBlur, onOpen, ...root } = rest;
  const [isOpen, setOpen] = useState(false);
  return (
    // The page's policy forbids style elements.
    <CSPProvider disableStyleElements>
      <Base.Root<string, boolean>
        {...root}
        multiple={multiple}
        value={value}
        open={isOpen}
        onOpenChange={(opens) => {
          setOpen(opens);
          if (opens) onOpen?.();
        }}
        onValueChange={(chosen) => onChange(chosen as typeof value)}
      >
        <Base.Trigger
          className={styles.trigger}
          aria-labelledby={labelId}
          aria-describedby={describedBy}
          aria-invalid={isInvalid}
          // While the list is open, the focus is in the list, and comes back.
          onBlur={isOpen ? undefined : onBlur}
        >
          <span className={styles.value}>{shown === '' ? '\u200B' : shown}</span>
          <ChevronIcon />
        </Base.Trigger>
        {/* Not in the page while it is closed, because it would add every option's text a second time. */}
        {isOpen && (
          <Base.Portal>
            <Base.Positioner alignItemWithTrigger={false} sideOffset={4} className={styles.positioner}>
              <Base.Popup className={styles.popup}>
                <Base.List render={<ul />} aria-label={label} className={styles.list}>
                  {options.map((option) => (
                    <Base.Item
                      key={option.value}
                      value={option.value}
                      render={<li data-value={option.value} />}
                      className={styles.option}
                      // Choosing the current option again is not a change for the select.
                      onClick={option.value === value ? () => onChange(value) : undefined}
                    >
                      {option.label}
                    </Base.Item>
                  ))}
                </Base.List>
                <Beginning />
              </Base.Popup>
            </Base.Positioner>
          </Base.Portal>
        )}
      </Base.Root>
    </CSPProvider>
  );
}

/** Focuses the chosen option, or the first, at once, because the next key may be pressed before the list is placed. */
function Beginning() {
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const popup = end.current?.parentElement;
    const option =
      popup?.querySelector('[role="option"][aria-selected="true"]') ??
      popup?.querySelector('[role="option"]');
    if (option instanceof HTMLElement) option.focus({ preventScroll: true });
  }, []);
  return <span ref={end} hidden />;
}
