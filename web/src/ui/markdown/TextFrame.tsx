import { styled } from '@mui/material/styles';

/** The frame of a text: paragraphs keep their lines and spaces, and break long words. */
export const TextFrame = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '& p': { maxWidth: '72ch', margin: 0 },
  // Space for the control that shows the source.
  '&[data-has-source="true"]': { paddingBottom: theme.spacing(9) },
}));
