import { styled } from '@mui/material/styles';
import { texts } from '#web/ui/texts.ts';

/** Plain text in place of a page. */
export function LoadingText() {
  return <Line role="status">{texts.loading}</Line>;
}

const Line = styled('p')(({ theme }) => ({
  margin: 0,
  padding: theme.spacing(10),
  textAlign: 'center',
  color: theme.vars.palette.text.secondary,
}));
