import { styled } from '@mui/material/styles';

/** The columns side by side; on a phone one at a time, the next by swiping. */
export const Columns = styled('div')(({ theme }) => ({
  // Keeps visually hidden content within the scrollable area.
  position: 'relative',
  display: 'flex',
  alignItems: 'flex-start',
  gap: theme.spacing(3),
  paddingBlockEnd: theme.spacing(2),
  overflowX: 'auto',
  [theme.breakpoints.down('sm')]: {
    scrollSnapType: 'x mandatory',
    marginInline: theme.spacing(-4),
    paddingInline: theme.spacing(4),
    scrollPaddingInline: theme.spacing(4),
  },
}));

export const ColumnRoot = styled('section')(({ theme }) => ({
  display: 'flex',
  flex: `1 0 ${theme.spacing(64)}`,
  flexDirection: 'column',
  maxWidth: theme.spacing(120),
  // The bar, the heading and the filters stay in the window.
  height: `max(${theme.spacing(80)}, calc(100dvh - ${theme.spacing(58)}))`,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.default,
  '&[data-over="true"]': { borderColor: theme.vars.palette.secondary.main },
  [theme.breakpoints.down('sm')]: {
    flexBasis: '100%',
    scrollSnapAlign: 'start',
    height: `max(${theme.spacing(80)}, calc(100dvh - ${theme.spacing(60)}))`,
  },
  '&[data-closed="true"]': { flex: '0 0 auto', maxWidth: theme.spacing(64), height: 'auto' },
}));

export const ColumnHead = styled('h2')(({ theme }) => ({
  ...theme.typography.body2,
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(2),
  minHeight: theme.spacing(10),
  margin: 0,
  padding: theme.spacing(1, 3),
  borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
  fontWeight: 550,
  overflowWrap: 'anywhere',
  '& .count': {
    marginInlineStart: 'auto',
    color: theme.vars.palette.text.secondary,
    fontWeight: 400,
    fontVariantNumeric: 'tabular-nums',
  },
}));

/** Scrolls by itself. */
export const ColumnBody = styled('div')(({ theme }) => ({
  flex: 1,
  minHeight: 0,
  padding: theme.spacing(2),
  overflowY: 'auto',
  overflowAnchor: 'none',
  '& > p': { margin: theme.spacing(3), color: theme.vars.palette.text.secondary },
}));

export const CardRoot = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gap: theme.spacing(1),
  padding: theme.spacing(1, 3, 2),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 6,
  backgroundColor: theme.vars.palette.background.paper,
  '&[draggable="true"]': { cursor: 'grab' },
  '&[data-dragged="true"]': { opacity: 0.4 },
  '&:hover': { borderColor: theme.vars.palette.control },
  '& .head': { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  '& .number': { color: theme.vars.palette.text.secondary, fontVariantNumeric: 'tabular-nums' },
  '& .head button': { position: 'relative', zIndex: 1, marginInlineEnd: theme.spacing(-2) },
  '& a': {
    display: '-webkit-box',
    overflow: 'hidden',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 3,
    fontWeight: 500,
    overflowWrap: 'anywhere',
  },
  '& a::after': { content: '""', position: 'absolute', inset: 0, borderRadius: 6 },
  '& a:focus-visible': { outline: 'none' },
  '& a:focus-visible::after': {
    outline: `2px solid ${theme.vars.palette.secondary.main}`,
    outlineOffset: -2,
  },
  '& .values': {
    ...theme.typography.caption,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(1, 2),
    minWidth: 0,
    '& > *': { maxWidth: '100%', marginInlineStart: 0 },
  },
  '& .comments': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: theme.spacing(1),
    marginInlineStart: 'auto',
    color: theme.vars.palette.text.secondary,
  },
}));

/** Marks where a dragged card would be dropped. */
export const DropLine = styled('span')(({ theme }) => ({
  position: 'absolute',
  insetInline: 0,
  zIndex: 1,
  height: 2,
  backgroundColor: theme.vars.palette.secondary.main,
  pointerEvents: 'none',
  '&[data-edge="above"]': { insetBlockStart: -5 },
  '&[data-edge="below"]': { insetBlockEnd: -5 },
}));

/** On a phone, links to the columns. */
export const ColumnTabs = styled('nav')(({ theme }) => ({
  display: 'flex',
  gap: theme.spacing(1),
  overflowX: 'auto',
  '& button': { flex: 'none' },
  [theme.breakpoints.up('sm')]: { display: 'none' },
}));
