import { styled } from '@mui/material/styles';
import { formatNumber } from '#web/language/language.ts';
import { texts } from '#web/features/versions/texts.ts';

interface Props {
  resolved: number;
  open: number;
}

/** How far a version is; nothing where no bug is planned for it. */
export function Progress({ resolved, open }: Props) {
  const all = resolved + open;
  if (all === 0) return null;
  return (
    <Label>
      <progress max={all} value={resolved} />
      <span>{texts.progress(formatNumber(resolved), formatNumber(all))}</span>
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
