import { styled } from '@mui/material/styles';
import type { MouseEvent } from 'react';
import { texts } from '#web/app/texts.ts';

/** The link that skips the bar for keyboard users. Visible when it has the focus. */
export function SkipLink() {
  function skip(event: MouseEvent) {
    event.preventDefault();
    document.getElementById('main')?.focus();
  }
  return (
    <Anchor href="#main" onClick={skip}>
      {texts.skip}
    </Anchor>
  );
}

const Anchor = styled('a')(({ theme }) => ({
  position: 'fixed',
  insetBlockStart: theme.spacing(2),
  insetInlineStart: theme.spacing(2),
  zIndex: theme.zIndex.tooltip,
  padding: theme.spacing(2, 3),
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.primary.main,
  color: theme.vars.palette.primary.contrastText,
  '&:not(:focus)': { clipPath: 'inset(50%)' },
}));
