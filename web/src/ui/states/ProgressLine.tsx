import styles from './ProgressLine.module.css';

interface Props {
  max: number;
  value: number;
  /** The progress as text. */
  text: string;
}

/** The progress of something. */
export function ProgressLine({ max, value, text }: Props) {
  return (
    <label className={styles.line}>
      <progress max={max} value={value} />
      <span>{text}</span>
    </label>
  );
}
