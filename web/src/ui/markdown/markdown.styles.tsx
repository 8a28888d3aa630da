import { styled } from '@mui/material/styles';
import { TextFrame } from './TextFrame.tsx';

const monospace = 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace';

/** A formatted text: quiet, with the texture of its parts. */
export const TextBody = styled(TextFrame)(({ theme }) => {
  const { divider, text, secondary, background, primary } = theme.vars.palette;
  return {
    position: 'relative',
    '& h2, & h3, & h4, & h5, & h6': { ...theme.typography.body1, margin: 0, fontWeight: 650 },
    '& h2': theme.typography.h2,
    '& blockquote': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr)',
      gap: theme.spacing(3),
      maxWidth: '72ch',
      margin: 0,
      paddingInlineStart: theme.spacing(3),
      borderInlineStart: `2px solid ${divider}`,
      color: text.secondary,
    },
    '& ul, & ol': { maxWidth: '72ch', margin: 0, paddingInlineStart: theme.spacing(6) },
    '& li > p, & li > ul, & li > ol, & li > blockquote': { marginBlockStart: theme.spacing(1) },
    '& li > p:first-of-type': { marginBlockStart: 0 },
    '& li + li': { marginBlockStart: theme.spacing(1) },
    '& li.task': { listStyle: 'none' },
    '& li.task > input': {
      width: theme.spacing(4),
      height: theme.spacing(4),
      margin: theme.spacing(0, 2, 0, -6),
      verticalAlign: 'text-bottom',
      accentColor: secondary.main,
    },
    '& a': { color: secondary.main, textDecoration: 'underline', textUnderlineOffset: '0.15em' },
    '& :not(pre) > code': {
      padding: '0.1em 0.3em',
      borderRadius: 4,
      backgroundColor: primary.soft,
      fontFamily: monospace,
      fontSize: '0.92em',
    },
    '& mark': {
      padding: '0 0.2em',
      borderRadius: 4,
      color: secondary.onSoft,
      backgroundColor: secondary.soft,
    },
    '& hr': { width: '100%', margin: 0, border: 0, borderBlockStart: `1px solid ${divider}` },
    '& table': { ...theme.typography.body2, borderCollapse: 'collapse', overflowWrap: 'normal' },
    '& th, & td': { padding: theme.spacing(1, 3), border: `1px solid ${divider}`, textAlign: 'start' },
    '& th': { fontWeight: 550, backgroundColor: background.default },
    '& .left': { textAlign: 'left' },
    '& .center': { textAlign: 'center' },
    '& .right': { textAlign: 'right' },
  };
});

/** Scrolls within itself, also by keyboard. */
export const Code = styled('pre')(({ theme }) => {
  const { divider, background, text, secondary, success, warning, error } = theme.vars.palette;
  return {
    ...theme.typography.body2,
    maxHeight: '70vh',
    margin: 0,
    padding: theme.spacing(2, 3),
    overflow: 'auto',
    border: `1px solid ${divider}`,
    borderRadius: 6,
    backgroundColor: background.default,
    fontFamily: monospace,
    fontSize: theme.typography.caption.fontSize,
    whiteSpace: 'pre',
    overflowWrap: 'normal',
    tabSize: 4,
    '& .hljs-comment, & .hljs-quote, & .hljs-meta': { color: text.secondary },
    '& .hljs-keyword, & .hljs-selector-tag, & .hljs-tag, & .hljs-name, & .hljs-section': {
      color: secondary.onSoft,
    },
    '& .hljs-string, & .hljs-regexp, & .hljs-addition, & .hljs-symbol': { color: success.onSoft },
    '& .hljs-number, & .hljs-literal, & .hljs-attr, & .hljs-attribute, & .hljs-built_in': {
      color: warning.onSoft,
    },
    '& .hljs-deletion': { color: error.onSoft },
    '& .hljs-title, & .hljs-type': { fontWeight: 550 },
  };
});

export const CodeFrame = styled('div')(({ theme }) => ({
  position: 'relative',
  minWidth: 0,
  '& .copy': {
    position: 'absolute',
    insetBlockStart: theme.spacing(1),
    insetInlineEnd: theme.spacing(1),
    backgroundColor: theme.vars.palette.background.default,
    color: theme.vars.palette.text.secondary,
    '@media (hover: hover)': { opacity: 0 },
    '&:focus-visible': { opacity: 1 },
  },
  '&:hover .copy, &:focus-within .copy': { opacity: 1 },
}));

/** Scrolls sideways, also by keyboard. */
export const Wide = styled('div')({ overflowX: 'auto' });

/** The text as typed. */
export const Source = styled(Code)({ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' });

export const Note = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
}));

/** The host after a link, in its own text direction. */
export const Host = styled('bdi')(({ theme }) => ({
  fontSize: '0.85em',
  color: theme.vars.palette.text.secondary,
}));

/** In the space that the frame reserves below the text. */
export const SourceToggle = styled('div')(({ theme }) => ({
  position: 'absolute',
  insetBlockEnd: 0,
  insetInlineEnd: 0,
  color: theme.vars.palette.text.secondary,
}));
