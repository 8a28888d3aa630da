import { styled } from '@mui/material/styles';
import Typography from '@mui/material/Typography';

/** The number of items, announced when it changes. Keeps its line while the number is unknown. */
export function Count({ text }: { text: string | undefined }) {
  return (
    <Line variant="body2" role="status">
      {text ?? '\u00a0'}
    </Line>
  );
}

const Line = styled(Typography)(({ theme }) => ({
  marginBottom: theme.spacing(-2),
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}));
