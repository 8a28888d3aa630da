import { styled } from '@mui/material/styles';

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
    <Target data-wide={isLabelShown}>
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
    </Target>
  );
}

const Target = styled('label')(({ theme }) => ({
  position: 'relative',
  zIndex: 1,
  display: 'inline-grid',
  placeItems: 'center',
  flex: 'none',
  width: theme.spacing(8),
  height: theme.spacing(8),
  marginInline: theme.spacing(-2, 1),
  verticalAlign: 'middle',
  cursor: 'pointer',
  '&[data-wide="true"]': { display: 'flex', gap: theme.spacing(3), width: 'auto', marginInline: 0 },
  '& input': { width: 16, height: 16, margin: 0, accentColor: theme.vars.palette.secondary.main },
}));
