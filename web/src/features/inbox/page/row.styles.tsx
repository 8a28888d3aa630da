import { styled } from '@mui/material/styles';

/** The link covers the whole row; other controls, and the time, lie above it. */
export const Row = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  paddingInline: theme.spacing(3),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  overflow: 'hidden',
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '&[data-opened="true"], &:has(input:checked)': { backgroundColor: theme.vars.palette.secondary.soft },
  '& > label': { marginInline: theme.spacing(-1) },
  '& .number': { color: theme.vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '& a': {
    display: 'block',
    minWidth: 0,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    // An element focused by a key is scrolled out from below the bar.
    scrollMarginBlock: theme.spacing(24, 24),
  },
  '&[data-unread="true"] .title': { fontWeight: 600 },
  '& a[data-done="true"] .title': { textDecoration: 'line-through' },
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': {
    outline: `2px solid ${theme.vars.palette.secondary.main}`,
    outlineOffset: -2,
  },
  '& time': { position: 'relative', zIndex: 1 },
  '& .when': {
    ...theme.typography.caption,
    flex: 'none',
    maxWidth: '30%',
    color: theme.vars.palette.text.secondary,
    textAlign: 'end',
  },
  [theme.breakpoints.down('sm')]: {
    display: 'grid',
    gridTemplateColumns: 'auto auto minmax(0, 1fr) auto',
    columnGap: theme.spacing(2),
    rowGap: 0,
    '& .when': { gridColumn: 3, gridRow: 2, maxWidth: 'none', textAlign: 'start', alignSelf: 'start' },
  },
}));

/** Filled while the row is unread. */
export const Dot = styled('span')(({ theme }) => ({
  flex: 'none',
  width: 8,
  height: 8,
  borderRadius: '50%',
  '[data-unread="true"] > &': {
    backgroundColor: theme.vars.palette.secondary.main,
    '@media (forced-colors: active)': { border: '4px solid' },
  },
}));

export const Main = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  flex: 1,
  display: 'grid',
  gap: theme.spacing(0.5),
  minWidth: 0,
  // The title takes the whole line; the actions are below its end.
  [theme.breakpoints.down('sm')]: { gridColumn: '3 / span 2', gridRow: 1, alignSelf: 'end' },
}));

/** The latest activity and the reasons, on one line. */
export const What = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(3),
  minWidth: 0,
  overflow: 'hidden',
  ...theme.typography.caption,
  color: theme.vars.palette.text.secondary,
  whiteSpace: 'nowrap',
  [theme.breakpoints.down('sm')]: { marginInlineEnd: 96 },
  '& > .deed': { overflow: 'hidden', textOverflow: 'ellipsis' },
}));

export const Reasons = styled('ul')(({ theme }) => ({
  flex: '0 1 auto',
  minWidth: '40%',
  maxWidth: 'fit-content',
  margin: 0,
  padding: 0,
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  listStyle: 'none',
  '& li': { display: 'inline' },
  '& li + li::before': { content: '"·"', marginInline: theme.spacing(2) },
  // A mention of the user, or an assignment.
  '& [data-reason="mentioned"], & [data-reason="assigned"]': {
    color: theme.vars.palette.text.primary,
    fontWeight: 500,
  },
}));

/** Subdued until hovered; always visible for touch and keyboard. */
export const Acts = styled('span')(({ theme }) => ({
  position: 'relative',
  zIndex: 1,
  display: 'flex',
  flex: 'none',
  '& button': { color: theme.vars.palette.text.secondary, opacity: 0.7 },
  'li:hover > & button, li:focus-within > & button': { opacity: 1 },
  [theme.breakpoints.down('sm')]: {
    gridColumn: 4,
    gridRow: '1 / span 2',
    alignSelf: 'end',
    '& button': { minWidth: 44, minHeight: 44 },
  },
}));
