import { styled } from '@mui/material/styles';

/** A message across the page, above its content, with the available actions. */
export const Banner = styled('div', { shouldForwardProp: (name) => name !== 'severity' })<{
  severity: 'info' | 'warning';
}>(({ theme, severity }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'center',
  gap: theme.spacing(2, 4),
  paddingBlock: theme.spacing(2),
  paddingInline: theme.spacing(6),
  ...theme.typography.body2,
  backgroundColor: theme.vars.palette[severity].soft,
  color: theme.vars.palette[severity].onSoft,
  // On narrow screens, the text gets the full width.
  [theme.breakpoints.down('md')]: { justifyContent: 'flex-start' },
  [theme.breakpoints.down('sm')]: { paddingInline: theme.spacing(4) },
}));

export const BannerText = styled('div')({ minWidth: 0, overflowWrap: 'anywhere' });
