import { Popover as Base } from '@base-ui/react/popover';
import { type ReactNode, useRef } from 'react';
import { useOpener } from './opener.ts';
import styles from './Popover.module.css';

interface Props {
  /** It opens below this element. */
  anchor: HTMLElement;
  /** The edge of the anchor with which it is aligned. */
  align?: 'start' | 'end';
  onClose: () => void;
  'aria-label'?: string;
  'aria-labelledby'?: string;
  children: ReactNode;
}

/** A dialog below an element, rendered while it is open. The focus returns to the element. */
export function Popover({ anchor, align = 'start', onClose, children, ...popup }: Props) {
  const root = useRef<HTMLDivElement>(null);
  useOpener(root, anchor);
  return (
    <Base.Root open modal onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Positioner anchor={anchor} align={align} collisionPadding={16} className={styles.positioner}>
          <Base.Popup
            ref={root}
            initialFocus={() => !root.current?.contains(document.activeElement) && root.current}
            finalFocus={false}
            className={styles.popover}
            {...popup}
          >
            {children}
            {/* Without a close button, Base UI lets Tab leave the popup. */}
            <Base.Close hidden />
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
