import styles from './SelectBox.module.css';

interface Props {
  label: string;
  /** The id of the describing element, if several boxes have this label. */
  describedBy?: string;
  /** Whether the label is visible; it can be pressed too. */
  isLabelShown?: boolean;
  checked: boolean;
  /** Some are selected, others are not. */
  mixed?: boolean;
  onChange: (isChecked: boolean, withShift: boolean) => void;
}

/** A checkbox with a larger target than it looks. */
export function SelectBox(props: Props) {
  const { label, describedBy, isLabelShown = false, checked, mixed = false, onChange } = props;
  return (
    <label className={styles.target} data-wide={isLabelShown}>
      <input
        type="checkbox"
        aria-label={label}
        aria-describedby={describedBy}
        checked={checked}
        ref={(box) => {
          if (box) box.indeterminate = mixed;
        }}
        onChange={({ target, nativeEvent }) =>
          onChange(target.checked, 'shiftKey' in nativeEvent && nativeEvent.shiftKey === true)
        }
      />
      {isLabelShown && <span aria-hidden>{label}</span>}
    </label>
  );
}
