import { styled } from '@mui/material/styles';

interface Props {
  max: number;
  value: number;
  /** The progress as text. */
  text: string;
}

/** The progress of something. */
export function ProgressLine({ max, value, text }: Props) {
  return (
    <Label>
      <progress max={max} value={value} />
      <span>{text}</span>
    </Label>
  );
}

const Label = styled('label')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(1, 3),
  fontVariantNumeric: 'tabular-nums',
  '& progress': {
    appearance: 'none',
    width: theme.spacing(40),
    height: theme.spacing(2),
    overflow: 'hidden',
    border: 0,
    borderRadius: 4,
    backgroundColor: theme.vars.palette.divider,
  },
  '& ::-webkit-progress-bar': { backgroundColor: theme.vars.palette.divider },
  '& ::-webkit-progress-value': { backgroundColor: theme.vars.palette.secondary.main },
  '& ::-moz-progress-bar': { backgroundColor: theme.vars.palette.secondary.main },
}));
