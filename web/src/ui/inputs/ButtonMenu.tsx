import { useState } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import type { Option } from './SelectInput.tsx';

interface Props {
  label: string;
  options: readonly Option[];
  /** Whether it is as large as page buttons, beside which it stands. */
  size?: 'small' | 'medium';
  /** The current choice. */
  value?: string;
  /** Whether it has no border, among others like it. */
  isQuiet?: boolean;
  onChoose: (value: string) => void;
}

/** A button that opens a menu of values. */
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
