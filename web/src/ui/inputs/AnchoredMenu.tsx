import Menu from '@mui/material/Menu';
import type { KeyboardEventHandler, ReactNode } from 'react';

interface Props {
  /** The element below which the menu opens; closed without one. */
  anchor: HTMLElement | undefined;
  label: string;
  onClose: () => void;
  onKeyDown?: KeyboardEventHandler;
  /** Its items. */
  children: ReactNode;
}

/** A menu below an element, not rendered while it is closed: a page has many, and a closed one of MUI's costs much, too. */
export function AnchoredMenu({ anchor, label, ...menu }: Props) {
  if (!anchor) return null;
  return (
    <Menu
      open
      anchorEl={anchor}
      // Gone at once, so that the next key is for the page again.
      transitionDuration={{ enter: 120, exit: 0 }}
      slotProps={{ list: { 'aria-label': label } }}
      {...menu}
    />
  );
}
