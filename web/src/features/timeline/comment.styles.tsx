import { styled } from '@mui/material/styles';

/** A comment, as its author's card. */
export const Card = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(2),
  padding: theme.spacing(3, 4, 4),
  // Keeps a linked comment from being covered by the bar.
  scrollMarginBlock: theme.spacing(20),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '&[data-linked="true"]': {
    borderColor: theme.vars.palette.secondary.main,
    boxShadow: `0 0 0 1px ${theme.vars.palette.secondary.main}`,
  },
  '&[data-pending="true"]': { opacity: 0.6 },
  '&:focus': { outline: 'none' },
}));

/** The author, the time and the actions. */
export const Head = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: theme.spacing(2),
  minHeight: theme.spacing(8),
  color: theme.vars.palette.text.secondary,
  '& b': { fontWeight: theme.typography.fontWeightMedium, color: theme.vars.palette.text.primary },
  '& > :last-child:is(button)': { marginInlineStart: 'auto' },
}));
