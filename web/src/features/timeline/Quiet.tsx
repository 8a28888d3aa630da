import { styled } from '@mui/material/styles';

/** A remark among the entries. */
export const Quiet = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: 0,
  color: theme.vars.palette.text.secondary,
  overflowWrap: 'anywhere',
}));
