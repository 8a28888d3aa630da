import type { ReactNode } from 'react';
import { shortcutOf } from '#web/ui/keys.ts';
import { Menu, MenuItem } from '#web/ui/Menu.tsx';
import styles from './ChoiceMenu.module.css';
import type { Option } from './SelectInput.tsx';

interface Props {
  /** The anchor element; the menu opens below it, and is closed without one. */
  anchor: HTMLElement | undefined;
  label: string;
  options: readonly Option[];
  /** The current value; without one, the options are plain commands. */
  value?: string;
  onChoose: (value: string) => void;
  onClose: () => void;
}

/** A menu of values: chosen by pressing, by arrow keys or first letters with Enter, or by digit. */
export function ChoiceMenu({ anchor, label, options, value, onChoose, onClose }: Props) {
  // In a long menu, or among names that begin with digits, a digit starts a name.
  const hasDigits = options.length <= 9 && !options.some((option) => /^\d/.test(option.label));
  function choose(option: Option | undefined) {
    if (!option) return;
    onClose();
    if (option.value !== value) onChoose(option.value);
  }
  return (
    <Menu
      anchor={anchor}
      label={label}
      onClose={onClose}
      onKeyDown={(event) => {
        const option = options[Number(shortcutOf(event)) - 1];
        if (!hasDigits || !option) return;
        // Must not also trigger a page shortcut once the menu is closed.
        event.preventDefault();
        choose(option);
      }}
    >
      {options.map((option, index) => (
        <MenuItem
          key={option.value}
          isChosen={value === undefined ? undefined : option.value === value}
          onClick={() => choose(option)}
        >
          {option.label}
          {hasDigits && <Digit>{index + 1}</Digit>}
        </MenuItem>
      ))}
    </Menu>
  );
}

/** The key that chooses an option; useless without a keyboard. */
export function Digit({ children }: { children: ReactNode }) {
  return (
    <span aria-hidden className={styles.digit}>
      {children}
    </span>
  );
}
