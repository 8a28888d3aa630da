import { styled } from '@mui/material/styles';

/** The text, and beside it what is known about it. */
export const DetailsGrid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) 240px',
  gap: theme.spacing(6),
  alignItems: 'start',
  [theme.breakpoints.down('md')]: { gridTemplateColumns: 'minmax(0, 1fr)' },
}));

/** A text as it was typed: its lines and spaces stay, long words break. */
export const WrittenText = styled('div')({
  maxWidth: '72ch',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
});

/** Names and values. */
export const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(4),
  margin: 0,
  overflowWrap: 'anywhere',
  '& dt': { ...theme.typography.caption, color: theme.vars.palette.text.secondary },
  '& dd': { ...theme.typography.body2, margin: theme.spacing(1, 0, 0) },
}));

export const ButtonRow = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(2),
}));
