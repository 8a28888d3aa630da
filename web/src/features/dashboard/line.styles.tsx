import { styled } from '@mui/material/styles';
import { shownBugs } from './queries.ts';

const lineHeight = 60;

export const Lines = styled('ul')({ margin: 0, padding: 0, listStyle: 'none' });

/** A bug. The link of its title covers the whole line. */
export const Line = styled('li')(({ theme }) => ({
  position: 'relative',
  display: 'flex',
  flexDirection: 'column',
  justifyContent: 'center',
  gap: theme.spacing(1),
  height: lineHeight,
  overflow: 'clip',
  marginInline: theme.spacing(-2),
  paddingInline: theme.spacing(2),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '& a': {
    flex: 1,
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    minWidth: 0,
    fontWeight: 500,
  },
  '& a::after': { content: '""', position: 'absolute', inset: 0 },
  // The focus ring is around the whole line.
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': {
    outline: `2px solid ${theme.vars.palette.secondary.main}`,
    outlineOffset: -2,
  },
  // Above the link, for the exact time on hover.
  '& time': { position: 'relative', zIndex: 1 },
}));

/** One of the two rows of a line. */
export const Half = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  minWidth: 0,
}));

/** The number, the times and the users of a bug. */
export const Aside = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  minWidth: 0,
  overflow: 'hidden',
  whiteSpace: 'nowrap',
  textOverflow: 'ellipsis',
  color: theme.vars.palette.text.secondary,
  // The number is never cut.
  '&:first-child': { flexShrink: 0, fontVariantNumeric: 'tabular-nums' },
  '&:last-child': { marginInlineStart: 'auto' },
  '&:has(time)': { flexShrink: 0 },
}));

/** As high as a full list, so that lines of adjacent lists align. Where lists are stacked, an empty one collapses. */
export const ListFrame = styled('div')(({ theme }) => ({
  marginTop: 'auto',
  [theme.breakpoints.up(768)]: { minHeight: shownBugs * lineHeight },
}));
