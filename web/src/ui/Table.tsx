import type { ComponentProps } from 'react';
import styles from './Table.module.css';

/** A table, which styles the plain `thead`, `tbody`, `tr`, `th` and `td` in it. */
export function Table({ className = '', ...table }: ComponentProps<'table'>) {
  return <table {...table} className={`${styles.table} ${className}`} />;
}
