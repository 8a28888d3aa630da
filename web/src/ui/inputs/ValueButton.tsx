import ButtonBase from '@mui/material/ButtonBase';
import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { ChevronIcon } from '#web/ui/icons.tsx';

interface ValueButtonProps {
  /** The field and its value, for screen readers. */
  name: string;
  /** The kind of popup that it opens. */
  popup: 'menu' | 'dialog';
  isOpen: boolean;
  onClick: (button: HTMLElement) => void;
  /** The shown value. */
  children: ReactNode;
}

/** A value that opens its editor when pressed. */
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

/** Replaces the plain value, and looks like a button when hovered or focused. */
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
  '& > svg': { flex: 'none', color: theme.vars.palette.text.secondary },
  '&:hover, &[aria-expanded="true"]': { backgroundColor: theme.vars.palette.primary.soft },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.secondary.main}` },
  '@media (pointer: coarse)': { minHeight: theme.spacing(11) },
}));
