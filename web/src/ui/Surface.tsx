import { styled } from '@mui/material/styles';

/** A framed area. */
export const Surface = styled('div')(({ theme }) => ({
  padding: theme.spacing(5),
  backgroundColor: theme.vars.palette.background.paper,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
}));
