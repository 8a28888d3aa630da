import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

const numbers = new Intl.NumberFormat();
const plural = new Intl.PluralRules('en');

interface Props {
  /** Undefined while it is not known. */
  count: number | undefined;
  one: string;
  other: string;
  found: boolean;
}

/** How many there are, announced when it changes. Holds its line while that is not known. */
export function Count({ count, one, other, found }: Props) {
  const noun = plural.select(count ?? 0) === 'one' ? one : other;
  return (
    <Line variant="body2" role="status">
      {count === undefined ? '\u00a0' : `${numbers.format(count)} ${noun}${found ? ' found' : ''}`}
    </Line>
  );
}

const Line = styled(Typography)(({ theme }) => ({
  marginBottom: theme.spacing(-2),
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));
