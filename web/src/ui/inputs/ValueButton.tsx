import type { ReactNode } from 'react';
import { ChevronIcon } from '#web/ui/icons.tsx';
import styles from './ValueButton.module.css';

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

/** A value that opens its editor when pressed. It replaces the plain value, and looks like a button when hovered or focused. */
export function ValueButton({ name, popup, isOpen, onClick, children }: ValueButtonProps) {
  return (
    <button
      type="button"
      className={styles.value}
      aria-label={name}
      aria-haspopup={popup}
      aria-expanded={isOpen}
      onClick={({ currentTarget }) => onClick(currentTarget)}
    >
      {children}
      <ChevronIcon />
    </button>
  );
}
