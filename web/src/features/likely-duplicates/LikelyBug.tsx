import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import type { LikelyDuplicate } from '#contract/bugs/likely-duplicates.ts';
import { StatusChip } from '#web/lib/bugs/bug-chips.tsx';
import { ButtonRow } from '#web/ui/inputs/ButtonRow.tsx';
import { partsOf, typedWords } from './matches.ts';
import { texts } from './texts.ts';

interface Props {
  bug: LikelyDuplicate;
  /** The typed text, from which the matching words are shown. */
  typed: string;
  isBusy: boolean;
  onShow: () => void;
  onSame: () => void;
}

/** A bug similar to the typed one, with the words that matched. */
export function LikelyBug({ bug, typed, isBusy, onShow, onSame }: Props) {
  const { parts, rest } = partsOf(bug.title, bug.words);
  const inText = typedWords(typed, rest);
  const number = `#${bug.number}`;
  return (
    <Item>
      <Title>
        <Quiet>{`${number} `}</Quiet>
        {parts.map(({ at, text, isMatch }) => (isMatch ? <Match key={at}>{text}</Match> : text))}
      </Title>
      {inText.length > 0 && <Quiet>{`${texts.inText} ${inText.join(', ')}`}</Quiet>}
      {bug.duplicateOf && (
        <Quiet>{`${texts.duplicateOf(`#${bug.duplicateOf.number}`)}: ${bug.duplicateOf.title}`}</Quiet>
      )}
      <Line>
        <StatusChip status={(bug.duplicateOf ?? bug).status} />
        <ButtonRow>
          <Button size="small" aria-label={texts.show(number)} onClick={onShow}>
            {texts.showHere}
          </Button>
          <Button
            size="small"
            aria-label={texts.sameAs(number)}
            title={texts.sameHelp}
            aria-disabled={isBusy}
            onClick={onSame}
          >
            {texts.same}
          </Button>
        </ButtonRow>
      </Line>
    </Item>
  );
}

const Item = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(1),
  paddingTop: theme.spacing(3),
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  overflowWrap: 'anywhere',
}));

const Title = styled('span')({});

const Match = styled('mark')(({ theme }) => ({
  color: 'inherit',
  fontWeight: 600,
  backgroundColor: 'transparent',
  textDecoration: 'underline',
  textDecorationColor: theme.vars.palette.secondary.main,
  textUnderlineOffset: '0.2em',
}));

const Quiet = styled('span')(({ theme }) => ({
  ...theme.typography.body2,
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));

const Line = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  justifyContent: 'space-between',
  gap: theme.spacing(2),
}));
