import styles from './admin.module.css';

/** The number of items, announced when it changes. Keeps its line while the number is unknown. */
export function Count({ text }: { text: string | undefined }) {
  return (
    <p className={styles.count} role="status">
      {text ?? '\u00a0'}
    </p>
  );
}
