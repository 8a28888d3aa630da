import type { ComponentProps } from 'react';
import styles from './Table.module.css';

/** A table; its plain `thead`, `tbody`, `tr`, `th` and `td` have their look from it. */
export function Table({ className = '', ...table }: ComponentProps<'table'>) {
  return <table {...table} className={`${styles.table} ${className}`} />;
}
