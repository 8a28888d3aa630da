import Menu from '@mui/material/Menu';
import type { KeyboardEventHandler, ReactNode } from 'react';

interface Props {
  /** The anchor element; the menu opens below it, and is closed without one. */
  anchor: HTMLElement | undefined;
  label: string;
  onClose: () => void;
  onKeyDown?: KeyboardEventHandler;
  /** Its items. */
  children: ReactNode;
}

/** A menu below an element, not rendered while closed: a page has many, and even a closed MUI menu is expensive. */
export function AnchoredMenu({ anchor, label, ...menu }: Props) {
  if (!anchor) return null;
  return (
    <Menu
      open
      anchorEl={anchor}
      // No closing transition, so that the next key is for the page again.
      transitionDuration={{ enter: 120, exit: 0 }}
      slotProps={{ list: { 'aria-label': label } }}
      {...menu}
    />
  );
}
