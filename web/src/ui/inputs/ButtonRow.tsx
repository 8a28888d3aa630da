import { styled } from '@mui/material/styles';

/** Buttons, side by side if there is room. */
export const ButtonRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(2),
  // On a narrow screen, a long text wraps.
  '& > button': { whiteSpace: 'normal' },
  // Empty children take no space.
  '& > :empty': { display: 'none' },
}));
