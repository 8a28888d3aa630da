import type { ComponentProps } from 'react';
import styles from './group.module.css';

export function GroupBody({ className = '', ...props }: ComponentProps<'tbody'>) {
  return <tbody {...props} className={`${styles.groupBody} ${className}`} />;
}

export function GroupCell({ className = '', ...props }: ComponentProps<'td'>) {
  return <td {...props} className={`${styles.groupCell} ${className}`} />;
}

export function GroupButton({ className = '', ...props }: ComponentProps<'button'>) {
  return <button type="button" {...props} className={`${styles.groupButton} ${className}`} />;
}

export function Note({ className = '', ...props }: ComponentProps<'p'>) {
  return <p {...props} className={`${styles.note} ${className}`} />;
}
