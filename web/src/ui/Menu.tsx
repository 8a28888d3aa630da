import { Menu as Base } from '@base-ui/react/menu';
import { type ComponentProps, type KeyboardEventHandler, type ReactNode, useEffect, useRef } from 'react';
import { openedBy, useOpener } from './opener.ts';
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
export function Menu({ anchor, ...menu }: Props) {
  return anchor && <Opened anchor={anchor} {...menu} />;
}

function Opened({ anchor, label, onClose, onKeyDown, children }: Props & { anchor: HTMLElement }) {
  const popup = useRef<HTMLDivElement>(null);
  const opener = useOpener(popup, anchor) ?? anchor;
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} align="start" sideOffset={4} className={styles.positioner}>
          <Base.Popup
            ref={popup}
            aria-label={label}
            finalFocus={false}
            className={styles.menu}
            onKeyDown={onKeyDown}
          >
            {children}
            <Beginning opener={opener} />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** Focuses the checked item, or the first, at once, because the next key may be pressed before the menu is placed. */
function Beginning({ opener }: { opener: HTMLElement }) {
  const end = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const menu = end.current?.parentElement;
    if (menu) openedBy.set(menu, opener);
    const item =
      menu?.querySelector('[role="menuitemradio"][aria-checked="true"]') ??
      menu?.querySelector('[role^="menuitem"]:not([data-disabled])');
    if (item instanceof HTMLElement) item.focus();
  }, [opener]);
  return <span ref={end} hidden />;
}

/** An item, which does not close the menu by itself; `isChosen` marks the current value of a menu of values. */
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
      closeOnClick={false}
      {...(isChosen !== undefined && { role: 'menuitemradio', 'aria-checked': isChosen })}
      {...item}
      className={`${styles.item} ${className}`}
    />
  );
}
