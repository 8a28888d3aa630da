import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { AnchoredMenu } from './AnchoredMenu.tsx';
import type { Option } from './SelectInput.tsx';

interface Props {
  /** The element below which the menu opens; closed without one. */
  anchor: HTMLElement | undefined;
  label: string;
  options: readonly Option[];
  /** The present value; without one, the options are plain commands. */
  value?: string;
  onChoose: (value: string) => void;
  onClose: () => void;
}

/** A menu of values: chosen by pressing, by its arrow keys and first letters with Enter, or by its digit. */
export function ChoiceMenu({ anchor, label, options, value, onChoose, onClose }: Props) {
  // In a long menu, or among names that begin with digits, a digit is the beginning of a name.
  const hasDigits = options.length <= 9 && !options.some((option) => /^\d/.test(option.label));
  function choose(option: Option | undefined) {
    if (!option) return;
    onClose();
    if (option.value !== value) onChoose(option.value);
  }
  return (
    <AnchoredMenu
      anchor={anchor}
      label={label}
      onClose={onClose}
      onKeyDown={(event) => {
        const { key, ctrlKey, metaKey, altKey } = event;
        const option = options[Number(key) - 1];
        if (!hasDigits || !option || ctrlKey || metaKey || altKey) return;
        // Not a shortcut of the page, too, once the menu is closed.
        event.preventDefault();
        choose(option);
      }}
    >
      {options.map((option, index) => (
        <MenuItem
          key={option.value}
          selected={option.value === value}
          {...(value !== undefined && {
            role: 'menuitemradio',
            'aria-checked': option.value === value,
          })}
          onClick={() => choose(option)}
        >
          {option.label}
          {hasDigits && <Digit aria-hidden>{index + 1}</Digit>}
        </MenuItem>
      ))}
    </AnchoredMenu>
  );
}

/** The key that chooses an option; of no use without a keyboard. */
export const Digit = styled('span')(({ theme }) => ({
  marginInlineStart: 'auto',
  paddingInlineStart: theme.spacing(6),
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '@media (pointer: coarse)': { display: 'none' },
}));
