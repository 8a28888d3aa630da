import type { ComponentProps } from 'react';
import styles from './FloatingBar.module.css';

/** The id of the live region for notices that float above the end of the window. */
export const noticesId = 'notices';

/** Floats above the end of the window, and stays visible while the page scrolls. `isStatic` if its container floats. */
export function Bar({
  isStatic = false,
  className = '',
  ...bar
}: ComponentProps<'section'> & { isStatic?: boolean }) {
  return <section {...bar} data-static={isStatic} className={`${styles.bar} ${className}`} />;
}

/** The selection and its actions, below the report of the last action if that is still shown. */
export function Chosen({ className = '', ...chosen }: ComponentProps<'div'>) {
  return <div {...chosen} className={`${styles.chosen} ${className}`} />;
}

/** The report of the last action: beside the buttons if there is room, else above them. */
export function Report({ className = '', ...report }: ComponentProps<'div'>) {
  return <div {...report} className={`${styles.report} ${className}`} />;
}
