import Button from '@mui/material/Button';
import { useState } from 'react';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import type { Option } from './SelectInput.tsx';

interface Props {
  label: string;
  options: readonly Option[];
  /** As large as the buttons of pages, if beside them. */
  size?: 'small' | 'medium';
  /** The current choice. */
  value?: string;
  /** Without a border, among others like it. */
  isQuiet?: boolean;
  onChoose: (value: string) => void;
}

/** A button that opens a menu of values to choose from. */
export function ButtonMenu({ label, options, value, size = 'small', isQuiet = false, onChoose }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <span>
      <Button
        size={size}
        variant={isQuiet ? 'text' : 'outlined'}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      <ChoiceMenu
        anchor={anchor}
        label={label}
        options={options}
        {...(value !== undefined && { value })}
        onChoose={onChoose}
        onClose={() => setAnchor(undefined)}
      />
    </span>
  );
}
