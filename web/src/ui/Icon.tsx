import type { ComponentProps, ReactNode } from 'react';
import styles from './Icon.module.css';

/** A picture on a 24-pixel grid, in the colour of the text around it. */
export function Icon({
  size = 'small',
  className = '',
  ...svg
}: ComponentProps<'svg'> & { size?: 'small' | 'medium' }) {
  return (
    <svg
      className={`${styles.icon} ${className}`}
      viewBox="0 0 24 24"
      focusable="false"
      aria-hidden
      data-icon={size}
      {...svg}
    />
  );
}

/** An icon drawn with one stroke. */
export function strokeIcon(path: string): (props: ComponentProps<'svg'>) => ReactNode {
  return (props) => (
    <Icon {...props}>
      <path
        d={path}
        fill="none"
        stroke="currentColor"
        strokeWidth={1.75}
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </Icon>
  );
}
