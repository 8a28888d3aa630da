import { styled } from '@mui/material/styles';
import { formatNumber } from '#web/language/language.ts';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import type { Piece, Row } from './difference.ts';
import { texts } from '#web/features/timeline/texts.ts';

/** A line of a difference: removed and added lines have a sign, and words for screen readers. */
export function DifferenceRow({ row }: { row: Row }) {
  switch (row.kind) {
    case 'unchanged':
      return <Left>{texts.unchanged(formatNumber(row.count))}</Left>;
    case 'same':
      return (
        <Line>
          <span />
          <Pieces pieces={row.pieces} />
        </Line>
      );
    case 'removed':
      return (
        <Line as="del" data-kind="removed">
          <span aria-hidden>−</span>
          <span>
            <VisuallyHidden>{`${texts.removed} `}</VisuallyHidden>
            <Pieces pieces={row.pieces} />
          </span>
        </Line>
      );
    default:
      return (
        <Line as="ins" data-kind="added">
          <span aria-hidden>+</span>
          <span>
            <VisuallyHidden>{`${texts.added} `}</VisuallyHidden>
            <Pieces pieces={row.pieces} />
          </span>
        </Line>
      );
  }
}

function Pieces({ pieces }: { pieces: readonly Piece[] }) {
  return (
    <Text>
      {pieces.map(({ text, isMarked }, index) =>
        // Pieces are identified by position only, and the texts do not change.
        // oxlint-disable-next-line react/no-array-index-key
        isMarked ? <mark key={index}>{text}</mark> : <span key={index}>{text}</span>,
      )}
    </Text>
  );
}

const Line = styled('div')(({ theme }) => ({
  position: 'relative',
  display: 'grid',
  gridTemplateColumns: `${theme.spacing(4)} minmax(0, 1fr)`,
  padding: theme.spacing(0, 2),
  textDecoration: 'none',
  '& > span:first-of-type': { userSelect: 'none' },
  '& mark': { color: 'inherit', backgroundColor: 'transparent', fontWeight: theme.typography.fontWeightBold },
  '&[data-kind="removed"]': {
    color: theme.vars.palette.text.secondary,
    backgroundColor: theme.vars.palette.primary.soft,
    '& mark': { textDecoration: 'line-through' },
  },
  '&[data-kind="added"]': {
    color: theme.vars.palette.info.onSoft,
    backgroundColor: theme.vars.palette.info.soft,
    '& mark': { textDecoration: 'underline' },
  },
}));

/** As typed; an empty line is as high as any other. */
const Text = styled('span')({
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  '&::after': { content: '"\\200b"' },
});

const Left = styled('div')(({ theme }) => ({
  padding: theme.spacing(1, 2),
  color: theme.vars.palette.text.secondary,
}));
