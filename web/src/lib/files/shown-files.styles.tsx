import { styled } from '@mui/material/styles';

export const Below = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(2),
  marginTop: theme.spacing(3),
  '& ul': { marginTop: 0 },
}));

/** An image within a text, as a button. */
export const Opener = styled('button')(({ theme }) => ({
  display: 'inline-block',
  maxWidth: '100%',
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 6,
  overflow: 'hidden',
  background: theme.vars.palette.background.default,
  verticalAlign: 'bottom',
  cursor: 'zoom-in',
  // Overrides the theme's `:focus-visible`, which is for its own buttons.
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.secondary.main}`, outlineOffset: 1 },
}));

/** As large as the image will be. */
export const Room = styled('span')({ display: 'block', maxWidth: '100%' });

export const Picture = styled('img')({
  display: 'block',
  width: '100%',
  height: '100%',
  objectFit: 'contain',
});

export const Broken = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
}));

export const Tiles = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: theme.spacing(2),
  margin: 0,
  padding: 0,
  listStyle: 'none',
}));

export const Tile = styled(Opener)(({ theme }) => ({
  width: theme.spacing(36),
  height: theme.spacing(27),
  [theme.breakpoints.down('sm')]: { width: theme.spacing(24), height: theme.spacing(18) },
  '& img': { display: 'block', width: '100%', height: '100%', objectFit: 'cover' },
}));
