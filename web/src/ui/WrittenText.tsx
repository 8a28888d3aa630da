import { styled } from '@mui/material/styles';
import { Fragment, memo } from 'react';
import { blocksOf, withLinks } from './text-blocks.ts';
import { texts } from './texts.ts';

/** A text as it was typed: its lines and spaces stay, long words break; code stands out, and addresses are links. */
export const WrittenText = memo(function WrittenText({ text }: { text: string }) {
  return (
    <Frame>
      {blocksOf(text).map(({ at, kind, text: part }) =>
        kind === 'code' ? (
          <Code key={at} role="group" aria-label={texts.code} tabIndex={0}>
            {part}
          </Code>
        ) : kind === 'quote' ? (
          <blockquote key={at}>
            <Linked text={part} />
          </blockquote>
        ) : (
          <p key={at}>
            <Linked text={part} />
          </p>
        ),
      )}
    </Frame>
  );
});

function Linked({ text }: { text: string }) {
  return withLinks(text).map(({ at, text: part, isLink }) =>
    isLink ? (
      <a key={at} href={part} rel="noopener noreferrer nofollow">
        {part}
      </a>
    ) : (
      <Fragment key={at}>{part}</Fragment>
    ),
  );
}

const Frame = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(3),
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '& p, & blockquote': { maxWidth: '72ch', margin: 0 },
  '& blockquote': {
    paddingInlineStart: theme.spacing(3),
    borderInlineStart: `2px solid ${theme.vars.palette.divider}`,
    color: theme.vars.palette.text.secondary,
  },
  '& a': { color: theme.vars.palette.secondary.main },
}));

/** Scrolls sideways, by the keyboard too. */
const Code = styled('pre')(({ theme }) => ({
  ...theme.typography.body2,
  maxHeight: '70vh',
  margin: 0,
  padding: theme.spacing(2, 3),
  overflow: 'auto',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: 6,
  backgroundColor: theme.vars.palette.background.default,
  fontFamily: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSize: theme.typography.caption.fontSize,
  whiteSpace: 'pre',
  overflowWrap: 'normal',
  tabSize: 4,
}));
