import type { Components } from '@mui/material/styles';
import { inputComponents, type Vars } from './inputs.ts';

/** Material UI is the material; this is the look. */
export const components: Components<Vars> = {
  ...inputComponents,
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      body: { ...theme.typography.body1, fontFeatureSettings: '"cv05", "ss03"' },
      ':focus-visible': {
        outline: `2px solid ${theme.vars.palette.secondary.main}`,
        outlineOffset: 2,
      },
      time: { fontVariantNumeric: 'tabular-nums' },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          // No transition: even the shortest one would delay every size change until the next frame.
          transitionDuration: '0s !important',
          scrollBehavior: 'auto !important',
        },
      },
    }),
  },
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true, color: 'primary' },
    styleOverrides: {
      root: ({ theme }) => ({
        minHeight: 36,
        borderRadius: 6,
        whiteSpace: 'nowrap',
        // A phone is narrower than some texts.
        [theme.breakpoints.down('sm')]: { whiteSpace: 'normal' },
        '&[aria-disabled="true"]': { opacity: 0.65, cursor: 'default' },
        variants: [
          {
            props: { size: 'small' },
            style: { minHeight: 28, padding: theme.spacing(0, 2), ...theme.typography.body2 },
          },
          { props: { variant: 'outlined' }, style: { borderColor: theme.vars.palette.control } },
        ],
      }),
    },
  },
  MuiIconButton: { styleOverrides: { root: { borderRadius: 6, color: 'inherit' } } },
  MuiChip: {
    defaultProps: { size: 'small' },
    styleOverrides: {
      root: ({ theme }) => ({
        height: 22,
        borderRadius: 6,
        fontSize: theme.typography.caption.fontSize,
        fontWeight: 550,
      }),
    },
  },
  MuiDialog: {
    styleOverrides: {
      paper: ({ theme }) => ({
        width: '100%',
        maxWidth: 440,
        margin: theme.spacing(4),
        overflowWrap: 'anywhere',
        boxShadow: '0 12px 32px rgb(0 0 0 / 0.18)',
        border: `1px solid ${theme.vars.palette.divider}`,
        backgroundImage: 'none',
      }),
    },
  },
  MuiDialogTitle: {
    styleOverrides: { root: ({ theme }) => ({ ...theme.typography.h2, padding: theme.spacing(5, 5, 2) }) },
  },
  MuiDialogContent: {
    styleOverrides: {
      root: ({ theme }) => ({ display: 'grid', gap: theme.spacing(4), padding: theme.spacing(0, 5, 5) }),
    },
  },
  MuiDialogActions: { styleOverrides: { root: ({ theme }) => ({ padding: theme.spacing(0, 5, 5) }) } },
  MuiTableCell: {
    styleOverrides: {
      root: ({ theme }) => ({
        ...theme.typography.body2,
        padding: theme.spacing(0, 3),
        borderColor: theme.vars.palette.divider,
        overflow: 'hidden',
        textOverflow: 'ellipsis',
        whiteSpace: 'nowrap',
      }),
      head: ({ theme }) => ({
        height: 36,
        color: theme.vars.palette.text.secondary,
        fontWeight: 550,
        backgroundColor: theme.vars.palette.background.paper,
      }),
    },
  },
  MuiPaper: { styleOverrides: { root: { backgroundImage: 'none' } } },
};
