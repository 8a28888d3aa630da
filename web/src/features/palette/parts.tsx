import { styled } from '@mui/material/styles';

/** The text field. */
export const Field = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  paddingInline: theme.spacing(4),
  borderBottom: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
  '& svg': { flexShrink: 0 },
  '& input': {
    ...theme.typography.body1,
    height: theme.spacing(13),
    padding: 0,
    color: theme.vars.palette.text.primary,
    textOverflow: 'ellipsis',
    '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
    // Smaller text would make some phones zoom in.
    [theme.breakpoints.down('sm')]: { fontSize: '1rem' },
  },
}));

export const List = styled('ul')(({ theme }) => ({
  position: 'relative',
  overflowY: 'auto',
  margin: 0,
  padding: theme.spacing(1, 2, 2),
  listStyle: 'none',
}));

export const Group = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });

export const GroupName = styled('div')(({ theme }) => ({
  ...theme.typography.caption,
  padding: theme.spacing(2, 2, 1),
  color: theme.vars.palette.text.secondary,
  fontWeight: 550,
}));

export const Option = styled('li')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  minHeight: theme.spacing(9),
  paddingInline: theme.spacing(2),
  borderRadius: 6,
  cursor: 'pointer',
  '&.Mui-focused': { backgroundColor: theme.vars.palette.secondary.soft },
  '@media (pointer: coarse)': { minHeight: theme.spacing(11) },
  // With forced colours, ours are not shown.
  '@media (forced-colors: active)': { '&.Mui-focused': { outline: '2px solid', outlineOffset: -2 } },
}));

export const Words = styled('span')({
  flex: 1,
  minWidth: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
});

export const Number = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

export const Keys = styled('span')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(1),
  '& kbd': {
    ...theme.typography.caption,
    minWidth: theme.spacing(5),
    padding: theme.spacing(0, 1),
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: 4,
    color: theme.vars.palette.text.secondary,
    textAlign: 'center',
  },
  // Useless without a keyboard.
  '@media (pointer: coarse)': { display: 'none' },
}));

export const Below = styled('div')(({ theme }) => ({
  padding: theme.spacing(4),
  color: theme.vars.palette.text.secondary,
}));

export const Hint = styled('p')(({ theme }) => ({
  ...theme.typography.caption,
  margin: 0,
  padding: theme.spacing(2, 4),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  color: theme.vars.palette.text.secondary,
  '@media (pointer: coarse)': { display: 'none' },
}));
