import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

const numbers = new Intl.NumberFormat();
const plural = new Intl.PluralRules('en');

/** How many bugs there are, announced when it changes. Holds its line while that is not known. */
export function ResultCount({ total, filtered }: { total: string | undefined; filtered: boolean }) {
  return (
    <Line variant="body2" role="status" aria-live="polite">
      {total === undefined || total === '' ? '\u00a0' : describe(total, filtered)}
    </Line>
  );
}

function describe(total: string, filtered: boolean): string {
  const count = Number.parseInt(total, 10);
  const number = `${numbers.format(count)}${total.endsWith('+') ? '+' : ''}`;
  const noun = plural.select(count) === 'one' ? 'bug' : 'bugs';
  return filtered ? `${number} ${noun} found` : `${number} ${noun}`;
}

const Line = styled(Typography)(({ theme }) => ({
  marginBottom: theme.spacing(-2),
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));
