import { styled } from '@mui/material/styles';

/**
 * The link that covers the row, and what lies above it. The cells are styled from here, as cells with their own styles
 * take longer to create, which slows down scrolling.
 */
const Pressable = styled('tr')(({ theme }) => ({
  position: 'relative',
  '&:hover': { backgroundColor: theme.vars.palette.action.hover },
  '& td': {
    ...theme.typography.body2,
    padding: theme.spacing(0, 3),
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    overflow: 'hidden',
    textAlign: 'start',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '&:has(.title input:checked)': { backgroundColor: theme.vars.palette.secondary.soft },
  '& a': {
    display: 'inline-block',
    maxWidth: '100%',
    paddingBlock: theme.spacing(1),
    verticalAlign: 'middle',
    // An element focused by a key is scrolled out from below the bar and the headings.
    scrollMarginBlock: theme.spacing(24, 20),
  },
  '& .title > div': { display: 'flex', alignItems: 'center' },
  '& .title a': { minWidth: 0, fontWeight: 500, overflow: 'hidden', textOverflow: 'ellipsis' },
  // Keeps titles aligned for numbers of up to four digits.
  '& .number': {
    flexShrink: 0,
    minWidth: '5.5ch',
    paddingInlineEnd: theme.spacing(2),
    color: theme.vars.palette.text.secondary,
    fontVariantNumeric: 'tabular-nums',
  },
  '& .title a::after': { content: '""', position: 'absolute', inset: 0 },
  // The focus ring surrounds everything that the link covers.
  '& .title a:focus-visible': { outline: 'none' },
  '& .title a:focus-visible::after': {
    outline: `2px solid ${theme.vars.palette.secondary.main}`,
    outlineOffset: -2,
  },
  '& .actions a, & .actions button, & time': { position: 'relative', zIndex: 1 },
  // Subdued until it is hovered or focused.
  '& .actions a, & .actions button': { color: theme.vars.palette.text.secondary },
  '& .actions button': { opacity: 0.7 },
  '&:hover, &:focus-within': {
    '& .actions a': { color: theme.vars.palette.secondary.main },
    '& .actions button': { opacity: 1 },
  },
}));

export const Row = styled(Pressable)(({ theme }) => ({
  // The title shrinks first, to a minimum. Then the content beside it is truncated, and hidden if too narrow to read.
  '& .title a': { flexShrink: 1_000, minWidth: '16ch' },
  '& .beside': {
    display: 'flex',
    flexWrap: 'wrap',
    flexShrink: 1,
    alignItems: 'center',
    alignContent: 'flex-start',
    // Wrapped lines start out of sight.
    rowGap: theme.spacing(6),
    minWidth: 0,
    height: theme.spacing(6),
    overflow: 'hidden',
    '&::before': { content: '""', height: theme.spacing(6) },
    '& > *': { flex: '1 1 8ch', minWidth: 0, maxWidth: 'max-content' },
  },
  '& .actions button': { marginInlineStart: theme.spacing(1) },
  '& .actions a': { paddingInline: theme.spacing(1), marginInline: theme.spacing(-1) },
}));

/** A title of up to two lines, a line of chips and actions, and below it users and times. */
export const Card = styled(Pressable)(({ theme }) => ({
  '&&': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    // A title of one line leaves no gap within.
    alignContent: 'center',
    rowGap: theme.spacing(1),
    columnGap: theme.spacing(2),
    padding: theme.spacing(2, 3),
  },
  // Ends the chips' line.
  '&::before': { content: '""', order: 1, flex: '0 0 100%' },
  '& .assignee, & .creator, & .created': { order: 2, color: theme.vars.palette.text.secondary },
  '& .status, & .priority, & .created': { flex: 'none' },
  // Equal widths, independent of the names.
  '& .assignee, & .creator': {
    flex: '1 1 0',
    // Leaves the space to the names.
    [theme.breakpoints.down(360)]: { '& span::before': { display: 'none' } },
  },
  // The value's label; screen readers get it from the table's heading.
  '& td[data-label]::before': {
    content: 'attr(data-label)',
    display: 'block',
    overflow: 'hidden',
    fontSize: theme.typography.caption.fontSize,
    lineHeight: 1.4,
    textOverflow: 'ellipsis',
  },
  '& .title': { flex: '0 0 100%', whiteSpace: 'normal' },
  '& .title > div': { alignItems: 'flex-start' },
  '& .number': { minWidth: 0, fontSize: theme.typography.body1.fontSize },
  // As high as the first line, with a larger target.
  '& .title label': { marginBlock: theme.spacing(-1.5) },
  '& .title a': {
    display: '-webkit-box',
    overflow: 'hidden',
    padding: 0,
    fontSize: theme.typography.body1.fontSize,
    overflowWrap: 'anywhere',
    WebkitBoxOrient: 'vertical',
    WebkitLineClamp: 2,
  },
  // Its own line, after the chips' line. What does not fit is hidden rather than truncated.
  '&:has(.extras)::before': { display: 'none' },
  '& .extras': {
    order: 1,
    display: 'flex',
    flex: '0 0 100%',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(1, 2),
    maxHeight: theme.spacing(6),
    '& > *': { maxWidth: '100%', marginInlineStart: 0 },
  },
  // As high as the assignee, which is a button.
  '& .creator > :last-child, & .created > :last-child': {
    lineHeight: theme.spacing(7),
    '@media (pointer: coarse)': { lineHeight: theme.spacing(11) },
  },
  '& .created': { textAlign: 'end' },
  // The targets extend beyond their line.
  '& .actions': { display: 'flex', marginBlock: theme.spacing(-2), marginInline: theme.spacing('auto', -2) },
  '& .actions a, & .actions button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    minWidth: 44,
    height: 44,
  },
}));

/** The number of a bug's comments, beside its title. */
export const Comments = styled('span')(({ theme }) => ({
  display: 'inline-flex',
  alignItems: 'center',
  gap: theme.spacing(0.5),
  flexShrink: 0,
  paddingInlineStart: theme.spacing(2),
  ...theme.typography.caption,
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
  '& svg': { width: 16, height: 16 },
}));
