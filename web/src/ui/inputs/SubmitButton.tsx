import type { ReactNode } from 'react';
import { Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
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
      startIcon={busy && !busyLabel && <Spinner label={texts.saving} />}
      {...button}
    >
      {busy ? (busyLabel ?? children) : children}
    </Button>
  );
}
