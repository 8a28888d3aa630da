import type { ComponentProps } from 'react';
import styles from './Banner.module.css';

/** A message across the page, above its content, with the available actions. */
export function Banner({
  severity,
  className = '',
  ...banner
}: ComponentProps<'div'> & { severity: 'info' | 'warning' }) {
  return <div {...banner} data-severity={severity} className={`${styles.banner} ${className}`} />;
}

export function BannerText({ className = '', ...text }: ComponentProps<'div'>) {
  return <div {...text} className={`${styles.text} ${className}`} />;
}
