import Button from '@mui/material/Button';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useState } from 'react';
import type { Option } from './SelectInput.tsx';

interface Props {
  label: string;
  options: readonly Option[];
  /** Called instead of opening the menu. */
  onOpen?: (() => void) | undefined;
  onChoose: (value: string) => void;
}

/** A button that opens a menu of values to choose from. */
export function ButtonMenu({ label, options, onOpen, onChoose }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  return (
    <span>
      <Button
        size="small"
        variant="outlined"
        aria-haspopup="menu"
        onClick={({ currentTarget }) => (onOpen ? onOpen() : setAnchor(currentTarget))}
      >
        {label}
      </Button>
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={() => setAnchor(undefined)}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {options.map((option) => (
          <MenuItem
            key={option.value}
            onClick={() => {
              setAnchor(undefined);
              onChoose(option.value);
            }}
          >
            {option.label}
          </MenuItem>
        ))}
      </Menu>
    </span>
  );
}
