import type { Components, Theme } from '@mui/material/styles';

/** The theme with its colours as CSS variables. */
export type Vars = Theme & { vars: NonNullable<Theme['vars']> };

/** The look of text fields and selects. */
export const inputComponents: Components<Vars> = {
  MuiFormLabel: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body2,
        fontWeight: 550,
        marginBottom: theme.spacing(1),
        color: theme.vars.palette.text.primary,
        '&.Mui-focused, &.Mui-error': { color: theme.vars.palette.text.primary },
      }),
    },
  },
  MuiFormHelperText: {
    styleOverrides: {
      root: ({ theme }) => ({ ...theme.typography.caption, margin: theme.spacing(1, 0, 0) }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { size: 'small', color: 'secondary', notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        borderRadius: 6,
        backgroundColor: theme.vars.palette.background.paper,
        // Into smaller text, iOS zooms.
        '@media (pointer: coarse)': { fontSize: '1rem' },
        '& .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.control },
      }),
      input: ({ theme }) => ({
        height: 20,
        padding: theme.spacing(2, 3),
        // A focused input and its label are not scrolled behind the bar.
        scrollMarginBlock: theme.spacing(24, 4),
        '&::placeholder': { color: theme.vars.palette.text.secondary, opacity: 1 },
      }),
      adornedStart: ({ theme }) => ({
        paddingInlineStart: theme.spacing(2),
        '& input': { paddingInlineStart: theme.spacing(2) },
      }),
      multiline: ({ theme }) => ({ padding: theme.spacing(2, 3), '& textarea': { padding: 0 } }),
    },
  },
  MuiSelect: {
    defaultProps: {
      size: 'small',
      color: 'secondary',
      MenuProps: { slotProps: { paper: { elevation: 3 } } },
    },
    styleOverrides: { select: { minHeight: 20 } },
  },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        border: `1px solid ${theme.vars.palette.divider}`,
        marginTop: theme.spacing(1),
        maxHeight: 'min(420px, calc(100% - 64px))',
      }),
    },
  },
  MuiMenuItem: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body1,
        minHeight: 36,
        [theme.breakpoints.up('sm')]: { minHeight: 32 },
        '&.Mui-selected': { backgroundColor: theme.vars.palette.secondary.soft, fontWeight: 550 },
      }),
    },
  },
};
