import styles from './Spinner.module.css';

/** Turns while something happens, as high as the text around it. */
export function Spinner({ label }: { label?: string | undefined }) {
  return <span role="progressbar" aria-label={label} className={styles.spinner} />;
}
