import Button from '@mui/material/Button';
import { useState } from 'react';
import { ChoiceMenu } from './ChoiceMenu.tsx';
import type { Option } from './SelectInput.tsx';

interface Props {
  label: string;
  options: readonly Option[];
  onChoose: (value: string) => void;
}

/** A button that opens a menu of values to choose from. */
export function ButtonMenu({ label, options, onChoose }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <span>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {label}
      </Button>
      <ChoiceMenu
        anchor={anchor}
        label={label}
        options={options}
        onChoose={onChoose}
        onClose={() => setAnchor(undefined)}
      />
    </span>
  );
}
