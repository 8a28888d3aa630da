import Button from '@mui/material/Button';
import CircularProgress from '@mui/material/CircularProgress';
import type { ReactNode } from 'react';
import { texts } from '#web/ui/texts.ts';

interface Props {
  busy: boolean;
  /** The button's text while busy. Without it, a spinner precedes the usual text. */
  busyLabel?: string;
  color?: 'primary' | 'error';
  onClick?: () => void;
  fullWidth?: boolean;
  children: ReactNode;
}

/** Submits. While busy it does nothing, yet keeps the focus, which a disabled button would lose. */
export function SubmitButton({ busy, busyLabel, onClick, children, ...button }: Props) {
  return (
    <Button
      type={onClick ? 'button' : 'submit'}
      variant="contained"
      aria-disabled={busy}
      onClick={busy ? undefined : onClick}
      startIcon={
        busy && !busyLabel && <CircularProgress size="1em" color="inherit" aria-label={texts.saving} />
      }
      {...button}
    >
      {busy ? (busyLabel ?? children) : children}
    </Button>
  );
}
