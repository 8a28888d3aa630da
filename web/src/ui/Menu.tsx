import { Menu as Base } from '@base-ui/react/menu';
import { type ComponentProps, type KeyboardEventHandler, type ReactNode, useEffect, useRef } from 'react';
import { openedBy, useReturnedFocus } from './opener.ts';
import styles from './Menu.module.css';

interface Props {
  /** The anchor element; the menu opens below it, and is closed without one. */
  anchor: HTMLElement | undefined;
  label?: string | undefined;
  onClose: () => void;
  onKeyDown?: KeyboardEventHandler;
  /** Its items. */
  children: ReactNode;
}

/** A menu below an element, not rendered while closed. The focus starts on the checked item, or on the first. */
export function Menu({ anchor, label, onClose, onKeyDown, children }: Props) {
  if (!anchor) return null;
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} align="start" sideOffset={4} className={styles.positioner}>
          <Base.Popup
            aria-label={label}
            finalFocus={() => anchor}
            className={styles.menu}
            onKeyDown={onKeyDown}
          >
            {children}
            <Beginning anchor={anchor} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Focuses the checked item, or the first, at once, as the next key may be pressed before the menu is placed. */
function Beginning({ anchor }: { anchor: HTMLElement }) {
  useReturnedFocus(anchor);
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const menu = end.current?.parentElement;
    if (menu) openedBy.set(menu, anchor);
    const item = menu?.querySelector('[aria-checked="true"]') ?? menu?.querySelector('[role^="menuitem"]');
    if (item instanceof HTMLElement) item.focus();
  }, [anchor]);
  return <span ref={end} hidden />;
}

/** One of the menu; `isChosen` marks the current value of a menu of values. */
export function MenuItem({
  isChosen,
  className = '',
  ...item
}: Omit<ComponentProps<typeof Base.Item>, 'className'> & {
  isChosen?: boolean | undefined;
  className?: string | undefined;
}) {
  return (
    <Base.Item
      {...(isChosen !== undefined && { role: 'menuitemradio', 'aria-checked': isChosen })}
      {...item}
      className={`${styles.item} ${className}`}
    />
  );
}
