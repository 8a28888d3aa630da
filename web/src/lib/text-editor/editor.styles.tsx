import { styled } from '@mui/material/styles';

export const Modes = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(1),
  '& [aria-selected="true"]': { backgroundColor: theme.vars.palette.primary.soft },
  '& [aria-selected="false"]': { color: theme.vars.palette.text.secondary },
}));

export const Tools = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  color: theme.vars.palette.text.secondary,
  '& [role="toolbar"]': { display: 'flex', flexWrap: 'wrap' },
}));

/** In the place of the field's label. */
export const Caption = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: theme.spacing(0, 0, 1),
}));

/** In the place of the field. */
export const PreviewFrame = styled('div')(({ theme }) => ({
  padding: theme.spacing(2, 3),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 6,
  overflow: 'auto',
}));

export const Empty = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary }));

export const Offer = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1, 2),
  marginTop: theme.spacing(1),
}));
