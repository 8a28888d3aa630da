import { styled } from '@mui/material/styles';

/** A list of files, a line each. */
export const Rows = styled('ul')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(1),
  margin: theme.spacing(2, 0, 0),
  padding: 0,
  listStyle: 'none',
}));

export const Row = styled('li')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  minHeight: theme.spacing(10),
  padding: theme.spacing(1, 2),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 6,
  '&[data-failed="true"]': {
    borderColor: theme.vars.palette.error.main,
    '& [role="alert"]': { color: theme.vars.palette.error.main },
    // A form that cannot be sent moves the focus to these buttons, also after a click.
    '& button:focus': { outline: `2px solid ${theme.vars.palette.secondary.main}`, outlineOffset: 1 },
  },
  '& progress': {
    width: theme.spacing(24),
    maxWidth: '50%',
    marginInlineStart: theme.spacing(2),
    verticalAlign: 'middle',
    accentColor: theme.vars.palette.secondary.main,
  },
  '@media (pointer: coarse)': { '& button': { minWidth: theme.spacing(11), minHeight: theme.spacing(11) } },
}));

/** The room of a thumbnail or an icon. */
export const Symbol = styled('span')(({ theme }) => ({
  flex: 'none',
  display: 'grid',
  placeItems: 'center',
  overflow: 'hidden',
  width: theme.spacing(8),
  height: theme.spacing(8),
  color: theme.vars.palette.text.secondary,
}));

/** Cropped to a square, so that all rows have the same height. */
export const Thumbnail = styled('img')(({ theme }) => ({
  width: theme.spacing(8),
  height: theme.spacing(8),
  objectFit: 'cover',
  borderRadius: 4,
}));

/** The name, truncated if necessary, and details of the file below it. */
export const Name = styled('div')({
  flex: 1,
  minWidth: 0,
  display: 'grid',
  '& > :first-of-type': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
});

export const Quiet = styled('span')(({ theme }) => ({
  ...theme.typography.caption,
  color: theme.vars.palette.text.secondary,
}));
