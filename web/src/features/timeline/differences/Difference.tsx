import Button from '@mui/material/Button';
import { styled } from '@mui/material/styles';
import { useMemo, useState } from 'react';
import { formatNumber } from '#web/language/language.ts';
import { differenceOf } from './difference.ts';
import { DifferenceRow } from './DifferenceRow.tsx';
import { texts } from '#web/features/timeline/texts.ts';

interface Props {
  /** The name of the text. */
  label: string;
  from: string;
  to: string;
}

/** The number of lines shown at first. */
const short = 60;

/** The differences between two versions of a text. */
export function Difference({ label, from, to }: Props) {
  const rows = useMemo(() => differenceOf(from, to), [from, to]);
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? rows : rows.slice(0, short);
  return (
    <Frame role="group" aria-label={texts.whatChanged(label)}>
      {shown.map((row, index) => (
        // Lines are identified by position only, and the texts do not change.
        // oxlint-disable-next-line react/no-array-index-key
        <DifferenceRow key={index} row={row} />
      ))}
      {rows.length === 0 && <Rest>{texts.onlyEnds}</Rest>}
      {shown.length < rows.length && (
        <Rest>
          <Button variant="outlined" size="small" onClick={() => setWhole(true)}>
            {texts.showAll(formatNumber(rows.length))}
          </Button>
        </Rest>
      )}
    </Frame>
  );
}

const Frame = styled('div')(({ theme }) => ({
  ...theme.typography.body2,
  maxWidth: '84ch',
  marginTop: theme.spacing(2),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  overflow: 'clip',
}));

const Rest = styled('div')(({ theme }) => ({ padding: theme.spacing(2) }));
