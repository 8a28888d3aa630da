import ButtonBase from '@mui/material/ButtonBase';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { styled } from '@mui/material/styles';
import { type ReactNode, useState } from 'react';
import { ChevronIcon } from './icons.tsx';
import type { Option } from './SelectInput.tsx';

interface Props {
  /** What is changed, and the value that it has, for screen readers. */
  name: string;
  /** What is changed, as the menu is called. */
  label: string;
  options: readonly Option[];
  value: string;
  onChange: (value: string) => void;
  onOpen?: () => void;
  /** An entry that leads to more values than the menu has. */
  more?: { label: string; onChoose: () => void } | undefined;
  /** Stands below the options, as while there are more to come. */
  after?: ReactNode;
  /** The value as it is shown. */
  children: ReactNode;
}

/** A value that is changed where it stands: pressed, it opens a menu of what it can be. */
export function ValueMenu({ name, label, options, value, onChange, onOpen, more, after, children }: Props) {
  const [anchor, setAnchor] = useState<HTMLElement>();
  function close() {
    setAnchor(undefined);
  }
  return (
    <>
      <ValueButton
        name={name}
        popup="menu"
        isOpen={anchor !== undefined}
        onClick={(button) => {
          onOpen?.();
          setAnchor(button);
        }}
      >
        {children}
      </ValueButton>
      <Menu
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={close}
        // Gone at once, so that the next key is for the page again.
        transitionDuration={{ enter: 120, exit: 0 }}
        slotProps={{ list: { 'aria-label': label } }}
      >
        {options.map((option) => (
          <MenuItem
            key={option.value}
            role="menuitemradio"
            aria-checked={option.value === value}
            selected={option.value === value}
            onClick={() => {
              close();
              if (option.value !== value) onChange(option.value);
            }}
          >
            {option.label}
          </MenuItem>
        ))}
        {more && (
          <MenuItem
            onClick={() => {
              close();
              more.onChoose();
            }}
          >
            {more.label}
          </MenuItem>
        )}
        {after}
      </Menu>
    </>
  );
}

interface ValueButtonProps {
  /** What is changed, and the value that it has, for screen readers. */
  name: string;
  /** What it opens. */
  popup: 'menu' | 'dialog';
  isOpen: boolean;
  onClick: (button: HTMLElement) => void;
  /** The value as it is shown. */
  children: ReactNode;
}

/** A value that opens what changes it. */
export function ValueButton({ name, popup, isOpen, onClick, children }: ValueButtonProps) {
  return (
    <Value
      aria-label={name}
      aria-haspopup={popup}
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      {children}
      <ChevronIcon />
    </Value>
  );
}

/** Stands where the plain value would, and shows that it can be pressed when one comes near. */
const Value = styled(ButtonBase)(({ theme }) => ({
  gap: theme.spacing(1),
  maxWidth: `calc(100% + ${theme.spacing(2)})`,
  minHeight: theme.spacing(8),
  padding: theme.spacing(0, 1),
  margin: theme.spacing(-1, -1),
  borderRadius: 6,
  font: 'inherit',
  letterSpacing: 'inherit',
  textAlign: 'start',
  overflowWrap: 'anywhere',
  '& > *': { minWidth: 0 },
  '& svg': { flex: 'none', color: theme.vars.palette.text.secondary },
  '&:hover, &[aria-expanded="true"]': { backgroundColor: theme.vars.palette.primary.soft },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.secondary.main}` },
  '@media (pointer: coarse)': { minHeight: theme.spacing(11) },
}));
