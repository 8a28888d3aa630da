import RadioGroup from '@mui/material/RadioGroup';
import { styled } from '@mui/material/styles';

/** A choice with its heading. */
export const Field = styled('fieldset')(({ theme }) => ({
  minWidth: 0,
  margin: 0,
  padding: 0,
  border: 0,
  '& > legend': { ...theme.typography.body1, fontWeight: 600, padding: 0, marginBottom: theme.spacing(2) },
}));

/** Side by side where there is room. */
export const Columns = styled(RadioGroup)(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 220px), 1fr))',
  gap: theme.spacing(3),
}));

export const Option = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  padding: theme.spacing(1, 3, 3),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  '&:has(input[type="radio"]:checked)': { borderColor: theme.vars.palette.secondary.main },
}));

/** A text as it was typed, which scrolls where it is long. */
export const Side = styled('div')(({ theme }) => ({
  maxHeight: '24em',
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '& mark': {
    color: theme.vars.palette.info.onSoft,
    backgroundColor: theme.vars.palette.info.soft,
  },
}));
