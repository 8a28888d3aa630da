import type { ComponentProps } from 'react';
import type { ListColumn } from '#web/features/bugs/columns/columns.tsx';
import { useMediaQuery } from '#web/ui/use-media-query.ts';
import styles from './group.module.css';

/** The number of columns shown at this window width: the table's styles hide some of the default ones. */
export function useShownColumns(
  columns: readonly ListColumn[],
  { areUsual, isPeeking }: { areUsual: boolean; isPeeking: boolean },
): number {
  const isNarrow = useMediaQuery('(width < 1200px)');
  const isNarrower = useMediaQuery('(width < 900px)');
  const hidden = new Set([
    ...(isNarrow ? ['creator'] : isPeeking ? ['creator', 'created'] : []),
    ...(isNarrower ? ['assignee', 'created'] : []),
  ]);
  return columns.filter(({ className }) => !areUsual || !hidden.has(className)).length;
}

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
