import type { ComponentProps, ReactNode } from 'react';
import { changeTexts } from '#web/features/bugs/change/texts.ts';
import styles from './details.module.css';

/** The facts of a bug, and its text beside them; one below the other on narrow screens. */
export function DetailsGrid({ className = '', ...props }: ComponentProps<'div'>) {
  return <div {...props} className={`${styles.detailsGrid} ${className}`} />;
}

/** Names and values. */
export function Facts({ className = '', ...props }: ComponentProps<'dl'>) {
  return <dl {...props} className={`${styles.facts} ${className}`} />;
}

/** Secondary information beside the facts. */
export function QuietNote({ className = '', ...props }: ComponentProps<'p'>) {
  return <p {...props} className={`${styles.quietNote} ${className}`} />;
}

interface FactProps {
  label: string;
  /** The change is being saved. */
  isSaving?: boolean;
  children: ReactNode;
}

export function Fact({ label, isSaving = false, children }: FactProps) {
  return (
    <div>
      <dt>
        {label}
        {isSaving && <span className={styles.late}> {changeTexts.saving}</span>}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}
