import { Dialog as Base } from '@base-ui/react/dialog';
import { type ComponentProps, type KeyboardEventHandler, type ReactNode, useRef } from 'react';
import { useOpener } from './opener.ts';
import styles from './Dialog.module.css';

interface Props {
  /** Whether it is open; a dialog that is rendered only while open needs no more than that. */
  open?: boolean;
  onClose: () => void;
  /** Up to 440 pixels wide, or `sm` 600, `lg` 960; `full` covers the window. */
  maxWidth?: 'xs' | 'sm' | 'lg' | 'full' | undefined;
  onKeyDown?: KeyboardEventHandler;
  className?: string | undefined;
  'aria-label'?: string | undefined;
  'aria-labelledby'?: string | undefined;
  'aria-describedby'?: string | undefined;
  children: ReactNode;
}

/**
 * A modal dialog. The focus starts on the element with `autoFocus`, or on the dialog itself, and returns to where it
 * was. Escape and a press beside the dialog close it.
 */
export function Dialog({ open = true, ...dialog }: Props) {
  return open && <Opened {...dialog} />;
}

function Opened({ onClose, maxWidth = 'xs', className = '', ...popup }: Props) {
  const root = useRef<HTMLDivElement>(null);
  useOpener(root);
  return (
    <Base.Root open onOpenChange={(isOpen) => !isOpen && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport className={styles.viewport}>
          <Base.Popup
            ref={root}
            aria-modal
            initialFocus={() => !root.current?.contains(document.activeElement) && root.current}
            finalFocus={false}
            className={`${styles.dialog} ${className}`}
            data-width={maxWidth}
            {...popup}
          />
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

export function DialogTitle(title: ComponentProps<'h2'>) {
  return <h2 {...title} className={styles.title} />;
}

export function DialogContent({ className = '', ...content }: ComponentProps<'div'>) {
  return <div {...content} className={`${styles.content} ${className}`} />;
}

/** A paragraph in a dialog. */
export function DialogContentText(text: ComponentProps<'p'>) {
  return <p {...text} className={styles.text} />;
}

/** The buttons at the end of a dialog. */
export function DialogActions(actions: ComponentProps<'div'>) {
  return <div {...actions} className={styles.actions} />;
}
