import type { ComponentProps } from 'react';
import styles from './TextFrame.module.css';

/** The frame of a text: paragraphs keep their lines and spaces, and break long words. */
export function TextFrame({ className = '', ...text }: ComponentProps<'div'>) {
  return <div {...text} className={`${styles.text} ${className}`} />;
}
